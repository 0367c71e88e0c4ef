/** Sessions, the one with the newest fact first. */
import { html } from "./lib/htm/standalone.module.js";
import { Age, Choice, Mark, More, Page, SessionLink, Table, useListing } from "./components.js";
import { withQuery } from "./router.js";

const FORMATS = ["codelens", "cortex", "kxm", "ace", "loopops"];
const STATES = ["open", "closed"];

export function SessionsPage({ query }) {
  const filter = { format: query.get("format"), state: query.get("state") };
  const listing = useListing(["sessions"], filter);
  const choose = (change) => {
    location.hash = withQuery("#/sessions", { ...filter, ...change });
  };
  return html`
    <${Page} title="Sessions" lead="What belongs together, the one with the newest fact first.">
      <div class="filters">
        <${Choice} label="Format" value=${filter.format} options=${FORMATS} onChoose=${(format) => choose({ format })} />
        <${Choice} label="State" value=${filter.state} options=${STATES} onChoose=${(state) => choose({ state })} />
      </div>
      <${Table}
        caption="Sessions"
        empty=${listing.loading ? "…" : "There is no such session."}
        items=${listing.items}
        keyOf=${(session) => session.session}
        columns=${[
          { name: "Session", cell: (session) => html`<${SessionLink} session=${session.session} row=${true} />` },
          { name: "State", cell: (session) => html`<${Mark} code=${session.state} />` },
          { name: "Open", numbers: true, cell: (session) => session.open },
          { name: "Handoffs", numbers: true, cell: (session) => session.handoffs },
          { name: "Facts", numbers: true, cell: (session) => session.facts },
          { name: "Newest fact", numbers: true, cell: (session) => html`<${Age} at=${session.last_recorded_at} />` },
        ]}
      />
      <${More} listing=${listing} />
    <//>
  `;
}
