/** MCP servers as a person adds them: words of the command line, transports, revisions, the budget of definitions. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { toolResults } from "../support/agent_run.ts";
import { fakeModel, type ReceivedRequest } from "../support/fake_model.ts";
import { Fixture, type QwenEnd, runQwen } from "../support/qwen.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const OLD_SERVER = [Deno.execPath(), "run", "-A", "--quiet", "--no-config", `${ROOT}tests/support/mcp_server.ts`];
const OFFICIAL = [
  Deno.execPath(),
  ...["run", "-A", "--quiet", "--config", `${ROOT}deno.json`, `${ROOT}tests/support/mcp_official_server.ts`],
];
// Servers get a clean environment; the cache of Deno lies outside the home of the test.
const DENO_DIR = Deno.env.get("DENO_DIR") ??
  `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;

// deno-lint-ignore no-explicit-any -- the settings that the program wrote.
async function serversOf(fixture: Fixture): Promise<any> {
  return JSON.parse(await Deno.readTextFile(`${fixture.home}/.qwen/settings.json`)).mcpServers;
}

function offered(request: ReceivedRequest): string[] {
  return request.body.tools.map((tool: { function: { name: string } }) => tool.function.name);
}

Deno.test("qwen mcp add: every word after NAME belongs to the command, and the -- before it is dropped", async () => {
  await using fixture = await Fixture.open();
  const add = (...words: string[]): Promise<QwenEnd> => runQwen(["mcp", "add", ...words], { fixture });
  const own = ["--json", "-e", "A=b", "--scope", "project", "--help", "--model", "m", "-H", "X: y"];
  assertEquals((await add("--transport", "stdio", "plain", "server", ...own)).code, 0);
  assertEquals((await add("--scope", "user", "dashed", "--", "npm", "run", "it", "--", "--port", "3")).code, 0);
  assertEquals(await serversOf(fixture), {
    plain: { command: "server", args: own },
    dashed: { command: "npm", args: ["run", "it", "--", "--port", "3"] },
  });
  for (
    const [words, reason] of [
      [["--model", "m", "x", "y"], "--model is no flag of qwen mcp add"],
      [["--approval-mode=yolo", "x", "y"], "--approval-mode is no flag of qwen mcp add"],
      [["x", "https://h/mcp", "more"], "has only a URL"],
      [["-e", "A=b", "x", "https://h/mcp"], "-e is for commands"],
      [["a name", "y"], "is no name of a server"],
    ] as const
  ) {
    const { code, stderr } = await add(...words);
    assertEquals(code, 1, words.join(" "));
    assertStringIncludes(stderr, reason);
  }
  assertEquals(Object.keys(await serversOf(fixture)), ["plain", "dashed"]);
});

Deno.test("qwen mcp add: the server that was added is tested and used, and keeps its environment", async () => {
  await using fixture = await Fixture.open();
  const env = ["-e", `DENO_DIR=${DENO_DIR}`, "-e", "MCP_TEST_MARK=seen", "-e", "API_KEY=hunter2"];
  await runQwen(["mcp", "add", ...env, "old", ...OLD_SERVER], { fixture });
  const tested = await runQwen(["mcp", "test", "old"], { fixture });
  assertEquals(tested.code, 0, tested.stderr);
  for (const tool of ["add", "fail", "environment"]) assertStringIncludes(tested.stdout, `- ${tool}`);
  await using model = fakeModel([[{ call: "mcp__old__environment", input: {} }], "Done."]);
  const args = ["-p", "go", "--approval-mode", "yolo"];
  assertEquals((await runQwen(args, { fixture, env: model.env })).code, 0);
  assertEquals(JSON.parse(toolResults(model.requests[1])[0]).MCP_TEST_MARK, "seen");
  const listed = await runQwen(["mcp", "list"], { fixture });
  assertStringIncludes(listed.stdout, "old");
  const shown = await runQwen(["mcp", "get", "old"], { fixture });
  assertStringIncludes(shown.stdout, '"MCP_TEST_MARK":"seen","API_KEY":"***"');
  assert(!(listed.stdout + shown.stdout).includes("hunter2"));
});

Deno.test("a server of a project is used with --trust-project only, and its tools still need permission", async () => {
  await using fixture = await Fixture.open();
  const added = await runQwen(["mcp", "add", "--scope", "project", "old", ...OLD_SERVER], { fixture });
  assertStringIncludes(added.stdout, "--trust-project");
  const untrusted = await runQwen(["mcp", "test", "old"], { fixture });
  assertEquals([untrusted.code, untrusted.stdout], [1, ""]);
  assertStringIncludes(untrusted.stderr, "--trust-project");
  for (const flags of [[], ["--trust-project"]]) {
    await using model = fakeModel([[{ call: "mcp__old__fail", input: {} }], "Done."]);
    const args = ["-p", "go", "--approval-mode", "default", ...flags];
    await runQwen(args, { fixture, env: { ...model.env, DENO_DIR } });
    assertEquals(offered(model.requests[0]).includes("mcp__old__add"), flags.length > 0);
    assert(!/it failed/i.test(toolResults(model.requests[1])[0]), toolResults(model.requests[1])[0]);
  }
});

Deno.test("a server that knows an older revision only is met on that one, and a server by SSE works", async () => {
  const encoder = new TextEncoder();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const resultOf = (method: string): object =>
    ({
      "initialize": {
        protocolVersion: "2024-11-05",
        capabilities: { tools: {} },
        serverInfo: { name: "sse", version: "1" },
      },
      "tools/list": { tools: [{ name: "hello", description: "Greets", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "hello by SSE" }] },
    })[method] ?? {};
  const web = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    if (request.method === "GET") {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.add(controller);
          controller.enqueue(encoder.encode("event: endpoint\ndata: /post\n\n"));
        },
        cancel: () => streams.clear(),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    const { id, method } = await request.json();
    const line = JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method) });
    if (id !== undefined) { for (const to of streams) to.enqueue(encoder.encode(`event: message\ndata: ${line}\n\n`)); }
    return new Response(null, { status: 202 });
  });
  try {
    await using fixture = await Fixture.open();
    const url = `http://127.0.0.1:${web.addr.port}/sse`;
    await runQwen(["mcp", "add", "--transport", "sse", "far", url], { fixture });
    const { code, stdout, stderr } = await runQwen(["mcp", "test", "far", "--json"], { fixture });
    assertEquals(code, 0, stderr);
    const { protocol_version, status, transport, tools } = JSON.parse(stdout);
    assertEquals([protocol_version, status, transport, tools[0].name], ["2024-11-05", "connected", "sse", "hello"]);
    await using model = fakeModel([[{ call: "mcp__far__hello", input: {} }], "Done."]);
    await runQwen(["-p", "go", "--approval-mode", "yolo"], { fixture, env: model.env });
    assertEquals(toolResults(model.requests[1]), ["hello by SSE"]);
  } finally {
    await web.shutdown();
  }
});

Deno.test("definitions beyond 40,000 bytes are held back by default, and tool_search takes a query", async () => {
  await using fixture = await Fixture.open();
  const [command, ...args] = [...OFFICIAL, "150"];
  const mcpServers = { pipe: { command, args, env: { DENO_DIR }, trust: true } };
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ mcpServers }), { mode: 0o600 });
  await using model = fakeModel([
    [{ call: "tool_search", input: { query: "nothing like this exists" } }],
    [{ call: "tool_search", input: {} }],
    "Done.",
  ]);
  const { code, stderr } = await runQwen(["-p", "go"], { fixture, env: model.env });
  assertEquals(code, 0, stderr);
  // deno-lint-ignore no-explicit-any -- the tools of a request.
  const tools: any[] = model.requests[0].body.tools.map((tool: any) => tool.function);
  const sent = tools.filter(({ name }) => name.startsWith("mcp__"));
  const size = JSON.stringify(sent).length;
  assert(sent.length > 10 && sent.length < 153 && size < 60_000, `${sent.length} tools, ${size} characters`);
  const search = tools.find(({ name }) => name === "tool_search");
  assertEquals([Object.keys(search.parameters.properties), search.parameters.required], [["query"], ["query"]]);
  const results = toolResults(model.requests[2]);
  assert(!results[0].includes("mcp__pipe__further_149"), results[0]);
  assertStringIncludes(results[1], "query");
});
