/** A refused artifact with its problems beside the lines that they point at. */
import { html } from "./lib/htm/standalone.module.js";
import { Artifact } from "./artifact.js";
import { Age, Answered, Facts, Name, Page, Panel, SessionLink, useAnswer } from "./components.js";
import { Remark } from "./fact.js";
import { getArtifact, getJson, path } from "./ledger-api.js";
import { bytes, words } from "./text.js";

export function RejectionPage({ parameters }) {
  const { position } = parameters;
  const url = path(["rejections", position]);
  const bytesUrl = path(["rejections", position, "artifact"]);
  const rejection = useAnswer((signal) => getJson(url, signal), url);
  const artifact = useAnswer((signal) => getArtifact(bytesUrl, signal), bytesUrl);
  const title = rejection.data ? `Rejected: ${words(rejection.data.reason)}` : `Rejection ${position}`;
  return html`
    <${Page} title=${title}>
      <${Answered} answer=${rejection}>${(known) => html`
        <${Circumstances} rejection=${known} />
        <${Panel} id="artifact" title="Artifact" aside="what was refused, byte for byte">
          <${Answered} answer=${artifact}>${(text) =>
            known.size === 0
              ? html`<div class="empty">
                  <p>There are no bytes: they were none, or too many to keep.</p>
                  ${known.problems.map((remark) => html`<${Remark} remark=${remark} />`)}
                </div>`
              : html`<${Artifact} id="artifact-lines" text=${text} remarks=${known.problems} />`}<//>
        <//>
      `}<//>
    <//>
  `;
}

function Circumstances({ rejection }) {
  return html`<${Facts}
    facts=${[
      ["Rejected", html`<${Age} at=${rejection.at} />`],
      ["Problems", rejection.problems.length],
      ["Kind", html`<${Name} value=${rejection.kind} />`],
      ["Session", rejection.session && html`<${SessionLink} session=${rejection.session} />`],
      ["Publisher", html`<${Name} value=${rejection.publisher} />`],
      ["Size", bytes(rejection.size)],
      ["Published to", html`<${Name} value=${`${rejection.topic} ${rejection.partition}:${rejection.offset}`} />`],
      ["SHA-256", html`<code class="whole">${rejection.raw_sha256}</code>`],
    ]}
  />`;
}
