/** A handoff: how it stands, what it answers, and its artifact. */
import { html } from "./lib/htm/standalone.module.js";
import { Artifact } from "./artifact.js";
import {
  Age,
  Answered,
  Facts,
  HandoffLink,
  Mark,
  Name,
  Page,
  Panel,
  Roles,
  SessionLink,
  standing,
  Until,
  useAnswer,
} from "./components.js";
import { Link } from "./fact.js";
import { getArtifact, getJson, path } from "./ledger-api.js";
import { address, withQuery } from "./router.js";
import { shortId } from "./text.js";

export function HandoffPage({ parameters }) {
  const { id } = parameters;
  const url = path(["handoffs", id]);
  const handoff = useAnswer((signal) => getJson(url, signal), url);
  const bytesUrl = path(["handoffs", id, "artifact"]);
  const artifact = useAnswer((signal) => getArtifact(bytesUrl, signal), bytesUrl);
  const title = handoff.data ? `${handoff.data.kind} ${shortId(id)}` : shortId(id);
  return html`
    <${Page}
      title=${title}
      actions=${html`<a class="button" href=${address("chains", id)}>See its chain</a>`}
    >
      <${Answered} answer=${handoff}>${(known) => html`
        <${Standing} handoff=${known} />
        <${Panel} id="artifact" title="Artifact" aside="what was published, byte for byte">
          <${Answered} answer=${artifact}>${(text) => html`
            <${Artifact} id="artifact-lines" text=${text} remarks=${known.warnings} />
          `}<//>
        <//>
      `}<//>
    <//>
  `;
}

function Standing({ handoff }) {
  const { lease } = handoff;
  return html`<${Facts}
    facts=${[
      ["State", html`<${Mark} code=${standing(handoff)} />${handoff.status && html`${" "}<${Mark} code=${handoff.status} />`}`],
      ["For", html`<${Roles} roles=${handoff.roles} />`],
      ["Session", html`<${SessionLink} session=${handoff.session} /> #${handoff.seq}`],
      ["Recorded", html`<${Age} at=${handoff.recorded_at} />`],
      ["Published by", handoff.publisher && html`<${Name} value=${handoff.publisher} />`],
      ["Answers", html`<${Link} link=${handoff.link} />`],
      ["Completed by", handoff.completed_by && html`<${HandoffLink} id=${handoff.completed_by} />`],
      ["Held by", lease && html`<${Name} value=${lease.holder} />, <${Until} at=${lease.until} />`],
      ["Given out", handoff.deliveries > 0 ? `${handoff.deliveries} ×` : null],
      ["Needs", handoff.required_capabilities.length ? html`<${Name} value=${handoff.required_capabilities.join(", ")} />` : null],
      ["Key", handoff.natural_key && html`<${Name} value=${handoff.natural_key} />`],
      ["Project", handoff.project && html`<${Name} value=${handoff.project} />`],
      ["Issue", handoff.issue && html`<a href=${withQuery(address("issues", handoff.issue), { project: handoff.project })}><${Name} value=${handoff.issue} /></a>`],
      ["Id", html`<code class="whole">${handoff.id}</code>`],
    ]}
  />`;
}
