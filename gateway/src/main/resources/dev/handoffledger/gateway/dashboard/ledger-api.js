/** The ledger's HTTP API, of which `docs/http.md` tells. */

/** What the ledger answered instead of what was asked for. */
export class LedgerProblem extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `The ledger answered ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

/** A path of the API: each step percent-encoded, members of the query that are empty left out. */
export function path(steps, query = {}) {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (steps.some((step) => step === "." || step === "..")) {
    throw new LedgerProblem(0, { title: "No browser can ask for a name that is only dots." });
  }
  const text = steps.map(encodeURIComponent).join("/");
  return `/v1/${text}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

async function send(url, options = {}) {
  let answer;
  try {
    answer = await fetch(url, { cache: "no-cache", ...options });
  } catch (cause) {
    if (cause.name === "AbortError") {
      throw cause;
    }
    throw new LedgerProblem(0, { title: "The ledger cannot be reached." });
  }
  if (!answer.ok) {
    throw new LedgerProblem(answer.status, await problemOf(answer));
  }
  return answer;
}

async function problemOf(answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  return /^application\/(problem\+)?json/.test(type) ? answer.json() : {};
}

export async function getJson(url, signal) {
  return (await send(url, { signal })).json();
}

export async function getText(url, accept, signal) {
  return (await send(url, { signal, headers: { Accept: accept } })).text();
}

/** The bytes of an artifact as text; what is not UTF-8 shows as U+FFFD. */
export async function getArtifact(url, signal) {
  const bytes = await (await send(url, { signal })).arrayBuffer();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Posts JSON; sent again under the same key, it is done once. */
export async function postJson(url, body, idempotencyKey) {
  const answer = await send(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify(body),
  });
  return answer.json();
}
