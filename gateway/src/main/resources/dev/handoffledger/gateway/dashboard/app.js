/** The dashboard: its frame, its pages and its keys. */
import { html, render, useEffect, useRef, useState } from "./lib/htm/standalone.module.js";
import { Announcer, Arrived, Clock, Page, useAnswer } from "./components.js";
import { getJson } from "./ledger-api.js";
import { ChainPage } from "./page-chain.js";
import { ChainsPage } from "./page-chains.js";
import { HandoffPage } from "./page-handoff.js";
import { IssuePage } from "./page-issue.js";
import { IssuesPage } from "./page-issues.js";
import { LivePage } from "./page-live.js";
import { ReferencePage } from "./page-reference.js";
import { RejectionPage } from "./page-rejection.js";
import { RejectionsPage } from "./page-rejections.js";
import { RolePage } from "./page-role.js";
import { SessionPage } from "./page-session.js";
import { SessionsPage } from "./page-sessions.js";
import { WaitingPage } from "./page-waiting.js";
import { match } from "./router.js";

const SHORTCUTS_OFF = "shortcuts-off";
const HEALTH_INTERVAL = 10_000;

const ROUTES = [
  { path: "/", section: "waiting", page: WaitingPage },
  { path: "/roles/:role", section: "waiting", page: RolePage },
  { path: "/sessions", section: "sessions", page: SessionsPage },
  { path: "/sessions/:format/:id", section: "sessions", page: SessionPage },
  { path: "/handoffs/:id", section: "sessions", page: HandoffPage },
  { path: "/chains", section: "chains", page: ChainsPage },
  { path: "/chains/:id", section: "chains", page: ChainPage },
  { path: "/issues", section: "issues", page: IssuesPage },
  { path: "/issues/:name", section: "issues", page: IssuePage },
  { path: "/rejections", section: "rejections", page: RejectionsPage },
  { path: "/rejections/:position", section: "rejections", page: RejectionPage },
  { path: "/live", section: "live", page: LivePage },
  { path: "/api", section: "api", page: ReferencePage },
  { path: "/api/:operation", section: "api", page: ReferencePage },
];

const SECTIONS = [
  { name: "waiting", label: "Waiting", href: "#/", key: "w" },
  { name: "sessions", label: "Sessions", href: "#/sessions", key: "s" },
  { name: "chains", label: "Chains", href: "#/chains", key: "c" },
  { name: "issues", label: "Issues", href: "#/issues", key: "i" },
  { name: "rejections", label: "Rejections", href: "#/rejections", key: "r" },
  { name: "live", label: "Live", href: "#/live", key: "l" },
  { name: "api", label: "API", href: "#/api", key: "a" },
];

function App() {
  const [{ hash, arrived }, setPlace] = useState({ hash: location.hash, arrived: false });
  const help = useRef(null);
  const main = useRef(null);
  useEffect(() => {
    const go = () => setPlace({ hash: location.hash, arrived: true });
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, []);
  useEffect(() => listenForKeys(() => help.current.showModal()), []);

  const found = match(ROUTES, hash);
  const skip = (event) => {
    event.preventDefault();
    main.current.focus();
  };
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the page</a>
    <header class="top">
      <a class="brand" href="#/">Handoff Ledger</a>
      <nav aria-label="Pages">
        <ul>
          ${SECTIONS.map(
            (section) => html`<li>
              <a href=${section.href} aria-current=${found?.route.section === section.name ? "page" : undefined}
                >${section.label}</a
              >
            </li>`,
          )}
        </ul>
      </nav>
      <div class="tools">
        <${Health} />
        <button type="button" class="plain" onClick=${() => help.current.showModal()}>Keys</button>
      </div>
    </header>
    <main id="main" tabindex="-1" ref=${main}>
      <${Arrived.Provider} value=${arrived}>
        <${Clock}>
          <${Announcer}>${
            found
              ? html`<${found.route.page}
                  key=${pageKey(found)}
                  parameters=${found.parameters}
                  query=${found.query}
                />`
              : html`<${Page} title="No such page" lead="Nothing is at this address." />`
          }<//>
        <//>
      <//>
    </main>
    <${Help} dialog=${help} />
  `;
}

// A page of another thing is another page; what only filters it is not.
function pageKey(found) {
  const { operation, ...identity } = found.parameters;
  return JSON.stringify([found.route.section, found.route.page.name, identity]);
}

function Health() {
  const health = useAnswer((signal) => getJson("/readyz", signal), "health", HEALTH_INTERVAL);
  const parts = health.problem?.problem.parts?.filter((part) => !part.ready) ?? [];
  const says = health.problem ? "not ready" : health.data ? "ready" : "…";
  const title = parts.map((part) => part.detail).join(" ") || undefined;
  return html`<span class=${`health ${health.problem ? "bad" : "good"}`} title=${title}>${says}</span>`;
}

function Help({ dialog }) {
  const [off, setOff] = useState(localStorage.getItem(SHORTCUTS_OFF) === "true");
  const toggle = (event) => {
    setOff(!event.target.checked);
    localStorage.setItem(SHORTCUTS_OFF, String(!event.target.checked));
  };
  const keys = [
    ["j, k", "next, previous row of a list"],
    ["Enter", "open it"],
    ["/", "to the first filter"],
    ["?", "these keys"],
    ...SECTIONS.map((section) => [`g ${section.key}`, section.label]),
    ["arrows", "in a chain: to the parent, the first answer, the next or previous sibling"],
    ["+, −, 0", "in a chain: nearer, farther, all of it"],
  ];
  return html`
    <dialog ref=${dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        ${keys.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
      </dl>
      <label class="check">
        <input type="checkbox" checked=${!off} onChange=${toggle} /> Keys without Ctrl do something
      </label>
      <form method="dialog" onSubmit=${(event) => {
        event.preventDefault();
        dialog.current.close();
      }}>
        <button type="submit" class="primary">Close</button>
      </form>
    </dialog>
  `;
}

function listenForKeys(openHelp) {
  let afterG = false;
  const onKey = (event) => {
    const writes = event.target.closest("input, textarea, select, dialog");
    const off = localStorage.getItem(SHORTCUTS_OFF) === "true";
    if (writes || off || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const section = afterG && SECTIONS.find((each) => each.key === event.key);
    afterG = event.key === "g" && !afterG;
    if (section) {
      location.hash = section.href;
    } else if (event.key === "j" || event.key === "k") {
      moveAmongRows(event.key === "j" ? 1 : -1);
    } else if (event.key === "?") {
      openHelp();
    } else if (event.key === "/") {
      document.querySelector("main input, main select")?.focus();
    } else {
      return;
    }
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function moveAmongRows(step) {
  const rows = [...document.querySelectorAll("main [data-row]")];
  const at = rows.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  rows[next]?.focus();
}

render(html`<${App} />`, document.getElementById("app"));
