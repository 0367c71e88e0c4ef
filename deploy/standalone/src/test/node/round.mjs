// A round of agents against a running ledger: a planner, two builders who want the same brief, and a
// reviewer, each with an MCP client of its own. Ends with 0 if all of it went as it should.
//
//   node round.mjs http URL            over streamable HTTP
//   node round.mjs stdio COMMAND…      each agent starts COMMAND and speaks with it
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [kind, target, ...rest] = process.argv.slice(2);
const run = randomUUID().slice(0, 8);
const clients = [];

async function agent(name) {
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(
    kind === "http"
      ? new StreamableHTTPClientTransport(new URL("/mcp", target))
      : new StdioClientTransport({ command: target, args: rest, stderr: "inherit" }),
  );
  clients.push(client);
  // Tells the client the output schemas, which it holds every answer against from now on.
  await client.listTools();
  return client;
}

/** Calls a tool; an error of the call is the problem document that its text is. */
async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  const told = JSON.parse(result.content[0].text);
  if (!result.isError) {
    assert.deepEqual(result.structuredContent, told, "the text tells the same");
  }
  return { error: result.isError === true, told };
}

async function done(client, name, args) {
  const { error, told } = await call(client, name, args);
  assert.equal(error, false, `${name}: ${JSON.stringify(told)}`);
  return told;
}

/** Shows a handoff once it stands as it must: links to another partition come a moment later. */
async function shown(client, id, stands) {
  const deadline = Date.now() + 60_000;
  let handoff = await done(client, "show", { id });
  while (!stands(handoff)) {
    assert.ok(Date.now() < deadline, `still: ${JSON.stringify(handoff.handoff)}`);
    await setTimeout(100);
    handoff = await done(client, "show", { id });
  }
  return handoff;
}

/** Changes an artifact as one problem says, knowing nothing else of the artifact's format. */
function mend(artifact, { pointer, message }) {
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const member = path.pop();
  const parent = path.reduce((node, part) => node[part], artifact);
  const oneOf = /must be one of ("[^"]*")/.exec(message);
  const example = /for example (\S+)\.$/.exec(message);
  if (oneOf) {
    parent[member] = JSON.parse(oneOf[1]);
  } else if (example) {
    parent[member] = example[1];
  } else if (/removing it is enough/.test(message)) {
    delete parent[member];
  } else {
    assert.fail(`an agent could not tell from this what to change: ${message}`);
  }
}

/** Publishes; while the artifact is rejected, mends it from the problems alone. */
async function publishMending(client, artifact, args) {
  const codes = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { error, told } = await call(client, "publish", { artifact, ...args });
    if (!error) {
      return { told, codes };
    }
    assert.equal(told.outcome, "rejected", JSON.stringify(told));
    for (const problem of told.problems) {
      codes.push(problem.code);
      mend(artifact, problem);
    }
  }
  assert.fail("rejected three times");
}

const plan = `plan-${run}`;
const build = `build-${run}`;
const review = `review-${run}`;
const codelens = (artifactKind, session, role, surface, payload, parent) => ({
  schema_version: "codelens-handoff-artifact-v1",
  kind: artifactKind,
  session_id: session,
  producer: { role, surface },
  created_at: new Date().toISOString(),
  ...(parent && { parent_artifact: parent }),
  payload,
});

async function plans() {
  const planner = await agent("planner");
  const { tools } = await planner.listTools();
  assert.ok(tools.length <= 12, `${tools.length} tools`);
  assert.ok(tools.every((tool) => tool.outputSchema && tool.annotations?.readOnlyHint !== undefined));
  const { resources } = await planner.listResources();
  assert.ok(resources.length >= 5);
  const schema = await planner.readResource({ uri: "handoff://schemas/codelens" });
  assert.ok(JSON.parse(schema.contents[0].text).$schema);
  const prompt = await planner.getPrompt({ name: "planner", arguments: { goal: 'say "hello"\n' } });
  assert.match(prompt.messages[1].content.text, /"goal":"say \\"hello\\"\\n"/);

  const brief = codelens("planner_brief", plan, "planner-reviewer", "planner-readonly", {
    goal: "Resume a stopped import",
    rationale: "The importer loses rows when it is stopped half way",
    ranked_context: [
      { kind: "file", reference: "src/reader.py", rank: 0.9, why: "where rows are read" },
    ],
    target_paths: ["src/reader.py"],
    scope: { file_change_cap: 3, forbidden_paths: ["src/billing"] },
    acceptance: [{ id: "ac-1", statement: "it resumes", verification: "pytest" }],
    preflight: {
      verify_change_readiness: {
        status: "ready",
        generated_at: new Date().toISOString(),
        ttl_seconds: 3600,
        blockers: [],
        cautions: [],
      },
    },
  });
  const recorded = await done(planner, "publish", { artifact: brief, publisher: `planner-${run}` });
  assert.equal(recorded.outcome, "recorded");
  assert.deepEqual(recorded.roles, ["builder-refactor"]);
  return recorded.id;
}

async function builds(brief) {
  const inbox = await (await agent("onlooker")).readResource({
    uri: "handoff://inbox/builder-refactor",
  });
  assert.ok(JSON.parse(inbox.contents[0].text).handoffs.some((handoff) => handoff.id === brief));

  const racers = await Promise.all([agent("builder-1"), agent("builder-2")]);
  const claims = await Promise.all(
    racers.map((client, i) =>
      done(client, "claim_next", {
        role: "builder-refactor",
        holder: `builder-${i + 1}-${run}`,
        sessions: [`codelens/${plan}`],
      }),
    ),
  );
  const winners = claims.filter((claim) => claim.claimed);
  assert.equal(winners.length, 1, "exactly one of those who race for a brief has it");
  const [claim] = winners;
  const builder = racers[claims.indexOf(claim)];
  assert.equal(claim.handoff.id, brief);
  assert.equal(claim.artifact.payload.goal, "Resume a stopped import");
  assert.equal(claims.find((other) => !other.claimed).reason.code, "nothing_to_claim");

  const renewed = await done(builder, "renew", { token: claim.token, lease_seconds: 3600 });
  assert.ok(Date.parse(renewed.until) > Date.parse(claim.until));

  const result = codelens(
    "builder_result",
    build,
    "builder-refactor",
    "builder",
    {
      changed_files: [
        { path: "src/reader.py", change_type: "modify", lines_added: 38, lines_removed: 12 },
      ],
      acceptance_results: [{ id: "ac-1", status: "pass", evidence: "41 passed" }],
      tests: { commands: ["pytest"], passed: 41, failed: 0 },
      audit: { status: "pass", failed_checks: [] },
      mood: "proud",
    },
    { kind: "planner_brief", session_id: plan },
  );
  result.created_at = "yesterday";
  const { told, codes } = await publishMending(builder, result, {
    publisher: claim.holder,
    claim_token: claim.token,
  });
  assert.ok(codes.includes("schema_violation") && codes.includes("bad_timestamp"), `${codes}`);
  const linked = await shown(builder, told.id, ({ handoff }) => handoff.link.status === "linked");
  assert.equal(linked.handoff.link.parent, brief);
  const answered = await shown(builder, brief, ({ handoff }) => handoff.completed_by !== null);
  assert.equal(answered.handoff.open, false);
  assert.equal(answered.handoff.completed_by, told.id);

  const late = await call(builder, "renew", { token: claim.token });
  assert.ok(late.error && late.told.code === "lease_ended", JSON.stringify(late.told));
  return told.id;
}

async function reviews(result) {
  const reviewer = await agent("reviewer");
  const gate = await done(reviewer, "gate", { id: result });
  assert.equal(gate.passes, false);
  const claim = await done(reviewer, "claim_next", {
    role: "reviewer",
    holder: `reviewer-${run}`,
    sessions: [`codelens/${build}`],
    wait_seconds: 10,
  });
  assert.equal(claim.handoff.id, result);
  const lineage = await done(reviewer, "lineage", { id: result, direction: "up" });
  assert.deepEqual(
    lineage.nodes.map((node) => node.kind),
    ["builder_result", "planner_brief"],
  );
  const verdict = codelens(
    "reviewer_verdict",
    review,
    "reviewer",
    "reviewer-graph",
    {
      decision: "approve",
      rationale: "It resumes where it stopped",
      audit: { status: "pass", failed_checks: [] },
    },
    { kind: "builder_result", session_id: build },
  );
  const recorded = await done(reviewer, "publish", {
    artifact: JSON.stringify(verdict),
    publisher: claim.holder,
    claim_token: claim.token,
  });
  assert.deepEqual(recorded.roles, ["merge-gate"]);
  await shown(reviewer, recorded.id, ({ handoff }) => handoff.link.status === "linked");
  const passed = await done(reviewer, "gate", { session: `codelens/${review}` });
  assert.equal(passed.passes, true, JSON.stringify(passed));
}

async function resumes() {
  const newcomer = await agent("newcomer");
  const resumed = await done(newcomer, "resume_session", { session: `codelens/${build}` });
  assert.equal(resumed.artifact.kind, "builder_result");
  assert.equal(resumed.chain.state, "approved");
  assert.equal(resumed.facts.at(-1).fact, "recorded");
}

try {
  const brief = await plans();
  const result = await builds(brief);
  await reviews(result);
  await resumes();
  process.stdout.write(`planned, built, reviewed and resumed over ${kind}\n`);
} finally {
  await Promise.all(clients.map((client) => client.close()));
}
