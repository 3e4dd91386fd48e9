import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--approval-mode", "default"];
const INITIALIZE = { type: "control_request", request_id: "i", request: { subtype: "initialize" } };
const PROMPT = { type: "user", message: { role: "user", content: "Write" }, parent_tool_use_id: null, session_id: "" };

/** A run in which the host answers one permission question. */
async function answering(dialect: "qwen" | "claude", answer: object): Promise<QwenEnd & { written: string }> {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "new\n" };
  const write: Step[] = [{ call: "write_file", input }];
  await using model = fakeModel([write, "Done."]);
  const prompts = dialect === "claude" ? ["--permission-prompt-tool", "stdio"] : [];
  await using run = startQwen([...HOST, "--dialect", dialect, ...prompts], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await run.send(INITIALIZE, PROMPT);
  await run.until(/"can_use_tool"/);
  const question = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n"))).find((line) =>
    line.type === "control_request" && line.request.subtype === "can_use_tool"
  );
  await run.send({
    type: "control_response",
    response: { subtype: "success", request_id: question.request_id, response: answer },
  });
  await run.until(/"type":"result"/);
  const written = await Deno.readTextFile(`${fixture.cwd}/a.txt`).catch(() => "");
  await run.closeInput();
  return { ...await run.end, written };
}

Deno.test("Claude 51: permission_denials list a host's denial in claude, not in qwen", async () => {
  const denial = { behavior: "deny", message: "No." };
  const claude = linesOf((await answering("claude", denial)).stdout).find(({ type }) => type === "result");
  assertEquals(claude.permission_denials.map(({ tool_name }: { tool_name: string }) => tool_name), ["Write"]);
  const qwen = linesOf((await answering("qwen", denial)).stdout).find(({ type }) => type === "result");
  assertEquals(qwen.permission_denials, []);
});

Deno.test("Real clients 6: an empty updatedInput in an allow keeps the input in qwen", async () => {
  const end = await answering("qwen", { behavior: "allow", updatedInput: {} });
  assertEquals(end.written, "new\n");
});

Deno.test("Real clients 8: commands of other programs are usage errors and cost no tokens", async () => {
  await using model = fakeModel([]);
  await using fixture = await Fixture.open();
  const lines = ["config list", "extensions install x", "auth status", "auth status --json", "version"];
  for (const line of lines) {
    const { code, stderr } = await runQwen(line.split(" "), { fixture, env: model.env });
    assertEquals(code, 1, line);
    assertMatch(stderr, /There is no subcommand|--json belongs to/);
  }
  // These exist.
  const servers = await runQwen(["mcp", "list"], { fixture, env: model.env });
  assertEquals([servers.code, /No MCP server/.test(servers.stdout + servers.stderr)], [0, true]);
  const models = await runQwen(["models"], { fixture, env: model.env });
  assertMatch(models.stdout + models.stderr, /model/i);
  assertEquals(model.requests.length, 0);
});

Deno.test("Structured output 59: --bare offers read_file, edit and run_shell_command", async () => {
  await using model = fakeModel(["Hi."]);
  await using fixture = await Fixture.open();
  await runQwen(["--bare", "-p", "Hi"], { fixture, env: model.env });
  const names = model.requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals(names.sort(), ["edit", "read_file", "run_shell_command"]);
  const schema = JSON.stringify({ type: "object", properties: { n: { type: "number" } } });
  const answer = [{ call: "structured_output", input: { n: 1 } }];
  await using asked = fakeModel([answer]);
  await runQwen(["--bare", "--json-schema", schema, "-p", "Hi"], { fixture, env: asked.env });
  const offered = asked.requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals(offered.sort(), ["edit", "read_file", "run_shell_command", "structured_output"]);
});

for (const dialect of ["qwen", "claude"] as const) {
  Deno.test(`Steering: priority "now" joins the running turn in ${dialect}, is acknowledged and has no result`, async () => {
    await using fixture = await Fixture.open();
    const look: Step[] = [{ wait: "go" }, { call: "list_directory", input: { path: fixture.cwd } }];
    await using model = fakeModel([look, "Done."]);
    const options = { fixture, env: model.env, stdin: { open: true } as const };
    await using run = startQwen([...HOST, "--dialect", dialect], options);
    await run.send(INITIALIZE, PROMPT);
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const uuid = "11111111-2222-4333-8444-555555555555";
    await run.send({ ...PROMPT, message: { role: "user", content: "Be brief" }, priority: "now", uuid });
    await run.until(new RegExp(`"uuid":"${uuid}"`));
    model.release("go");
    await run.until(/"type":"result"/);
    await run.closeInput();
    const { stdout } = await run.end;
    assertEquals(linesOf(stdout).filter(({ type }) => type === "result").length, 1);
    assertEquals(model.requests.length, 2);
    assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /Be brief/);
  });
}

Deno.test("Steering: a message without a priority waits for its own turn and has its own result", async () => {
  for (const dialect of ["qwen", "claude"]) {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ wait: "go" }, { text: "One." }], "Two."]);
    const options = { fixture, env: model.env, stdin: { open: true } as const };
    await using run = startQwen([...HOST, "--dialect", dialect], options);
    await run.send(INITIALIZE, PROMPT);
    await model.request(0);
    await run.send({ ...PROMPT, message: { role: "user", content: "Be brief" } });
    model.release("go");
    await run.until(/(?:"type":"result"[^]*){2}/);
    await run.closeInput();
    const results = linesOf((await run.end).stdout).filter(({ type }) => type === "result");
    assertEquals(results.map(({ result }) => result), ["One.", "Two."], dialect);
    assertEquals(JSON.stringify(model.requests[0].body.messages).includes("Be brief"), false);
  }
});

Deno.test("Real clients 3: hooks.enabled, hooks.disabled and hooks.notifications are no events", async () => {
  await using model = fakeModel([], { otherwise: "Hi." });
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const write = (more: object): Promise<void> => {
    const hook = { type: "command", command: `touch ${fixture.cwd}/ran` };
    const hooks = { UserPromptSubmit: [{ hooks: [hook] }], notifications: true, ...more };
    return Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
  };
  const ran = async (more: object): Promise<[number, boolean]> => {
    await write(more);
    const { code } = await runQwen(["-p", "Hi"], { fixture, env: model.env });
    const isThere = await Deno.remove(`${fixture.cwd}/ran`).then(() => true, () => false);
    return [code, isThere];
  };
  assertEquals(await ran({ enabled: true, disabled: [] }), [0, true]);
  assertEquals(await ran({ enabled: false }), [0, false]);
  assertEquals(await ran({ disabled: [`touch ${fixture.cwd}/ran`] }), [0, false]);
});

Deno.test("Real clients 11: UTF-32 with a BOM is read as UTF-32 and written back", async () => {
  for (const encoding of ["utf-32le", "utf-32be"] as const) {
    await using fixture = await Fixture.open();
    const file_path = `${fixture.cwd}/a.txt`;
    const [before, after] = ["Grüße 🐦\n", "Gruß 🐦\n"].map((text) => utf32(text, encoding));
    await Deno.writeFile(file_path, before);
    await using model = fakeModel([
      [{ call: "read_file", input: { file_path } }],
      [{ call: "edit", input: { file_path, old_string: "Grüße", new_string: "Gruß" } }],
      "Done.",
    ]);
    assertEquals((await runQwen(["--yolo", "-p", "Edit"], { fixture, env: model.env })).code, 0);
    assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /Grüße 🐦/);
    assertEquals(await Deno.readFile(file_path), after);
  }
});

/** A text in UTF-32 with its byte order mark. */
function utf32(text: string, encoding: "utf-32le" | "utf-32be"): Uint8Array<ArrayBuffer> {
  const points = [0xfeff, ...Array.from(text, (character) => character.codePointAt(0) ?? 0)];
  const view = new DataView(new ArrayBuffer(4 * points.length));
  points.forEach((point, index) => view.setUint32(4 * index, point, encoding === "utf-32le"));
  return new Uint8Array(view.buffer);
}

/** What a host of qwen is asked about while the model calls a tool of the host's own server. */
async function askedAboutOwnServer(server: object): Promise<string[]> {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ call: "mcp__calc__add", input: { a: 1, b: 2 } }], "Done."]);
  await using run = startQwen([...HOST, "--dialect", "qwen"], { fixture, env: model.env, stdin: { open: true } });
  const request = { subtype: "initialize", sdkMcpServers: { calc: { type: "sdk", name: "calc", ...server } } };
  await run.send({ type: "control_request", request_id: "i", request }, PROMPT);
  const asked: string[] = [];
  for (let seen = 0;; seen++) {
    await run.until(new RegExp(`(?:"type":"control_request"[^\\n]*\\n[^]*){${seen + 1}}|"type":"result"[^\\n]*\\n`));
    const lines = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n") + 1));
    if (lines.some(({ type }) => type === "result")) break;
    const { request_id, request: question } = lines.filter(({ type }) => type === "control_request")[seen];
    const isQuestion = question.subtype === "can_use_tool";
    if (isQuestion) asked.push(question.tool_name);
    const response = isQuestion ? { behavior: "allow", updatedInput: question.input } : mcpAnswer(question.message);
    await run.send({ type: "control_response", response: { subtype: "success", request_id, response } });
  }
  await run.closeInput();
  await run.end;
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /The sum is 3/);
  return asked;
}

// deno-lint-ignore no-explicit-any -- messages of a known shape.
function mcpAnswer({ id, method, params }: any): object {
  if (id === undefined) return { mcp_response: { jsonrpc: "2.0", result: {}, id: 0 } };
  const serverInfo = { name: "calc", version: "1" };
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
    : method === "tools/list"
    ? { tools: [{ name: "add", description: "Adds", inputSchema: { type: "object" } }] }
    : { content: [{ type: "text", text: `The sum is ${params.arguments.a + params.arguments.b}` }] };
  return { mcp_response: { jsonrpc: "2.0", id, result } };
}

Deno.test("Real clients 1: the qwen dialect asks about tools of the host's server, unless it is marked trust", async () => {
  assertEquals(await askedAboutOwnServer({}), ["mcp__calc__add"]);
  assertEquals(await askedAboutOwnServer({ trust: true }), []);
});
