import { assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { MCP_SERVER } from "../support/sdk_stage.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "claude"];

/** Sends requests one after the other and returns the body of each answer. */
async function asked(
  requests: readonly object[],
  options: { args?: string[]; replies?: string[] } = {},
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
): Promise<any[]> {
  await using fixture = await Fixture.open();
  await using model = fakeModel(options.replies ?? []);
  await using run = startQwen([...HOST, ...options.args ?? []], { fixture, env: model.env, stdin: { open: true } });
  for (const [index, request] of [{ subtype: "initialize" }, ...requests].entries()) {
    await run.send({ type: "control_request", request_id: `r${index}`, request });
    await run.until(new RegExp(`"control_response".*"request_id":"r${index}"`));
  }
  await run.closeInput();
  const answers = linesOf((await run.end).stdout).filter(({ type }) => type === "control_response");
  return answers.slice(1).map(({ response }) => response);
}

const SERVERS = {
  mcpServers: { calc: { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] } },
};

Deno.test("Claude 52: mcp_message reaches the server, and its answer comes back", async () => {
  const message = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } };
  const [answer, note, unknown] = await asked([
    { subtype: "mcp_message", server_name: "calc", message },
    {
      subtype: "mcp_message",
      server_name: "calc",
      message: { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
    },
    { subtype: "mcp_message", server_name: "nobody", message },
  ], { args: ["--mcp-config", JSON.stringify(SERVERS)] });
  assertEquals([answer.response.mcp_response.id, answer.response.mcp_response.result.content[0].text], [7, "3"]);
  assertEquals([note.subtype, note.response], ["success", {}]);
  assertEquals(unknown.subtype, "error");
});

Deno.test("Real clients 14: generate_session_title answers with a title", async () => {
  const request = { subtype: "generate_session_title", description: "The build fails on Windows", persist: true };
  const [answer, broken] = await asked([request, { subtype: "generate_session_title" }], {
    replies: ['"Fix the Windows build."\n'],
  });
  assertEquals([answer.subtype, answer.response], ["success", { title: "Fix the Windows build" }]);
  assertEquals(broken.subtype, "error");
});

Deno.test("Real clients 14: a title that persists names the session from then on", async () => {
  for (const persist of [true, false]) {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Hi.", "Fix the build", "Again."]);
    await using run = startQwen(HOST, { fixture, env: model.env, stdin: { open: true } });
    const prompt = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null, session_id: "" };
    await run.send(prompt);
    await run.until(/"type":"result"/);
    const request = { subtype: "generate_session_title", description: "The build fails", persist };
    await run.send({ type: "control_request", request_id: "t", request });
    await run.until(/"control_response".*"title":"Fix the build"/);
    await run.closeInput();
    await run.end;
    // The title finds the session, which goes on with all that was said.
    const resumed = await runQwen([...HOST, "--resume", "Fix the build"], {
      fixture,
      env: model.env,
      stdin: `${JSON.stringify(prompt)}\n`,
    });
    assertEquals(resumed.code === 0, persist, resumed.stderr);
    assertEquals(model.requests.length, persist ? 3 : 2);
  }
});

Deno.test("Real clients 14: a server that answers 401 has the status needs-auth", async () => {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("", { status: 401 }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/mcp`;
  const config = JSON.stringify({ mcpServers: { shut: { type: "http", url } } });
  try {
    const [status] = await asked([{ subtype: "mcp_reconnect", serverName: "shut" }, { subtype: "mcp_status" }], {
      args: ["--mcp-config", config],
    }).then((answers) => answers.slice(-1));
    assertEquals(status.response.mcpServers[0].status, "needs-auth");
  } finally {
    await server.shutdown();
  }
});
