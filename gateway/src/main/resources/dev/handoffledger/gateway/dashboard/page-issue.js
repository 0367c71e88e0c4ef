/** An issue with its packet, as a prompt to copy, and a form to decide it. */
import { html, useRef, useState } from "./lib/htm/standalone.module.js";
import { Artifact } from "./artifact.js";
import { Age, Answered, Copy, Facts, Mark, Name, Page, Panel, useAnnounce, useAnswer } from "./components.js";
import { Remark } from "./fact.js";
import { getArtifact, getJson, getText, path, postJson } from "./ledger-api.js";
import { visible, words } from "./text.js";

const DECISIONS = ["patch", "observe", "defer", "skip"];
const NOTHING = [];

export function IssuePage({ parameters, query }) {
  const { name } = parameters;
  const project = query.get("project");
  const url = path(["issues", name], { project });
  const packetUrl = path(["issues", name, "packet"], { project });
  const issue = useAnswer((signal) => getJson(url, signal), url);
  const prompt = useAnswer((signal) => getText(packetUrl, "text/markdown", signal), packetUrl);
  const packet = useAnswer((signal) => getArtifact(packetUrl, signal), packetUrl);
  const again = () => [issue, prompt, packet].forEach((answer) => answer.again());
  return html`
    <${Page} title=${issue.data?.title ?? name}>
      <${Answered} answer=${issue}>${(known) => html`
        <${Standing} issue=${known} />
        <div class="panels wide-left">
          <${Panel} id="prompt" title="Prompt" aside="the packet, for an agent">
            <${Answered} answer=${prompt}>${(text) => html`<${Prompt} text=${text} />`}<//>
          <//>
          <${Panel} id="decide" title="Decide">
            <${Decide} name=${name} project=${project} onDone=${again} />
          <//>
        </div>
        <${Panel} id="packet" title="Packet" aside="the same as JSON">
          <${Answered} answer=${packet}>${(text) => html`
            <${Artifact} id="packet-lines" text=${text} remarks=${NOTHING} />
          `}<//>
        <//>
      `}<//>
    <//>
  `;
}

function Standing({ issue }) {
  return html`<${Facts}
    facts=${[
      ["State", html`<${Mark} code=${issue.state} />`],
      ["Severity", html`<${Mark} code=${issue.severity} />`],
      ["Decision", words(issue.decision)],
      ["Priority", issue.priority],
      ["Project", html`<${Name} value=${issue.project_id} />`],
      ["First seen", html`<${Age} at=${issue.first_observed_at} />`],
      ["Newest", html`<${Age} at=${issue.generated_at} />`],
      ["Id", html`<code><${Name} value=${issue.id} /></code>`],
      ["Fingerprint", html`<code><${Name} value=${issue.fingerprint} /></code>`],
      ["Also known as", issue.aliases.length ? html`<${Name} value=${issue.aliases.join(", ")} />` : null],
    ]}
  />`;
}

/** What is copied is what the ledger wrote; what is shown names the characters that hide. */
function Prompt({ text }) {
  const shown = useRef(null);
  return html`
    <div class="artifact-bar">
      <${Copy} label="Copy as prompt" text=${text} from=${shown} />
      <span class="quiet">What artifacts say stands in fences, as data.</span>
    </div>
    <pre class="prompt" tabindex="0" aria-label="Prompt" ref=${shown}>${visible(text)}</pre>
  `;
}

function Decide({ name, project, onDone }) {
  const announce = useAnnounce();
  const [key, setKey] = useState(newKey);
  const [state, setState] = useState({ busy: false, says: null, problem: null });
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = Object.fromEntries(new FormData(form));
    setState({ busy: true, says: null, problem: null });
    try {
      const outcome = await postJson(path(["issues", name, "decisions"], { project }), body, key);
      const says = `The decision ${words(body.decision)} is ${outcome.outcome}.`;
      setState({ busy: false, says, problem: null });
      announce(says);
      setKey(newKey());
      form.reset();
      onDone();
    } catch (problem) {
      setState({ busy: false, says: null, problem });
    }
  };
  return html`
    <form class="decide" onSubmit=${submit} onInput=${() => setKey(newKey())}>
      <fieldset>
        <legend>What is to be done</legend>
        ${DECISIONS.map(
          (decision) => html`<label class="check">
            <input type="radio" name="decision" value=${decision} required /> ${decision}
          </label>`,
        )}
      </fieldset>
      <label>Decided by <input name="decided_by" required autocomplete="username" /></label>
      <label>Why <textarea name="rationale" rows="4" required></textarea></label>
      <p class="quiet">The ledger keeps your name as you give it; nothing proves it yet.</p>
      <button type="submit" class="primary" disabled=${state.busy}>Record the decision</button>
      ${state.says && html`<p class="done">${state.says}</p>`}
      ${
        state.problem &&
        html`<div class="problem" role="alert">
          <p>${visible(state.problem.message)}</p>
          ${(state.problem.problem?.problems ?? []).map((remark) => html`<${Remark} remark=${remark} />`)}
        </div>`
      }
    </form>
  `;
}

// One for each thing that is to be recorded: what is sent twice is recorded once.
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
