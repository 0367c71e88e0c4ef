/** The HTTP API, from the OpenAPI document that the gateway serves. */
import { html, useEffect, useRef } from "./lib/htm/standalone.module.js";
import { Answered, Page, Table, useAnswer } from "./components.js";
import { getJson } from "./ledger-api.js";
import { address } from "./router.js";

const DOCUMENT = "/openapi.json";
const DEEPEST = 6;

export function ReferencePage({ parameters }) {
  const answer = useAnswer((signal) => getJson(DOCUMENT, signal), DOCUMENT);
  return html`
    <${Page} title="API" actions=${html`<a class="button" href=${DOCUMENT}>openapi.json</a>`}>
      <${Answered} answer=${answer}>${(document) => html`
        <p class="lead">${document.info.summary} ${document.info.description}</p>
        <div class="reference">
          <${Contents} document=${document} chosen=${parameters.operation} />
          <div>
            ${document.tags.map((tag) => html`
              <section aria-labelledby=${`tag-${tag.name}`}>
                <h2 id=${`tag-${tag.name}`}>${tag.name}</h2>
                <p class="quiet">${tag.description}</p>
                ${operationsOf(document, tag.name).map((operation) => html`
                  <${Operation}
                    key=${operation.id}
                    document=${document}
                    operation=${operation}
                    isChosen=${operation.id === parameters.operation}
                  />
                `)}
              </section>
            `)}
          </div>
        </div>
      `}<//>
    <//>
  `;
}

function operationsOf(document, tag) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, id: operation.operationId, path, method })),
  );
}

function Contents({ document, chosen }) {
  return html`
    <nav class="contents" aria-label="Operations">
      ${document.tags.map((tag) => html`
        <h2>${tag.name}</h2>
        <ul>
          ${operationsOf(document, tag.name).map((operation) => html`<li>
            <a href=${address("api", operation.id)} aria-current=${operation.id === chosen ? "true" : undefined}>
              <${Method} method=${operation.method} /> <${Path} path=${operation.path} />
            </a>
          </li>`)}
        </ul>
      `)}
    </nav>
  `;
}

function Method({ method }) {
  return html`<span class=${`method ${method}`}>${method.toUpperCase()}</span>`;
}

/** A path that breaks between its steps, and there only. */
function Path({ path }) {
  return html`<code class="path">${path.split("/").map((step, index) => html`${index > 0 && html`/<wbr />`}${step}`)}</code>`;
}

function Operation({ document, operation, isChosen }) {
  const summary = useRef(null);
  useEffect(() => {
    if (isChosen) {
      summary.current.parentElement.open = true;
      summary.current.scrollIntoView({ block: "start" });
      summary.current.focus({ preventScroll: true });
    }
  }, [isChosen]);
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  return html`
    <details class="operation" id=${operation.id}>
      <summary ref=${summary}>
        <${Method} method=${operation.method} /> <${Path} path=${operation.path} />
        <span class="summary">${operation.summary}</span>
      </summary>
      ${operation.description && html`<p>${operation.description}</p>`}
      ${
        parameters.length > 0 &&
        html`<h3>Parameters</h3>
          <${Table}
            caption=${`Parameters of ${operation.id}`}
            items=${parameters}
            keyOf=${(parameter) => `${parameter.in} ${parameter.name}`}
            columns=${[
              { name: "Name", cell: (parameter) => html`<code>${parameter.name}</code>` },
              { name: "In", short: true, cell: (parameter) => parameter.in },
              { name: "Type", cell: (parameter) => typeOf(document, parameter.schema) },
              {
                name: "Meaning",
                cell: (parameter) => `${parameter.required ? "Required. " : ""}${parameter.description ?? ""}`,
              },
            ]}
          />`
      }
      ${operation.requestBody && html`<${Body} title="Body" document=${document} of=${resolve(document, operation.requestBody)} />`}
      <h3>Answers</h3>
      ${Object.entries(operation.responses).map(([status, response]) => html`
        <${Answer} key=${status} status=${status} document=${document} response=${resolve(document, response)} />
      `)}
    </details>
  `;
}

function Answer({ status, document, response }) {
  return html`
    <div class="answer">
      <p><b class=${`status s${status[0]}`}>${status}</b> ${response.description}</p>
      ${response.headers &&
      html`<p class="quiet">Headers: ${Object.keys(response.headers).map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`)}</p>`}
      ${response.content && html`<${Body} document=${document} of=${response} />`}
    </div>
  `;
}

function Body({ title, document, of }) {
  return html`
    ${title && html`<h3>${title}</h3>`}
    ${title && of.description && html`<p>${of.description}</p>`}
    ${Object.entries(of.content ?? {}).map(([type, { schema, example }]) => html`
      <details class="content" key=${type} open=${Boolean(title)}>
        <summary><code>${type}</code></summary>
        <${Schema} document=${document} schema=${schema} depth=${0} />
        ${example !== undefined && html`<${Example} example=${example} />`}
      </details>
    `)}
  `;
}

function Example({ example }) {
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return html`<pre class="example" tabindex="0" aria-label="Example">${text}</pre>`;
}

function Schema({ document, schema, depth }) {
  const real = resolve(document, schema);
  const list = real.type === "array" ? resolve(document, real.items ?? {}) : null;
  const object = list ?? real;
  if (!object.properties || depth > DEEPEST) {
    return html`<p>${typeOf(document, schema)}${real.description && html` – ${real.description}`}</p>`;
  }
  const required = new Set(object.required ?? []);
  return html`
    ${depth === 0 && html`<p class="quiet">${list ? "array of objects" : "object"}${real.description && html` – ${real.description}`}</p>`}
    <ul class="schema">
      ${Object.entries(object.properties).map(([name, member]) => {
        const inner = innerObject(document, member);
        const line = html`<code>${name}</code>${required.has(name) ? "" : html`<span class="quiet">?</span>`}
          <span class="type">${typeOf(document, member)}</span>
          ${resolve(document, member).description && html`<span class="quiet"> ${resolve(document, member).description}</span>`}`;
        return html`<li key=${name}>
          ${inner && depth < DEEPEST
            ? html`<details><summary>${line}</summary><${Schema} document=${document} schema=${inner} depth=${depth + 1} /></details>`
            : line}
        </li>`;
      })}
    </ul>
  `;
}

/** The object that a member holds, alone, in an array or as one of several, or null. */
function innerObject(document, schema) {
  const real = resolve(document, schema);
  if (real.properties) {
    return real;
  }
  if (real.type === "array" && real.items) {
    return innerObject(document, real.items);
  }
  for (const each of [...(real.anyOf ?? []), ...(real.oneOf ?? [])]) {
    const inner = innerObject(document, each);
    if (inner) {
      return inner;
    }
  }
  return null;
}

function typeOf(document, schema) {
  const real = resolve(document, schema ?? {});
  if (real.enum) {
    return real.enum.map((value) => JSON.stringify(value)).join(" | ");
  }
  if (real.const !== undefined) {
    return JSON.stringify(real.const);
  }
  const several = real.anyOf ?? real.oneOf;
  if (several) {
    return several.map((each) => typeOf(document, each)).join(" | ");
  }
  if (real.type === "array") {
    return `array of ${real.items ? typeOf(document, real.items) : "anything"}`;
  }
  const type = [real.type ?? "anything"].flat().join(" | ");
  const range = [
    real.minimum !== undefined && `from ${real.minimum}`,
    real.maximum !== undefined && `to ${real.maximum}`,
    real.default !== undefined && `else ${JSON.stringify(real.default)}`,
    real.format,
    real.pattern && `like ${real.pattern}`,
  ].filter(Boolean);
  return range.length ? `${type} (${range.join(", ")})` : type;
}

function resolve(document, node) {
  if (!node?.$ref) {
    return node;
  }
  return node.$ref
    .slice(2)
    .split("/")
    .reduce((at, step) => at[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}
