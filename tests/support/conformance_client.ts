/**
 * The client that the MCP conformance suite starts: `conformance_client.ts URL`. It drives the real program as a host
 * does. It logs in where the server wants that, following the printed address as a browser would. Then it sends a prompt
 * to a model that calls every MCP tool it is offered. Questions of servers are accepted with empty content.
 *
 * Environment, set by the suite: MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION and, for some scenarios,
 * MCP_CONFORMANCE_CONTEXT. QWEN_CONFORMANCE_SLOTS names a folder of lock files, by which few clients run at a time.
 */
import { fakeModel, type ReceivedRequest, type Reply, type Step } from "./fake_model.ts";
import { Fixture, startQwen } from "./qwen.ts";

const SLOTS = 3;
const MAX_LOGINS = 3;
const MAX_WAIT_MS = 60_000;

interface Context {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
}

interface Offered {
  name: string;
  parameters: unknown;
}

/** Optional parts of the protocol that this program does not have; no revision requires them. */
const EXTENSIONS = /^auth\/(client-credentials|enterprise-managed|dpop|wif)/;

const scenario = Deno.env.get("MCP_CONFORMANCE_SCENARIO") ?? "";
const revision = Deno.env.get("MCP_CONFORMANCE_PROTOCOL_VERSION") ?? "";
const context: Context = JSON.parse(Deno.env.get("MCP_CONFORMANCE_CONTEXT") ?? "{}");

/** Runs when one of a few places is free. */
async function inSlot<Result>(body: () => Promise<Result>): Promise<Result> {
  const folder = Deno.env.get("QWEN_CONFORMANCE_SLOTS");
  if (!folder) return await body();
  using lock = await Deno.open(`${folder}/slot-${Deno.pid % SLOTS}`, { create: true, write: true });
  await lock.lock(true);
  return await body();
}

/** The settings of the one server. */
function settings(url: string): object {
  const oauth = {
    ...(context.client_id ? { clientId: context.client_id, clientSecret: context.client_secret } : {}),
    ...(scenario === "auth/basic-cimd"
      ? { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" }
      : {}),
  };
  return { mcpServers: { conf: { httpUrl: url, trust: true, protocolVersion: revision, oauth } } };
}

/** Logs in as a person with a browser does; returns whether it worked. */
async function logIn(fixture: Fixture): Promise<boolean> {
  await using run = startQwen(["mcp", "login", "conf"], { fixture });
  const visited = new Set<string>();
  let isOver = false;
  const ended = run.end.finally(() => isOver = true);
  while (!isOver) {
    const next = run.stdout.match(/^http:\S+(?=\n)/gm)?.find((url) => !visited.has(url));
    if (next === undefined) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
      continue;
    }
    visited.add(next);
    // The redirect of the authorization server leads to the address on which the program listens.
    await (await fetch(next)).body?.cancel();
  }
  const { code, stderr } = await ended;
  if (code !== 0) console.error(`login: ${stderr}`);
  return code === 0;
}

/** Answers of the model: every offered tool once, then the end. */
function play(): (request: ReceivedRequest) => Reply {
  let isFirst = true;
  return ({ body }) => {
    if (!isFirst) return "Done.";
    isFirst = false;
    const offered: Offered[] = (body.tools ?? []).map((tool: { function: Offered }) => tool.function);
    const calls = offered.filter(({ name }) => name.startsWith("mcp__conf__")).map(({ name }): Step => {
      const own = name.slice("mcp__conf__".length);
      const wanted = context.toolCalls?.find((call) => call.name === own);
      // One scenario wants to see the definition of another tool as it reached the model.
      const schema = offered.find((tool) => tool.name.endsWith("json_schema_2020_12_tool"))?.parameters;
      return { call: name, input: wanted?.arguments ?? { a: 5, b: 3, region: "us-west1", schema } };
    });
    const uri = "https://example.com/resource?id=123";
    const resource: Step[] = offered.some(({ name }) => name === "read_mcp_resource")
      ? [{ call: "read_mcp_resource", input: { server_name: "conf", uri } }]
      : [];
    return calls.length + resource.length === 0 ? "Nothing to do." : [...calls, ...resource];
  };
}

/** Sends a prompt and answers questions; returns what was said on stderr. */
async function runPrompt(fixture: Fixture): Promise<string> {
  const reply = play();
  await using model = fakeModel([reply], { otherwise: reply });
  const args = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "qwen"];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  await run.send(
    { type: "control_request", request_id: "1", request: { subtype: "initialize" } },
    { type: "user", session_id: "s", message: { role: "user", content: "Call every tool." }, parent_tool_use_id: null },
  );
  const answered = new Set<string>();
  const limit = AbortSignal.timeout(MAX_WAIT_MS);
  let records: { type: string; request_id?: string; request?: { subtype: string } }[] = [];
  while (!records.some(({ type }) => type === "result")) {
    limit.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
    records = run.stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
    for (const { type, request_id: id, request } of records) {
      if (type !== "control_request" || id === undefined || answered.has(id)) continue;
      answered.add(id);
      const response = request?.subtype === "elicitation" ? { action: "accept", content: {} } : {};
      await run.send({ type: "control_response", response: { subtype: "success", request_id: id, response } });
    }
  }
  await run.closeInput();
  const { stdout, stderr } = await run.end;
  console.log(stdout);
  return stderr + stdout;
}

async function main(url: string): Promise<number> {
  if (EXTENSIONS.test(scenario)) return 1;
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings(url)), { mode: 0o600 });
  if (scenario.startsWith("auth/") && !await logIn(fixture)) return 1;
  let said = await runPrompt(fixture);
  // The server wants more than the first login asked for.
  for (let logins = 1; said.includes("run qwen mcp login conf"); logins++) {
    if (logins === MAX_LOGINS || !await logIn(fixture)) return 1;
    said = await runPrompt(fixture);
  }
  console.error(said.split("\n").filter((line) => !line.startsWith("{")).join("\n"));
  return 0;
}

Deno.exit(await inSlot(() => main(Deno.args.at(-1) ?? "")));
