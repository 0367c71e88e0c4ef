/** Facts as they are recorded. */
import { html, useEffect, useRef, useState } from "./lib/htm/standalone.module.js";
import { Page, Panel } from "./components.js";
import { FactEntry } from "./fact.js";
import { path } from "./ledger-api.js";
import { withQuery } from "./router.js";

const KEPT = 500;
const FILTERS = [
  ["role", "Role"],
  ["kind", "Kind"],
  ["session", "Session"],
  ["chain", "Chain"],
  ["issue", "Issue"],
];
const STATES = {
  connecting: "Connecting …",
  live: "Live: facts appear as they are recorded.",
  lost: "The connection is lost; trying again.",
  refused: "This ledger sends no live events for this question.",
};

export function LivePage({ query }) {
  const filter = Object.fromEntries(FILTERS.map(([name]) => [name, query.get(name) ?? ""]));
  const [paused, setPaused] = useState(false);
  const { state, entries, clear } = useEvents(path(["events"], filter), paused);
  const apply = (event) => {
    event.preventDefault();
    location.hash = withQuery("#/live", Object.fromEntries(new FormData(event.target)));
  };
  return html`
    <${Page}
      title="Live"
      lead="Facts as they are recorded, the newest first."
      actions=${html`
        <button type="button" aria-pressed=${String(paused)} onClick=${() => setPaused(!paused)}>Pause</button>
        <button type="button" onClick=${clear}>Clear</button>
      `}
    >
      <form class="filters" onSubmit=${apply}>
        ${FILTERS.map(
          ([name, label]) => html`<label class="choice">
            <span>${label}</span> <input name=${name} value=${filter[name]} autocomplete="off" />
          </label>`,
        )}
        <button type="submit">Filter</button>
      </form>
      <p class=${`live-state ${state}`} role="status">${STATES[state]}</p>
      <${Panel} id="facts" title="Facts" count=${entries.length}>
        ${entries.length === 0 && html`<p class="empty">Nothing has been recorded since this page is open.</p>`}
        <ol class="timeline">
          ${entries.map((entry) =>
            entry.gap
              ? html`<li class="fact gap" key=${entry.key}>
                  <div class="what">Some facts are missing here: the ledger no longer keeps them.</div>
                </li>`
              : html`<${FactEntry} key=${entry.key} fact=${entry.fact} withSession=${true} />`,
          )}
        </ol>
      <//>
    <//>
  `;
}

/** Listens to the ledger; the browser itself connects again, from where it was. */
function useEvents(url, paused) {
  const [state, setState] = useState("connecting");
  const [entries, setEntries] = useState([]);
  const held = useRef({ paused, waiting: [] });
  const count = useRef(0);

  useEffect(() => {
    held.current.paused = paused;
    if (!paused) {
      const waiting = held.current.waiting;
      held.current.waiting = [];
      setEntries((shown) => [...waiting, ...shown].slice(0, KEPT));
    }
  }, [paused]);

  useEffect(() => {
    setState("connecting");
    setEntries([]);
    held.current.waiting = [];
    const source = new EventSource(url);
    const add = (entry) => {
      count.current += 1;
      const keyed = { ...entry, key: count.current };
      if (held.current.paused) {
        held.current.waiting = [keyed, ...held.current.waiting].slice(0, KEPT);
      } else {
        setEntries((shown) => [keyed, ...shown].slice(0, KEPT));
      }
    };
    source.addEventListener("open", () => setState("live"));
    source.addEventListener("fact", (event) => add({ fact: JSON.parse(event.data) }));
    source.addEventListener("gap", () => add({ gap: true }));
    source.addEventListener("error", () =>
      setState(source.readyState === EventSource.CLOSED ? "refused" : "lost"),
    );
    return () => source.close();
  }, [url]);

  return { state, entries, clear: () => setEntries([]) };
}
