/** What is waiting for whom. */
import { html } from "./lib/htm/standalone.module.js";
import {
  Age,
  Answered,
  HandoffLink,
  Mark,
  Name,
  Page,
  Panel,
  RoleLink,
  Roles,
  SessionLink,
  Table,
  Until,
  useAnswer,
} from "./components.js";
import { getJson, path } from "./ledger-api.js";
import { address, withQuery } from "./router.js";
import { tally, words } from "./text.js";

const REFRESH = 5_000;
const SELDOM = 30_000;
const SHOWN = 12;
const REJECTIONS_COUNTED = 500;

/** One question of the page; each is asked by itself, so that one that fails hides no other. */
function useQuestion(steps, query, refreshAfter = REFRESH) {
  const url = path(steps, query);
  return useAnswer((signal) => getJson(url, signal), url, refreshAfter);
}

export function WaitingPage() {
  const roles = useQuestion(["roles"]);
  const leases = useQuestion(["leases"], { limit: SHOWN });
  const orphans = useQuestion(["orphans"], { limit: SHOWN });
  const quarantine = useQuestion(["quarantine"], { limit: SHOWN });
  const issues = useQuestion(["issues"], { state: "needs_decision", limit: SHOWN });
  const rejections = useQuestion(["rejections"], { limit: REJECTIONS_COUNTED }, SELDOM);
  return html`
    <${Page} title="Waiting" lead="What is waiting for whom, and what went wrong on the way.">
      <ul class="tiles">
        <${Tile} to="roles" label="open for a role" value=${sumOf(roles)} />
        <${Tile} to="leases" label="leases" value=${countOf(leases)} />
        <${Tile} to="orphans" label="orphans" value=${countOf(orphans)} tone="warn" />
        <${Tile} to="quarantine" label="in quarantine" value=${countOf(quarantine)} tone="bad" />
        <${Tile} to="issues" label="to be decided" value=${countOf(issues)} tone="warn" />
        <${Tile} to="rejections" label="rejected" value=${countOf(rejections)} tone="warn" />
      </ul>
      <div class="panels">
        <div>
          <${RolesPanel} answer=${roles} />
          <${RejectionsPanel} answer=${rejections} />
        </div>
        <div>
          <${LeasesPanel} answer=${leases} />
          <${IssuesPanel} answer=${issues} />
          <${OrphansPanel} answer=${orphans} />
          <${QuarantinePanel} answer=${quarantine} />
        </div>
      </div>
    <//>
  `;
}

function sumOf({ data }) {
  return data === null ? "…" : data.items.reduce((sum, role) => sum + role.open, 0);
}

function countOf({ data }) {
  if (data === null) {
    return "…";
  }
  const more = data.next || (data.next === undefined && data.items.length === SHOWN);
  return `${data.items.length}${more ? "+" : ""}`;
}

function Tile({ to, label, value, tone }) {
  const jump = (event) => {
    event.preventDefault();
    const panel = document.getElementById(to);
    panel.scrollIntoView();
    panel.querySelector("a, button")?.focus();
  };
  const alarming = tone && value !== 0 && value !== "0" && value !== "…";
  return html`<li>
    <a class=${`tile ${alarming ? tone : ""}`} href="#/" onClick=${jump}>
      <b>${value}</b> <span>${label}</span>
    </a>
  </li>`;
}

function RolesPanel({ answer }) {
  return html`<${Panel} id="roles" title="By role">
    <${Answered} answer=${answer}>${({ items }) => {
      const waiting = items
        .filter((role) => role.open > 0)
        .sort((one, other) => Date.parse(one.oldest_recorded_at) - Date.parse(other.oldest_recorded_at));
      const idle = items.length - waiting.length;
      return html`
        <${Table}
          caption="Roles with open handoffs, the one that waits longest first"
          empty="Nothing is waiting for anybody."
          items=${waiting}
          keyOf=${(role) => role.role}
          columns=${[
            { name: "Role", cell: (role) => html`<${RoleLink} role=${role.role} row=${true} />` },
            { name: "Open", numbers: true, cell: (role) => role.open.toLocaleString("en") },
            { name: "Oldest", numbers: true, cell: (role) => html`<${Age} at=${role.oldest_recorded_at} />` },
          ]}
        />
        ${idle > 0 && html`<p class="foot">${idle} more ${idle === 1 ? "role has" : "roles have"} nothing to do.</p>`}
      `;
    }}<//>
  <//>`;
}

function LeasesPanel({ answer }) {
  return html`<${Panel} id="leases" title="Leases" aside="the first to lapse first">
    <${Answered} answer=${answer}>${({ items }) => html`<${Table}
      caption="Handoffs that somebody holds, the lease that ends first first"
      empty="Nobody holds anything."
      items=${items}
      keyOf=${(handoff) => handoff.id}
      columns=${[
        { name: "Handoff", cell: (handoff) => html`<${HandoffLink} id=${handoff.id} kind=${handoff.kind} row=${true} />` },
        { name: "Holder", cell: (handoff) => html`<${Name} value=${handoff.lease.holder} />` },
        { name: "Ends", numbers: true, cell: (handoff) => html`<${Until} at=${handoff.lease.until} />` },
      ]}
    />`}<//>
  <//>`;
}

function OrphansPanel({ answer }) {
  return html`<${Panel} id="orphans" title="Orphans" aside="their parent has not come">
    <${Answered} answer=${answer}>${({ items }) => html`<${Table}
      caption="Handoffs whose declared parent has not come, the longest waiting first"
      empty="Every parent is there."
      items=${items}
      keyOf=${(handoff) => handoff.id}
      columns=${[
        { name: "Handoff", cell: (handoff) => html`<${HandoffLink} id=${handoff.id} kind=${handoff.kind} row=${true} />` },
        {
          name: "Waits for",
          cell: ({ link }) =>
            link.parent_session
              ? html`<${Name} value=${link.parent_kind} /> of <${SessionLink} session=${link.parent_session} />`
              : html`<${Name} value=${link.parent_kind} />`,
        },
        { name: "Since", numbers: true, cell: (handoff) => html`<${Age} at=${handoff.recorded_at} />` },
      ]}
    />`}<//>
  <//>`;
}

function QuarantinePanel({ answer }) {
  return html`<${Panel} id="quarantine" title="Quarantine" aside="their parent has another hash">
    <${Answered} answer=${answer}>${({ items }) => html`<${Table}
      caption="Handoffs that name their parent by a hash which no artifact has"
      empty="Nothing is in quarantine."
      items=${items}
      keyOf=${(handoff) => handoff.id}
      columns=${[
        { name: "Handoff", cell: (handoff) => html`<${HandoffLink} id=${handoff.id} kind=${handoff.kind} row=${true} />` },
        { name: "For", cell: (handoff) => html`<${Roles} roles=${handoff.roles} />` },
        { name: "Recorded", numbers: true, cell: (handoff) => html`<${Age} at=${handoff.recorded_at} />` },
      ]}
    />`}<//>
  <//>`;
}

function IssuesPanel({ answer }) {
  return html`<${Panel} id="issues" title="Issues to be decided" aside="the most urgent first">
    <${Answered} answer=${answer}>${({ items }) => html`<${Table}
      caption="Issues that wait for a decision, the most urgent first"
      empty="Nothing waits for a decision."
      items=${items}
      keyOf=${(issue) => `${issue.project_id}/${issue.id}`}
      columns=${[
        {
          name: "Issue",
          cell: (issue) => html`<a
            data-row
            href=${withQuery(address("issues", issue.id), { project: issue.project_id })}
            ><${Name} value=${issue.title} /></a
          >`,
        },
        { name: "Severity", cell: (issue) => html`<${Mark} code=${issue.severity} />` },
        { name: "Seen", numbers: true, cell: (issue) => html`<${Age} at=${issue.first_observed_at} />` },
      ]}
    />`}<//>
  <//>`;
}

function RejectionsPanel({ answer }) {
  return html`<${Panel} id="rejections" title="Rejections by reason">
    <${Answered} answer=${answer}>${({ items, next }) => {
      const reasons = tally(items, (rejection) => rejection.reason ?? "unknown");
      const most = reasons.length ? reasons[0][1] : 1;
      return html`
        <${Table}
          caption="Rejections by reason, the most frequent first"
          empty="Nothing was rejected."
          items=${reasons}
          keyOf=${([reason]) => reason}
          columns=${[
            {
              name: "Reason",
              cell: ([reason]) => html`<a data-row href=${withQuery("#/rejections", { reason })}>${words(reason)}</a>`,
            },
            {
              name: "Share",
              cell: ([, count]) =>
                html`<span class="bar" aria-hidden="true" style=${{ width: `${(100 * count) / most}%` }}></span>`,
            },
            { name: "Rejections", numbers: true, cell: ([, count]) => count },
          ]}
        />
        ${next && html`<p class="foot">Of the newest ${REJECTIONS_COUNTED}.</p>`}
      `;
    }}<//>
  <//>`;
}
