/** What a fact of the ledger says, in a line. */
import { html } from "./lib/htm/standalone.module.js";
import { HandoffLink, Mark, Name, Roles, SessionLink, Text, Time } from "./components.js";
import { words } from "./text.js";

const SAYS = {
  recorded: recorded,
  linked: linked,
  answered: answered,
  status: (fact) => html`is now <${Name} value=${fact.status} />`,
  claimed: ({ lease }) => html`by <${Name} value=${lease.holder} /> until <${Time} at=${lease.until} />`,
  renewed: ({ lease }) => html`by <${Name} value=${lease.holder} /> until <${Time} at=${lease.until} />`,
  released: released,
  expired: ({ lease }) => html`the lease of <${Name} value=${lease.holder} />${escalation(lease)}`,
  completed: completed,
};

function recorded(fact) {
  return html`
    <${HandoffLink} id=${fact.id} kind=${fact.kind} /> for <${Roles} roles=${fact.roles ?? []} />
    ${fact.publisher && html` by <${Name} value=${fact.publisher} />`}
    ${fact.status && html`${" "}<${Mark} code=${fact.status} />`}
    ${fact.link && html`<div class="detail"><${Link} link=${fact.link} /></div>`}
    ${(fact.warnings ?? []).map((warning) => html`<${Remark} remark=${warning} />`)}
  `;
}

function linked(fact) {
  return html`
    <${HandoffLink} id=${fact.id} /> <${Link} link=${fact.link} />
    ${(fact.link.warnings ?? []).map((warning) => html`<${Remark} remark=${warning} />`)}
  `;
}

function answered(fact) {
  const { answer } = fact;
  return html`
    <${HandoffLink} id=${fact.id} /> by <${HandoffLink} id=${answer.id} kind=${answer.kind} /> of${" "}
    <${SessionLink} session=${answer.session} />
    ${answer.withdrawn && html` – withdrawn: it answers another`}
    ${!answer.withdrawn && !answer.completes && html` – which does not complete it`}
    ${answer.by_other && html` – by somebody who does not hold it`}
  `;
}

function released({ lease }) {
  return html`
    by <${Name} value=${lease.by ?? lease.holder} />
    ${lease.by && html`, taken from <${Name} value=${lease.holder} />`}${escalation(lease)}
    ${lease.reason && html`<div class="detail"><${Text} value=${lease.reason} /></div>`}
  `;
}

function completed({ lease }) {
  return html`
    by <${Name} value=${lease.holder} />
    ${lease.answer && html` with <${HandoffLink} id=${lease.answer} />`}
    ${lease.note && html`<div class="detail"><${Text} value=${lease.note} /></div>`}
  `;
}

function escalation(lease) {
  return lease.escalated && html` – given out too often, so for a person now`;
}

/** What a handoff answers, and whether that is there. */
export function Link({ link }) {
  if (link.status === "root") {
    return html`<span class="quiet">answers nothing</span>`;
  }
  const parent = link.parent
    ? html`<${HandoffLink} id=${link.parent} kind=${link.parent_kind} />`
    : html`a <${Name} value=${link.parent_kind ?? "handoff"} />`;
  return html`
    <${Mark} code=${link.status} /> to ${parent}
    ${link.parent_session && html` of <${SessionLink} session=${link.parent_session} />`}
    ${link.by === "rule" && html` by the order of its session`}
    ${link.verified && html` by its hash`}
    ${link.ambiguous && html` – several would fit`}
  `;
}

/** A problem or a warning. */
export function Remark({ remark }) {
  return html`
    <div class="remark">
      <span class="code">${words(remark.code)}</span>
      ${remark.pointer && html`${" "}<code class="pointer"><${Name} value=${remark.pointer} /></code>`}
      <div><${Text} value=${remark.message} /></div>
    </div>
  `;
}

/** A fact as an entry of a timeline. */
export function FactEntry({ fact, withSession }) {
  return html`
    <li class=${`fact ${fact.fact}`}>
      <div class="when">
        <${Time} at=${fact.recorded_at} />
        <span class="seq">#${fact.seq}</span>
      </div>
      <div class="what">
        <b>${fact.fact}</b> ${SAYS[fact.fact] ? SAYS[fact.fact](fact) : html`<${HandoffLink} id=${fact.id} />`}
        ${
          withSession &&
          html`<div class="detail">
            ${fact.fact !== "recorded" && html`<${HandoffLink} id=${fact.id} kind=${fact.kind} />`}
            ${fact.session && html` in <${SessionLink} session=${fact.session} />`}
          </div>`
        }
      </div>
    </li>
  `;
}
