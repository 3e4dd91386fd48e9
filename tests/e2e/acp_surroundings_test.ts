/** ACP: what surrounds the turns of a session: flags, folders, models, servers of the client, commands. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { acpStage, choose, errorOf } from "../support/acp_host.ts";
import type { RpcMessage } from "../support/acp_schema.ts";
import { officialServer } from "../support/mcp_official_server.ts";
import { runQwen } from "../support/qwen.ts";

const MCP_SERVER = fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url));
const shell = (command: string): [{ call: string; input: unknown }] => [
  { call: "run_shell_command", input: { command } },
];
const toolNames = (request: { body: RpcMessage }): string[] =>
  request.body.tools.map((tool: RpcMessage) => tool.function.name);

Deno.test("acp: every request before initialize is refused, and works after it", async () => {
  await using stage = await acpStage();
  const host = stage.launch();
  const methods = ["session/load", "session/resume", "session/list", "session/prompt", "session/set_mode"];
  const others = ["session/set_config_option", "session/close", "session/delete", "authenticate", "session/unknown"];
  for (const method of [...methods, ...others]) {
    const error = await errorOf(host.request(method, { sessionId: "x", cwd: stage.cwd, mcpServers: [] }));
    assertEquals(error.code, -32600, method);
    assertMatch(error.message, /initialize/);
  }
  await host.initialize();
  assertEquals((await host.request("session/list")).sessions, []);
});

Deno.test("acp: without a provider the first request is answered with the reason, and the program ends", async () => {
  await using stage = await acpStage({ env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", OPENAI_MODEL: "" } });
  const host = stage.launch();
  const error = await errorOf(host.initialize());
  assertEquals([error.code, error.data.code], [-32000, "no_auth"]);
  assertMatch(error.message, /OPENAI_API_KEY/);
  const { code, stderr } = await host.run.end;
  assertEquals(code, 1);
  assertMatch(stderr, /No provider is configured/);
});

Deno.test("acp: flags keep their meaning: excluded tools, the model and the system prompt", async () => {
  await using stage = await acpStage({ replies: ["Hi."] });
  const host = await stage.start([
    ...["--exclude-tools", "run_shell_command,write_file", "--model", "mine"],
    ...["--append-system-prompt", "Speak in rhymes."],
  ]);
  await host.prompt(await host.newSession(), "Hi");
  const [request] = stage.model.requests;
  const names = toolNames(request);
  assertEquals(["run_shell_command", "write_file", "read_file"].map((name) => names.includes(name)), [
    false,
    false,
    true,
  ]);
  assertEquals(request.body.model, "mine");
  assert(request.body.messages[0].content.includes("Speak in rhymes."));
});

Deno.test("acp: stdout has the protocol only, whatever is set; diagnosis goes to stderr", async () => {
  await using stage = await acpStage({
    replies: ["Hi."],
    env: { QWEN_CODE_DEBUG: "1", DEBUG: "1" },
    files: { "QWEN.md": "A rule.", ".qwen/skills/open/SKILL.md": "---\ndescription: x\n" },
  });
  // The host parses each line and checks it against the published schema.
  const host = await stage.start(["--verbose", "--debug"]);
  await host.prompt(await host.newSession(), "Hi");
  assertEquals((await host.finish()).code, 0);
});

Deno.test("acp: the models are the current one and those of its provider, the efforts those of --effort", async () => {
  const modelProviders = { openai: [{ id: "second" }], anthropic: [{ id: "claude-x" }], gemini: [{ id: "gemini-x" }] };
  await using stage = await acpStage({ flags: ["--settings", JSON.stringify({ modelProviders })] });
  const host = await stage.start(["--model", "first"]);
  const { configOptions: [model, effort] } = await host.request("session/new", { cwd: stage.cwd, mcpServers: [] });
  const values = ({ options }: RpcMessage): string[] => options.map(({ value }: RpcMessage) => value);
  assertEquals([model.currentValue, values(model).toSorted()], ["first", ["first", "second"]]);
  const { stderr } = await runQwen(["-p", "x", "--effort", "enormous"], { fixture: stage.fixture });
  const known = /Choices: (.*)/.exec(stderr)?.[1] ?? "";
  assertEquals(values(effort).filter((name) => name !== "default"), JSON.parse(`[${known}]`));
  assert(values(effort).includes("high"));
});

Deno.test("acp: every effort reaches the provider, and the model's own is none", async () => {
  const efforts = ["low", "medium", "high", "default"];
  await using stage = await acpStage({ replies: efforts.map(() => "Hi.") });
  const host = await stage.start();
  const sessionId = await host.newSession();
  for (const value of efforts) {
    await host.request("session/set_config_option", { sessionId, configId: "effort", value });
    await host.prompt(sessionId, "Hi");
  }
  assertEquals(stage.model.requests.map(({ body }) => body.reasoning_effort), ["low", "medium", "high", undefined]);
});

Deno.test("acp: a session has the rules, the instructions and the commands of its own folder", async () => {
  await using stage = await acpStage({
    files: {
      "AGENTS.md": "rule of the process",
      "inner/AGENTS.md": "rule of the session",
      "inner/.qwen/settings.json": JSON.stringify({ permissions: { deny: ["Read(secret.txt)"] } }),
      "inner/.claude/commands/greet.md": "Say hello to $ARGUMENTS",
      "inner/secret.txt": "the secret",
    },
    replies: [shell("pwd"), [{ call: "read_file", input: { file_path: "secret.txt" } }], "Done.", "Hello."],
  });
  const inner = `${stage.cwd}/inner`;
  await new Deno.Command("git", { args: ["init", "-q", inner] }).output();
  const host = await stage.start(["--approval-mode", "yolo"]);
  const sessionId = await host.newSession({ cwd: inner });
  await host.prompt(sessionId, "Where are you?");
  const { requests } = stage.model;
  const system = requests[0].body.messages[0].content;
  assertEquals(["rule of the session", "rule of the process"].map((rule) => system.includes(rule)), [true, false]);
  assert(JSON.stringify(requests[1].body.messages.at(-1)).includes(await Deno.realPath(inner)));
  assert(!JSON.stringify(requests[2].body).includes("the secret"));
  await host.prompt(sessionId, "/greet the team");
  assert(JSON.stringify(requests[3].body.messages.at(-1)).includes("Say hello to the team"));
});

Deno.test("acp: MCP servers of the client are reached by stdio with their environment, and by HTTP with headers", async () => {
  let header: string | null = null;
  const handler = createMcpHandler(() => officialServer());
  const web = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, (request) => {
    header = request.headers.get("x-team");
    return handler.fetch(request);
  });
  try {
    await using stage = await acpStage({
      replies: [
        [{ call: "mcp__web__add", input: { a: 2, b: 3 } }, { call: "mcp__pipe__environment", input: {} }],
        "Done.",
      ],
      // The project is not trusted; the client is.
      files: { ".mcp.json": JSON.stringify({ mcpServers: { theirs: { command: "true" } } }) },
    });
    const host = await stage.start(["--approval-mode", "default"]);
    host.on["session/request_permission"] = choose("allow_once");
    const env = [{ name: "MCP_TEST_MARK", value: "seen" }];
    const mcpServers = [
      { name: "pipe", command: Deno.execPath(), args: ["run", "-A", "--no-config", MCP_SERVER], env },
      {
        type: "http",
        name: "web",
        url: `http://127.0.0.1:${web.addr.port}/mcp`,
        headers: [{ name: "x-team", value: "blue" }],
      },
      { name: "gone", command: "/nowhere/server", args: [], env: [] },
    ];
    const sessionId = await host.newSession({ mcpServers });
    await host.prompt(sessionId, "Add.");
    const names = toolNames(stage.model.requests[0]);
    assertEquals(["mcp__pipe__add", "mcp__web__add", "mcp__theirs__add"].map((name) => names.includes(name)), [
      true,
      true,
      false,
    ]);
    const [sum, environment] = stage.model.requests[1].body.messages.slice(-2).map(({ content }: RpcMessage) =>
      content
    );
    assertEquals([sum, header, JSON.parse(environment).MCP_TEST_MARK], ["5", "blue", "seen"]);
    assertEquals(host.updates(sessionId, "tool_call")[0].kind, "other");
    const { stderr } = await host.finish();
    assertMatch(stderr, /gone/);
  } finally {
    await handler.close();
    await web.shutdown();
  }
});

for (const [name, capabilities] of Object.entries({ "a form": { elicitation: { form: {} } }, "a question": {} })) {
  Deno.test(`acp: a question of an MCP server is ${name} for the client, and defaults are filled in`, async () => {
    await using stage = await acpStage({
      replies: [[{ call: "mcp__pipe__ask", input: { default: "Ada" } }], "Done."],
      capabilities,
    });
    const host = await stage.start(["--approval-mode", "yolo"]);
    const asked: RpcMessage[] = [];
    host.on["elicitation/create"] = (params) => {
      asked.push(params);
      return { action: "accept", content: {} };
    };
    host.on["session/request_permission"] = (params) => {
      asked.push(params);
      return choose("allow_once")(params);
    };
    const args = ["run", "-A", "--no-config", MCP_SERVER];
    const sessionId = await host.newSession({
      mcpServers: [{ name: "pipe", command: Deno.execPath(), args, env: [] }],
    });
    await host.prompt(sessionId, "Ask.");
    assertEquals(asked.length, 1);
    assertMatch(JSON.stringify(asked[0]), /Your name\?/);
    const told = stage.model.requests[1].body.messages.at(-1).content;
    assertEquals(JSON.parse(told), { action: "accept", content: { name: "Ada" } });
  });
}

Deno.test("acp: commands are told once after load and after resume", async () => {
  await using stage = await acpStage({ replies: ["One.", "Two.", "Three."] });
  const first = await stage.start();
  const sessionId = await first.newSession();
  await first.prompt(sessionId, "one");
  await first.finish();
  for (const method of ["session/load", "session/resume"]) {
    const host = await stage.start();
    await host.request(method, { sessionId, cwd: stage.cwd, mcpServers: [] });
    await host.prompt(sessionId, "go on");
    await host.finish();
    const told = host.updates(sessionId, "available_commands_update");
    assertEquals(told.length, 1, method);
    assert(told[0].availableCommands.some(({ name }: RpcMessage) => name === "compress"));
  }
});

Deno.test("acp: a deleted session is gone in a new process too; a closed one can be loaded again", async () => {
  await using stage = await acpStage({ replies: ["One.", "Two.", "Again."] });
  const first = await stage.start();
  const [kept, dropped] = [await first.newSession(), await first.newSession()];
  await first.prompt(kept, "keep me");
  await first.prompt(dropped, "drop me");
  await first.request("session/close", { sessionId: kept });
  await first.request("session/delete", { sessionId: dropped });
  await first.finish();
  const second = await stage.start();
  const where = { cwd: stage.cwd, mcpServers: [] };
  const { sessions } = await second.request("session/list");
  assertEquals(sessions.map(({ sessionId }: RpcMessage) => sessionId), [kept]);
  assertEquals((await errorOf(second.request("session/load", { ...where, sessionId: dropped }))).code, -32002);
  await second.request("session/load", { ...where, sessionId: kept });
  assertEquals((await second.prompt(kept, "Again?")).stopReason, "end_turn");
});

Deno.test("acp: a session that is not open takes no mode, no option and no prompt", async () => {
  await using stage = await acpStage();
  const host = await stage.start();
  const sessionId = "11111111-1111-4111-8111-111111111111";
  for (
    const [method, params] of [
      ["session/set_mode", { modeId: "plan" }],
      ["session/set_config_option", { configId: "effort", value: "high" }],
      ["session/prompt", { prompt: [{ type: "text", text: "Hi" }] }],
      ["session/close", {}],
    ] as const
  ) {
    assertEquals((await errorOf(host.request(method, { sessionId, ...params }))).code, -32002, method);
  }
});
