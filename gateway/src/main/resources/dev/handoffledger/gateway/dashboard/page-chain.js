/** A chain: how it stands, what keeps it from being merged, and its handoffs as a graph. */
import { html } from "./lib/htm/standalone.module.js";
import { ChainGraph } from "./chain-graph.js";
import {
  Age,
  Answered,
  Facts,
  HandoffLink,
  Mark,
  Page,
  Panel,
  Roles,
  SessionLink,
  standing,
  Table,
  useAnswer,
} from "./components.js";
import { getJson, path } from "./ledger-api.js";
import { shortId, words } from "./text.js";

const LISTED = 200;

export function ChainPage({ parameters }) {
  const { id } = parameters;
  const url = path(["chains", id]);
  const chain = useAnswer((signal) => getJson(url, signal), url);
  const gateUrl = path(["gate", id]);
  const gate = useAnswer((signal) => getJson(gateUrl, signal), gateUrl);
  return html`
    <${Page} title=${`Chain ${shortId(chain.data?.root ?? id)}`}>
      <${Answered} answer=${chain}>${(known) => html`
        <${Standing} chain=${known} />
        <${Panel} id="graph" title="Handoffs" count=${`${known.handoffs}${known.cut ? "+" : ""}`} aside="each beside what it answers">
          <${ChainGraph} nodes=${known.lineage.nodes} edges=${known.lineage.edges} start=${whole(id)} />
        <//>
        <div class="panels">
          <${Panel} id="gate" title="Gate" aside="may it be merged">
            <${Answered} answer=${gate}>${(verdict) => html`<${Gate} verdict=${verdict} />`}<//>
          <//>
          <${Panel} id="members" title="In order" aside="the nearest to the root first">
            <${Members} nodes=${known.lineage.nodes} />
          <//>
        </div>
      `}<//>
    <//>
  `;
}

/** An id may be asked for without its prefix. */
function whole(id) {
  return id.startsWith("sha256:") ? id : `sha256:${id}`;
}

function Standing({ chain }) {
  return html`<${Facts}
    facts=${[
      ["State", html`<${Mark} code=${chain.state} />`],
      ["Rounds", chain.rounds],
      ["Waiting", chain.waiting],
      ["Root", html`<${HandoffLink} id=${chain.root} />`],
      ["Newest", html`<${Age} at=${chain.last_recorded_at} />`],
      ["Orphaned", chain.orphaned ? "its root names a parent that has not come" : null],
      ["Circular", chain.circular ? "its links lead back to where they began" : null],
    ]}
  />`;
}

function Gate({ verdict }) {
  return html`
    <p class="verdict">
      ${verdict.passes ? html`<${Mark} code="approved" /> It passes.` : html`<${Mark} code="blocked" /> It does not pass.`}
    </p>
    <ul class="objections">
      ${verdict.objections.map(
        (objection) => html`<li>
          <b>${words(objection.code)}</b>${" "}
          ${objection.handoff && html`<${HandoffLink} id=${objection.handoff} />`}
          <div class="detail">${objection.message}</div>
        </li>`,
      )}
    </ul>
  `;
}

function Members({ nodes }) {
  return html`
    <${Table}
      caption="The handoffs of this chain"
      empty="There is none."
      items=${nodes.slice(0, LISTED)}
      keyOf=${(handoff) => handoff.id}
      columns=${[
        { name: "Handoff", cell: (handoff) => html`<${HandoffLink} id=${handoff.id} kind=${handoff.kind} row=${true} />` },
        { name: "State", cell: (handoff) => html`<${Mark} code=${standing(handoff)} />` },
        { name: "For", cell: (handoff) => html`<${Roles} roles=${handoff.roles} />` },
        { name: "Session", cell: (handoff) => html`<${SessionLink} session=${handoff.session} />` },
      ]}
    />
    ${nodes.length > LISTED && html`<p class="foot">The first ${LISTED} of ${nodes.length}.</p>`}
  `;
}
