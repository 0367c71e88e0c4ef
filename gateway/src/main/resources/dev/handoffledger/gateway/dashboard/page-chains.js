/** Chains, the one that began last first. */
import { html } from "./lib/htm/standalone.module.js";
import { Age, Choice, HandoffLink, Mark, More, Page, Roles, Table, useListing } from "./components.js";
import { address, withQuery } from "./router.js";
import { shortId } from "./text.js";

const STATES = ["open", "building", "reviewing", "changes_requested", "approved", "blocked", "closed"];

export function ChainsPage({ query }) {
  const state = query.get("state");
  const listing = useListing(["chains"], { state });
  const choose = (chosen) => {
    location.hash = withQuery("#/chains", { state: chosen });
  };
  return html`
    <${Page} title="Chains" lead="What answers what, from a first handoff on; the one that began last first.">
      <div class="filters">
        <${Choice} label="State" value=${state} options=${STATES} onChoose=${choose} />
      </div>
      <${Table}
        caption="Chains"
        empty=${listing.loading ? "…" : "There is no such chain."}
        items=${listing.items}
        keyOf=${(chain) => chain.root}
        columns=${[
          { name: "Chain", cell: (chain) => html`<a data-row href=${address("chains", chain.root)}><code>${shortId(chain.root)}</code></a>` },
          { name: "State", cell: (chain) => html`<${Mark} code=${chain.state} />` },
          { name: "Handoffs", numbers: true, cell: (chain) => `${chain.handoffs}${chain.cut ? "+" : ""}` },
          { name: "Rounds", numbers: true, cell: (chain) => chain.rounds },
          { name: "Waits for", cell: (chain) => html`<${WaitsFor} chain=${chain} />` },
          { name: "Newest", numbers: true, cell: (chain) => html`<${Age} at=${chain.last_recorded_at} />` },
        ]}
      />
      <${More} listing=${listing} />
    <//>
  `;
}

function WaitsFor({ chain }) {
  const first = chain.waits_for[0];
  if (!first) {
    return html`<span class="quiet">nobody</span>`;
  }
  const more = chain.waiting - 1;
  return html`
    <${Roles} roles=${first.roles} /> (<${HandoffLink} id=${first.id} kind=${first.kind} />)${
      more > 0 && html` and ${more} more`
    }
  `;
}
