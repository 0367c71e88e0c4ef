/** LoopOps issues, the most urgent first. */
import { html } from "./lib/htm/standalone.module.js";
import { Age, Choice, Mark, More, Name, Page, Table, useListing } from "./components.js";
import { address, withQuery } from "./router.js";

const STATES = [
  "needs_decision",
  "selected",
  "in_progress",
  "awaiting_verification",
  "verification_blocked",
  "deferred",
  "observing",
  "skipped",
  "verified",
  "regression",
];
const SEVERITIES = ["error", "warn"];

export function IssuesPage({ query }) {
  const filter = { state: query.get("state"), severity: query.get("severity") };
  const listing = useListing(["issues"], filter);
  const choose = (change) => {
    location.hash = withQuery("#/issues", { ...filter, ...change });
  };
  return html`
    <${Page} title="Issues" lead="What rejections and diagnoses bring to light, the most urgent first.">
      <div class="filters">
        <${Choice} label="State" value=${filter.state} options=${STATES} onChoose=${(state) => choose({ state })} />
        <${Choice} label="Severity" value=${filter.severity} options=${SEVERITIES} onChoose=${(severity) => choose({ severity })} />
      </div>
      <${Table}
        caption="Issues"
        empty=${listing.loading ? "…" : "There is no such issue."}
        items=${listing.items}
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
          { name: "State", cell: (issue) => html`<${Mark} code=${issue.state} />` },
          { name: "Severity", cell: (issue) => html`<${Mark} code=${issue.severity} />` },
          { name: "Priority", numbers: true, cell: (issue) => issue.priority ?? "–" },
          { name: "Project", cell: (issue) => html`<${Name} value=${issue.project_id} />` },
          { name: "Newest", numbers: true, cell: (issue) => html`<${Age} at=${issue.generated_at} />` },
        ]}
      />
      <${More} listing=${listing} />
    <//>
  `;
}
