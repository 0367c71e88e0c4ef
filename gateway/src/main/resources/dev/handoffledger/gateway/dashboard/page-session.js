/** A session and its timeline. */
import { html, useEffect, useState } from "./lib/htm/standalone.module.js";
import {
  Age,
  Answered,
  Facts,
  HandoffLink,
  Mark,
  Page,
  Panel,
  Problem,
  Roles,
  useAnswer,
} from "./components.js";
import { FactEntry } from "./fact.js";
import { getJson, path } from "./ledger-api.js";
import { address } from "./router.js";

export function SessionPage({ parameters }) {
  const steps = ["sessions", parameters.format, parameters.id];
  const url = path(steps);
  const answer = useAnswer((signal) => getJson(url, signal), url);
  return html`
    <${Page} title=${`${parameters.format}/${parameters.id}`}>
      <${Answered} answer=${answer}>${(session) => html`
        <${Summary} session=${session} />
        <${Panel} id="timeline" title="Timeline" count=${session.summary.facts} aside="the newest fact first">
          <${Timeline} steps=${steps} first=${session} />
        <//>
      `}<//>
    <//>
  `;
}

function Summary({ session: { summary, newest } }) {
  return html`<${Facts}
    facts=${[
      ["State", html`<${Mark} code=${summary.state} />`],
      ["Handoffs", `${summary.handoffs} (${summary.open} open)`],
      ["Begun", html`<${Age} at=${summary.first_recorded_at} />`],
      ["Newest fact", html`<${Age} at=${summary.last_recorded_at} />`],
      ["Start from", newest && html`<${HandoffLink} id=${newest.id} kind=${newest.kind} />`],
      ["For", newest && html`<${Roles} roles=${newest.roles} />`],
      ["Chain", newest && html`<a href=${address("chains", newest.id)}>of its newest handoff</a>`],
    ]}
  />`;
}

function Timeline({ steps, first }) {
  const [later, setLater] = useState({ facts: [], next: first.next, problem: null });
  useEffect(() => setLater({ facts: [], next: first.next, problem: null }), [first]);
  const more = async () => {
    try {
      const page = await getJson(path(steps, { cursor: later.next }));
      setLater({ facts: [...later.facts, ...page.facts], next: page.next, problem: null });
    } catch (problem) {
      setLater({ ...later, problem });
    }
  };
  return html`
    <ol class="timeline">
      ${[...first.facts, ...later.facts].map((fact) => html`<${FactEntry} key=${fact.seq} fact=${fact} />`)}
    </ol>
    ${later.problem && html`<${Problem} problem=${later.problem} />`}
    ${later.next && html`<button type="button" class="wide" onClick=${more}>Show earlier facts</button>`}
  `;
}
