/** What waits for one role. */
import { html } from "./lib/htm/standalone.module.js";
import {
  Age,
  HandoffLink,
  Mark,
  More,
  Name,
  Page,
  SessionLink,
  standing,
  Table,
  Until,
  useListing,
} from "./components.js";

export function RolePage({ parameters }) {
  const listing = useListing(["roles", parameters.role], {});
  return html`
    <${Page} title=${parameters.role} lead="What waits for this role, the oldest first.">
      <${HandoffTable}
        handoffs=${listing.items}
        caption="Open handoffs of this role"
        empty=${listing.loading ? "…" : "Nothing is waiting."}
      />
      <${More} listing=${listing} />
    <//>
  `;
}

function HandoffTable({ handoffs, caption, empty }) {
  return html`<${Table}
    caption=${caption}
    empty=${empty}
    items=${handoffs}
    keyOf=${(handoff) => handoff.id}
    columns=${[
      { name: "Handoff", cell: (handoff) => html`<${HandoffLink} id=${handoff.id} kind=${handoff.kind} row=${true} />` },
      { name: "Session", cell: (handoff) => html`<${SessionLink} session=${handoff.session} />` },
      { name: "From", cell: (handoff) => html`<${Name} value=${handoff.publisher} />` },
      { name: "State", cell: (handoff) => html`<${Mark} code=${standing(handoff)} />` },
      {
        name: "Held",
        cell: ({ lease }) =>
          lease
            ? html`<${Name} value=${lease.holder} />, <${Until} at=${lease.until} />`
            : html`<span class="quiet">–</span>`,
      },
      { name: "Waits", numbers: true, cell: (handoff) => html`<${Age} at=${handoff.recorded_at} />` },
    ]}
  />`;
}
