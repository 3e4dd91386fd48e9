/** How the program copes with MCP servers that ask, take long, hang, flood, or want a login. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { toolResults } from "../support/agent_run.ts";
import { fakeModel, type ReceivedRequest } from "../support/fake_model.ts";
import { Fixture, linesOf, type RunningQwen, runQwen, startQwen } from "../support/qwen.ts";

const SERVER = fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url));
const HOST = ["--input-format", "stream-json", "--output-format", "stream-json"];
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };

function server(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", SERVER], trust: true, ...more };
}

function withServer(entry: Record<string, unknown>): string[] {
  return ["--mcp-config", JSON.stringify({ mcpServers: { s: entry } })];
}

/** The result of the last call that a request carries. */
function lastResult(request: ReceivedRequest | undefined): string {
  return toolResults(request).at(-1) ?? "";
}

// deno-lint-ignore no-explicit-any -- records of a known shape.
async function recordOf(run: RunningQwen, fits: (record: any) => boolean): Promise<any> {
  for (;;) {
    const whole = run.stdout.slice(0, run.stdout.lastIndexOf("\n") + 1);
    const found = linesOf(whole).find(fits);
    if (found) return found;
    await run.until(new RegExp(`^[\\s\\S]{${run.stdout.length + 1},}`));
  }
}

for (const dialect of ["qwen", "claude"]) {
  Deno.test(`a server that wants a login is needs-auth in the first record of ${dialect}, and the run goes on`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Done."]);
    const web = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => undefined },
      () => new Response("login", { status: 401, headers: { "www-authenticate": "Bearer" } }),
    );
    const entry = { type: "http", httpUrl: `http://127.0.0.1:${web.addr.port}/mcp` };
    const args = [
      "-p",
      "go",
      "--dialect",
      dialect,
      "--output-format",
      "stream-json",
      "--verbose",
      ...withServer(entry),
    ];
    const { code, stdout, stderr } = await runQwen(args, { fixture, env: model.env });
    await web.shutdown();
    assertEquals(code, 0, stderr);
    const init = linesOf(stdout).find(({ subtype }) => subtype === "init");
    assertEquals(init.mcp_servers, [{ name: "s", status: "needs-auth" }]);
    assertEquals(linesOf(stdout).at(-1).result, "Done.");
  });
}

Deno.test("a server's question reaches the host, and what it leaves out gets the default", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ call: "mcp__s__ask", input: { default: "Ada" } }], "Done."]);
  const args = [...HOST, "--dialect", "claude", "--permission-prompt-tool", "stdio", ...withServer(server())];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  await run.send({ type: "control_request", request_id: "i", request: { subtype: "initialize" } }, PROMPT);
  const question = await recordOf(run, ({ request }) => request?.subtype === "elicitation");
  assertEquals([question.request.mcp_server_name, question.request.message], ["s", "Your name?"]);
  assertEquals(question.request.requested_schema.properties.name.default, "Ada");
  const response = { subtype: "success", request_id: question.request_id, response: { action: "accept", content: {} } };
  await run.send({ type: "control_response", response });
  await run.until(/"type":"result"/);
  assertEquals(JSON.parse(lastResult(model.requests[1])), { action: "accept", content: { name: "Ada" } });
  await run.closeInput();
  assertEquals((await run.end).code, 0);
});

Deno.test("progress keeps a call alive beyond its time limit", async () => {
  await using fixture = await Fixture.open();
  // Eight reports, one a second, with a limit of five seconds.
  await using model = fakeModel([[{ call: "mcp__s__long", input: { everyMs: 1_000 } }], "Done."]);
  const { code, stderr } = await runQwen(["-p", "go", ...withServer(server({ timeout: 5_000 }))], {
    fixture,
    env: model.env,
  });
  assertEquals([code, lastResult(model.requests[1])], [0, "done"], stderr);
});

Deno.test("an interrupt cancels the call on the server too, and the session goes on with it", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([
    [{ call: "mcp__s__wait", input: {} }],
    [{ call: "mcp__s__cancelled", input: {} }],
    "Done.",
  ]);
  const args = [...HOST, "--dialect", "qwen", "--include-partial-messages", ...withServer(server())];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  await run.send({ type: "control_request", request_id: "i", request: { subtype: "initialize" } }, PROMPT);
  // Its first progress shows that the server has the call.
  await run.until(/tool_progress/);
  await run.send({ type: "control_request", request_id: "stop", request: { subtype: "interrupt" } });
  await recordOf(run, ({ type }) => type === "result");
  await run.send(PROMPT);
  await recordOf(run, ({ type, result }) => type === "result" && result === "Done.");
  const told = JSON.parse(lastResult(model.requests.at(-1)));
  assertEquals(told.length, 1);
  await run.closeInput();
  await run.end;
});

Deno.test("a server that hangs is reported and started again", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([
    [{ call: "mcp__s__hang", input: {} }],
    [{ call: "mcp__s__add", input: { a: 1, b: 1 } }],
    "Done.",
  ]);
  const args = ["-p", "go", ...withServer(server({ timeout: 3_000 }))];
  const { code, stderr } = await runQwen(args, { fixture, env: model.env });
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "It is started again.");
  assertEquals(lastResult(model.requests[2]), "2");
});

Deno.test("a server that ends at every call is given up, and the run ends with its answer", async () => {
  await using fixture = await Fixture.open();
  const deaths = Array.from({ length: 8 }, () => [{ call: "mcp__s__die", input: {} }]);
  await using model = fakeModel([...deaths, "Done."]);
  const { code, stdout, stderr } = await runQwen(["-p", "go", ...withServer(server())], { fixture, env: model.env });
  assertEquals([code, stdout.trim()], [0, "Done."], stderr);
  assertMatch(stderr, /was lost/);
  const restarts = stderr.match(/It is started again/g)?.length ?? 0;
  assert(restarts > 0 && restarts < 8, stderr);
});

Deno.test("an answer without an end is cut, whether it comes by a pipe or from the web", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ call: "mcp__s__flood", input: { size: 30_000_000 } }], "Done."]);
  const { code, stdout } = await runQwen(["-p", "go", ...withServer(server())], { fixture, env: model.env });
  assertEquals([code, stdout.trim()], [0, "Done."]);
  const { length } = lastResult(model.requests[1]);
  assert(length > 0 && length < 5_000_000, String(length));

  let sent = 0;
  const piece = new TextEncoder().encode("x".repeat(65_536));
  const web = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += piece.length;
        controller.enqueue(piece);
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  await using second = fakeModel(["Done."]);
  const entry = { type: "http", httpUrl: `http://127.0.0.1:${web.addr.port}/mcp` };
  const end = await runQwen(["-p", "go", ...withServer(entry)], { fixture, env: second.env });
  await web.shutdown();
  assertEquals([end.code, end.stdout.trim()], [0, "Done."], end.stderr);
  assertMatch(end.stderr, /s \(its answer is longer than \d+ bytes\)/);
  assert(sent < 500_000_000, String(sent));
});
