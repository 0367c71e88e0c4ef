/** What every page is made of. */
import {
  createContext,
  html,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "./lib/htm/standalone.module.js";
import { getJson, path } from "./ledger-api.js";
import { address, sessionAddress } from "./router.js";
import { clip, clock, duration, shortId, visible, words } from "./text.js";

const NAME_LENGTH = 80;
const TEXT_LENGTH = 400;
const REVEALED_AT_ONCE = 20_000;
const PAGE_LENGTH = 100;

// Asking the ledger.

/**
 * What the ledger answers. While it is asked again, the last answer stays.
 *
 * @param ask takes an AbortSignal and gives a promise
 * @param key another key is another question
 * @param refreshAfter asks again after so many milliseconds, while the page can be seen
 */
export function useAnswer(ask, key, refreshAfter = 0) {
  const [state, setState] = useState({ key, data: null, problem: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer = null;
    const load = async () => {
      try {
        const data = await ask(abort.signal);
        setState({ key, data, problem: null });
      } catch (problem) {
        if (abort.signal.aborted) {
          return;
        }
        setState((last) => ({ key, data: last.key === key ? last.data : null, problem }));
      }
      if (refreshAfter > 0 && !abort.signal.aborted) {
        timer = setTimeout(whenSeen, refreshAfter);
      }
    };
    const whenSeen = () =>
      document.hidden
        ? document.addEventListener("visibilitychange", load, { once: true, signal: abort.signal })
        : load();
    load();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [key, round]);
  const current = state.key === key ? state : { data: null, problem: null };
  return { ...current, again: useCallback(() => setRound((number) => number + 1), []) };
}

/** A listing of the ledger, which grows page by page. */
export function useListing(steps, query) {
  const key = path(steps, query);
  const [pages, setPages] = useState({ key, items: [], next: null, problem: null, loading: true });
  const load = async (cursor, signal) => {
    setPages((last) => ({ ...(last.key === key ? last : { key, items: [] }), loading: true }));
    try {
      const page = await getJson(path(steps, { ...query, limit: PAGE_LENGTH, cursor }), signal);
      setPages((last) => ({
        key,
        items: cursor ? [...last.items, ...page.items] : page.items,
        next: page.next,
        problem: null,
        loading: false,
      }));
    } catch (problem) {
      if (!signal?.aborted) {
        setPages((last) => ({ ...last, key, problem, loading: false }));
      }
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    load(null, abort.signal);
    return () => abort.abort();
  }, [key]);
  return pages.key === key
    ? { ...pages, more: () => load(pages.next) }
    : { items: [], next: null, problem: null, loading: true };
}

/** What was answered, or what is to be said as long as nothing is. */
export function Answered({ answer, children }) {
  return html`
    ${answer.problem && html`<${Problem} problem=${answer.problem} again=${answer.again} />`}
    ${answer.data !== null && children(answer.data)}
    ${answer.data === null && !answer.problem && html`<p class="quiet" role="status">Asking the ledger …</p>`}
  `;
}

export function Problem({ problem, again }) {
  return html`
    <div class="problem" role="alert">
      <p>${visible(problem.message)}</p>
      ${again && html`<button type="button" onClick=${again}>Ask again</button>`}
    </div>
  `;
}

// Time.

const Now = createContext(Date.now());

/** Lets everything below it know what time it is. */
export function Clock({ children }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<${Now.Provider} value=${now}>${children}<//>`;
}

/** How long ago something was. */
export function Age({ at }) {
  const now = useContext(Now);
  return html`<time datetime=${at} title=${clock(at)}>${duration(now - Date.parse(at))} ago</time>`;
}

/** How long until something will be. */
export function Until({ at }) {
  const left = Date.parse(at) - useContext(Now);
  const urgency = left < 0 ? "bad" : left < 60_000 ? "warn" : "";
  const says = left < 0 ? `over for ${duration(-left)}` : `${duration(left)} left`;
  return html`<time class=${`until ${urgency}`} datetime=${at} title=${clock(at)}>${says}</time>`;
}

export function Time({ at }) {
  return html`<time datetime=${at}>${clock(at)}</time>`;
}

// Texts, none of which are ours.

/** A name from an artifact or a client, on one line. */
export function Name({ value }) {
  if (value === null || value === undefined) {
    return html`<span class="quiet">–</span>`;
  }
  const { shown, more } = clip(String(value), NAME_LENGTH);
  const title = more > 0 ? visible(clip(String(value), 500).shown) : undefined;
  return html`<bdi class="name" title=${title}>${visible(shown)}${more > 0 ? "…" : ""}</bdi>`;
}

/** A text of any length, of which the beginning is shown until more is asked for. */
export function Text({ value, length = TEXT_LENGTH }) {
  const [wanted, setWanted] = useState(length);
  const { shown, more } = clip(String(value), wanted);
  return html`
    <span class="text"><bdi>${visible(shown)}</bdi>${
      more > 0 &&
      html`<button type="button" class="more" onClick=${() => setWanted(wanted + REVEALED_AT_ONCE)}>
        … ${more.toLocaleString("en")} more characters
      </button>`
    }</span>
  `;
}

// Links.

export function HandoffLink({ id, kind, row }) {
  return html`<a class="id" data-row=${row} href=${address("handoffs", id)}
    >${kind && html`<${Name} value=${kind} />${" "}`}<code>${shortId(id)}</code></a
  >`;
}

export function SessionLink({ session, row }) {
  return html`<a data-row=${row} href=${sessionAddress(session)}><${Name} value=${session} /></a>`;
}

export function RoleLink({ role, row }) {
  return html`<a data-row=${row} href=${address("roles", role)}><${Name} value=${role} /></a>`;
}

export function Roles({ roles }) {
  return roles.length === 0
    ? html`<span class="quiet">nobody</span>`
    : roles.map((role, index) => html`${index > 0 && ", "}<${RoleLink} role=${role} />`);
}

// Marks.

const TONES = {
  approved: "good",
  verified: "good",
  linked: "good",
  closed: "quiet",
  done: "quiet",
  skipped: "quiet",
  blocked: "bad",
  mismatch: "bad",
  quarantined: "bad",
  error: "bad",
  regression: "bad",
  changes_requested: "warn",
  needs_decision: "warn",
  verification_blocked: "warn",
  pending: "warn",
  escalated: "warn",
  warn: "warn",
  open: "info",
  building: "info",
  reviewing: "info",
  held: "info",
};

/** A word of the API, coloured by what it means for whoever must act. */
export function Mark({ code }) {
  return html`<span class=${`mark ${TONES[code] ?? ""}`}>${words(code)}</span>`;
}

/** How a handoff stands, in one word. */
export function standing(handoff) {
  if (handoff.link.status === "mismatch") {
    return "quarantined";
  }
  if (handoff.lease) {
    return "held";
  }
  if (handoff.escalated && handoff.open) {
    return "escalated";
  }
  return handoff.open ? "open" : "done";
}

// Structure.

/** Whether one came to the page from another one. */
export const Arrived = createContext(false);

/** A page: its heading takes the focus when one comes to it from another. */
export function Page({ title, lead, actions, children }) {
  const heading = useRef(null);
  const arrived = useContext(Arrived);
  useEffect(() => {
    if (arrived) {
      heading.current.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, []);
  useEffect(() => {
    document.title = `${visible(clip(String(title), NAME_LENGTH).shown)} · Handoff Ledger`;
  }, [title]);
  return html`
    <div class="page-head">
      <h1 tabindex="-1" ref=${heading}><${Name} value=${title} /></h1>
      ${actions && html`<div class="actions">${actions}</div>`}
    </div>
    ${lead && html`<p class="lead">${lead}</p>`}
    ${children}
  `;
}

export function Panel({ id, title, count, aside, children }) {
  return html`
    <section class="panel" id=${id} aria-labelledby=${`${id}-title`}>
      <header>
        <h2 id=${`${id}-title`}>
          ${title}${count !== undefined && html`${" "}<span class="count">${count}</span>`}
        </h2>
        ${aside && html`<div class="aside">${aside}</div>`}
      </header>
      ${children}
    </section>
  `;
}

/**
 * A table that becomes a list of cards where it is too narrow.
 *
 * @param columns each with a `name`, a `cell` of an item, and whether it is of `numbers` or `short`
 *     words of ours
 */
export function Table({ caption, columns, items, keyOf, empty }) {
  if (items.length === 0) {
    return html`<p class="empty">${empty}</p>`;
  }
  // A table that is shown as cards is none to a screen reader unless it is said to be.
  return html`
    <table role="table">
      <caption class="unseen">${caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            (column) =>
              html`<th role="columnheader" scope="col" class=${classOf(column)}>
                ${column.name}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${items.map(
          (item) => html`
            <tr role="row" key=${keyOf(item)}>
              ${columns.map(
                (column) =>
                  html`<td role="cell" class=${classOf(column)} data-label=${column.name}>
                    ${column.cell(item)}
                  </td>`,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

function classOf(column) {
  return column.numbers ? "numbers" : column.short ? "short" : "";
}

/** The foot of a listing: what went wrong, and more of it. */
export function More({ listing }) {
  return html`
    ${listing.problem && html`<${Problem} problem=${listing.problem} />`}
    ${
      listing.next &&
      html`<button type="button" class="wide" disabled=${listing.loading} onClick=${listing.more}>
        Show more
      </button>`
    }
    ${listing.loading && html`<p class="quiet" role="status">Asking the ledger …</p>`}
  `;
}

/** Names and values; a value that is null is left out. */
export function Facts({ facts }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`<dl class="facts">
    ${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** A filter of a page: what is chosen goes into the address. */
export function Choice({ label, value, options, onChoose }) {
  return html`
    <label class="choice">
      <span>${label}</span>
      <select value=${value} onChange=${(event) => onChoose(event.target.value)}>
        <option value="">all</option>
        ${options.map(
          (option) =>
            html`<option value=${option} selected=${option === value}>${words(option)}</option>`,
        )}
      </select>
    </label>
  `;
}

// Saying and copying.

const Announcement = createContext(() => {});

/** Gives everything below it a way to tell screen readers of what happened. */
export function Announcer({ children }) {
  const [said, setSaid] = useState("");
  return html`
    <${Announcement.Provider} value=${setSaid}>${children}<//>
    <div class="unseen" role="status" aria-live="polite">${said}</div>
  `;
}

export function useAnnounce() {
  return useContext(Announcement);
}

/** Copies a text; where the browser does not let it, selects it for the reader to copy. */
export function Copy({ label, text, from }) {
  const announce = useAnnounce();
  const [says, setSays] = useState(label);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSays("Copied");
      announce("Copied.");
    } catch {
      // Without a secure origin there is no clipboard.
      getSelection().selectAllChildren(from.current);
      setSays("Selected: copy it now");
      announce("Selected. Copy it now.");
    }
  };
  return html`<button type="button" class="primary" onClick=${copy}>${says}</button>`;
}
