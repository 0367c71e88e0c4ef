/** What the ledger refused, the newest first. */
import { html } from "./lib/htm/standalone.module.js";
import { Age, Choice, More, Name, Page, Table, useListing } from "./components.js";
import { address, withQuery } from "./router.js";
import { bytes, words } from "./text.js";

const REASONS = [
  "not_json",
  "too_large",
  "too_deep",
  "duplicate_key",
  "unknown_format",
  "unknown_kind",
  "wrong_topic",
  "schema_violation",
  "bad_timestamp",
  "rule_violation",
  "blank_field",
  "kind_payload_mismatch",
  "wrong_parent_kind",
  "self_parent",
  "contradiction",
  "conflicting_id",
  "illegal_transition",
  "unsafe_number",
  "secret_found",
  "internal_error",
];

export function RejectionsPage({ query }) {
  const filter = { reason: query.get("reason"), kind: query.get("kind") };
  const listing = useListing(["rejections"], filter);
  const choose = (reason) => {
    location.hash = withQuery("#/rejections", { ...filter, reason });
  };
  return html`
    <${Page} title="Rejections" lead="What the ledger refused, and what to change; the newest first.">
      <div class="filters">
        <${Choice} label="Reason" value=${filter.reason} options=${REASONS} onChoose=${choose} />
      </div>
      <${Table}
        caption="Rejections"
        empty=${listing.loading ? "…" : "Nothing of that kind was rejected."}
        items=${listing.items}
        keyOf=${(rejection) => rejection.position}
        columns=${[
          {
            name: "Reason",
            cell: (rejection) => html`<a data-row href=${address("rejections", rejection.position)}
              >${words(rejection.reason ?? "unknown")}</a
            >`,
          },
          { name: "What to change", cell: (rejection) => html`<${FirstProblem} problems=${rejection.problems} />` },
          { name: "Kind", cell: (rejection) => html`<${Name} value=${rejection.kind} />` },
          { name: "Publisher", cell: (rejection) => html`<${Name} value=${rejection.publisher} />` },
          { name: "Size", numbers: true, cell: (rejection) => bytes(rejection.size) },
          { name: "Rejected", numbers: true, cell: (rejection) => html`<${Age} at=${rejection.at} />` },
        ]}
      />
      <${More} listing=${listing} />
    <//>
  `;
}

function FirstProblem({ problems }) {
  const [first] = problems;
  if (!first) {
    return html`<span class="quiet">–</span>`;
  }
  const more = problems.length - 1;
  return html`
    ${first.pointer && html`<code class="pointer"><${Name} value=${first.pointer} /></code>${" "}`}
    <${Name} value=${first.message} />${more > 0 && html` <span class="quiet">and ${more} more</span>`}
  `;
}
