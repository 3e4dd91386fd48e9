import { assertEquals } from "@std/assert";
import { Fixture, type RunningQwen, startQwen } from "../support/qwen.ts";
import { FIELDS, SUBTYPES, VALUES } from "../support/fuzzed_requests.ts";
import { seeded } from "../support/random.ts";
import { MCP_SERVER } from "../support/sdk_stage.ts";
import { assertFits } from "../support/validate.ts";

const SERVER = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", MCP_SERVER] };
const CONFIG = JSON.stringify({ mcpServers: { ext: SERVER } });

const MAX_WAIT_MS = 20_000;

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
type Line = any;

/** The program in Claude's words, asked by hand: no published client sends these requests by a method of its own. */
class Host implements AsyncDisposable {
  readonly fixture: Fixture;
  readonly #run: RunningQwen;
  #asked = 0;

  constructor(fixture: Fixture, args: readonly string[] = []) {
    this.fixture = fixture;
    const flags = ["--provider", "demo", "--input-format", "stream-json", "--dialect", "claude", ...args];
    this.#run = startQwen(flags, { fixture, stdin: { open: true } });
  }

  /** Sends a request and returns its answer. */
  async ask(subtype: string, fields: object = {}): Promise<Line> {
    return await this.answer(await this.send(subtype, fields));
  }

  /** Sends a request and returns its id. */
  async send(subtype: string, fields: object = {}): Promise<string> {
    const request_id = `r${++this.#asked}`;
    await this.#run.send({ type: "control_request", request_id, request: { subtype, ...fields } });
    return request_id;
  }

  /** The answer to a request. */
  async answer(requestId: string): Promise<Line> {
    const line = await this.line(({ type, response }) =>
      type === "control_response" && response.request_id === requestId
    );
    const { request_id: _, ...rest } = line.response;
    return rest;
  }

  async say(line: object): Promise<void> {
    await this.#run.send(line);
  }

  /** The first line of a kind. */
  async line(wants: (line: Line) => boolean): Promise<Line> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`No such line came:\n${this.#run.stdout.slice(-2_000)}`)),
      MAX_WAIT_MS,
    );
    try {
      for (;;) {
        const found = this.lines.find(wants);
        if (found) return found;
        const seen = this.#run.stdout.length;
        await Promise.race([late, this.#run.until(new RegExp(`^[\\s\\S]{${seen}}[^\\n]*\\n`))]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  get lines(): Line[] {
    const text = this.#run.stdout;
    return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").filter(Boolean).map((line) => {
      const value = JSON.parse(line);
      assertFits(value, "claude/out");
      return value;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run.closeInput();
    await this.#run.end;
    await this.#run[Symbol.asyncDispose]();
  }
}

Deno.test("mcp_call runs a tool of a server for the host, and the model hears nothing of it", async () => {
  await using fixture = await Fixture.open();
  await using host = new Host(fixture, ["--mcp-config", CONFIG]);
  const call = (tool: string, more: object = {}): Promise<Line> => host.ask("mcp_call", { tool, ...more });
  assertEquals(await call("mcp__ext__add", { arguments: { a: 1, b: 2 } }), {
    subtype: "success",
    response: { content: [{ type: "text", text: "3" }], isError: false },
  });
  assertEquals(await call("mcp__ext__fail"), {
    subtype: "success",
    response: { content: [{ type: "text", text: "it went wrong" }], isError: true },
  });
  const texts = [
    await call("mcp__ext__throw"),
    await call("mcp__ext__none"),
    await call("Bash", { arguments: { command: "touch made" } }),
    await call("mcp__ext__wait", { timeout_ms: 1 }),
    await call("mcp__ext__add", { expires_at: "2020-01-01T00:00:00Z" }),
    await call("mcp__ext__add", { expires_at: "soon" }),
    await call("mcp__ext__add", { arguments: [] }),
    await call("mcp__ext__add", { check_permissions: "yes" }),
    await call("mcp__ext__add", { input_files: [{ name: "a", lane_path: "/a" }] }),
  ];
  assertEquals(texts.map(({ subtype, error }) => [subtype, error]), [
    ["error", 'MCP server "ext" failed to run throw: no such thing'],
    ["error", 'No connected MCP server has a tool "mcp__ext__none"'],
    ["error", 'No connected MCP server has a tool "Bash"'],
    ["error", "mcp__ext__wait did not answer within 1000 milliseconds"],
    ["error", "The call came after its deadline and was not made"],
    ["error", "The call came after its deadline and was not made"],
    ["error", 'The request must have an object "arguments", or none'],
    ["error", '"check_permissions" must be true or false'],
    ["error", 'Files cannot be handed over with a call here: "input_files"'],
  ]);
  assertEquals(host.lines.filter(({ type }) => type !== "control_response"), []);
});

Deno.test("mcp_call can be taken back, which reaches the server", async () => {
  await using fixture = await Fixture.open();
  await using host = new Host(fixture, ["--mcp-config", CONFIG]);
  await host.ask("mcp_call", { tool: "mcp__ext__add", arguments: { a: 1, b: 1 } });
  const waiting = await host.send("mcp_call", { tool: "mcp__ext__wait" });
  await host.ask("mcp_status");
  await host.say({ type: "control_cancel_request", request_id: waiting });
  assertEquals(await host.answer(waiting), { subtype: "error", error: "Request cancelled" });
  const told = await host.ask("mcp_call", { tool: "mcp__ext__cancelled" });
  assertEquals(JSON.parse(told.response.content[0].text).length, 1);
});

Deno.test("mcp_call with check_permissions asks as for a call of the model, and keeps to the rules", async () => {
  await using fixture = await Fixture.open();
  const args = ["--mcp-config", CONFIG, "--permission-prompt-tool", "stdio", "--disallowedTools", "mcp__ext__fail"];
  await using host = new Host(fixture, args);
  await host.ask("initialize");
  const call = { tool: "mcp__ext__add", arguments: { a: 1, b: 2 }, check_permissions: true };
  const allowed = await host.send("mcp_call", call);
  const question = await host.line(({ type }) => type === "control_request");
  assertEquals([question.request.subtype, question.request.tool_name], ["can_use_tool", "mcp__ext__add"]);
  const allow = { behavior: "allow", updatedInput: { a: 2, b: 2 } };
  await host.say({
    type: "control_response",
    response: { subtype: "success", request_id: question.request_id, response: allow },
  });
  assertEquals(await host.answer(allowed), {
    subtype: "success",
    response: { content: [{ type: "text", text: "4" }] },
  });
  const denied = await host.send("mcp_call", call);
  const second = await host.line((line) => line.type === "control_request" && line.request_id !== question.request_id);
  await host.say({
    type: "control_response",
    response: { subtype: "success", request_id: second.request_id, response: { behavior: "deny", message: "no" } },
  });
  assertEquals(await host.answer(denied), { subtype: "error", error: "The tool did not run: no" });
  const ruled = await host.ask("mcp_call", { tool: "mcp__ext__fail", check_permissions: true });
  assertEquals(ruled, { subtype: "error", error: "The tool did not run: the rules forbid it" });
  assertEquals(host.lines.some(({ type }) => type === "user" || type === "assistant"), false);
});

Deno.test("file_suggestions finds the files that hints find", async () => {
  await using fixture = await Fixture.open({
    "src/button.ts": "",
    "src/other.ts": "",
    ".ignore": "node_modules\n",
    "node_modules/button.js": "",
  });
  await using host = new Host(fixture);
  const suggested = async (query: string): Promise<Line> => (await host.ask("file_suggestions", { query })).response;
  assertEquals(await suggested("butt"), { suggestions: [{ path: "src/button.ts" }] });
  assertEquals(await suggested(""), {
    suggestions: [{ path: "src/" }, { path: ".ignore" }, { path: "src/other.ts" }, { path: "src/button.ts" }],
  });
  assertEquals((await host.ask("file_suggestions", { query: "../x" })).subtype, "error");
});

Deno.test("register_repo_root makes a folder below the workspace a root, tells hooks and reads instructions again", async () => {
  await using fixture = await Fixture.open({ "repo/a.txt": "", "b.txt": "" });
  await using host = new Host(fixture);
  await host.ask("initialize", { hooks: { DirectoryAdded: [{ hookCallbackIds: ["added"] }] } });
  const cwd = await Deno.realPath(fixture.cwd);
  assertEquals(await host.ask("register_repo_root", { directory: "repo", reload_claude_md: true }), {
    subtype: "success",
    response: { directory: `${cwd}/repo` },
  });
  const { request } = await host.line(({ type }) => type === "control_request");
  assertEquals([request.input.hook_event_name, request.input.directory, request.input.source], [
    "DirectoryAdded",
    `${cwd}/repo`,
    "register_repo_root",
  ]);
  const { response } = await host.ask("list_permission_rules");
  assertEquals(response.state.workspaceDirectories, [{ path: `${cwd}/repo`, source: "session" }]);
  const refusals = [];
  for (const directory of ["repo", ".", "b.txt", "none", "/"]) {
    refusals.push((await host.ask("register_repo_root", { directory })).error);
  }
  assertEquals(refusals.slice(0, 3), [
    "Cannot add repo: it is a working folder already",
    "Cannot add .: it is a working folder already",
    "Cannot add b.txt: it is not a folder",
  ]);
  assertEquals(refusals.slice(3).every((text) => typeof text === "string"), true);
});

Deno.test("get_settings and list_permission_rules name every source and show no secret", async () => {
  await using fixture = await Fixture.open({
    ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Read(.env)"], allow: ["Bash(rm *)"] } }),
  });
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const own = {
    model: { name: "zeta", maxSessionTurns: 5 },
    permissions: { allow: ["Bash(ls *)"], ask: ["WebFetch"] },
    env: { A_TOKEN: "hush" },
  };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(own));
  const flags = [
    "--allowedTools",
    "Bash(git *)",
    "--settings",
    '{"general":{"chatRecording":false}}',
    "--effort",
    "low",
  ];
  await using host = new Host(fixture, flags);
  const user = {
    model: "zeta",
    modelSettings: { maxSessionTurns: 5 },
    permissions: { allow: ["Bash(ls *)"], ask: ["WebFetch"] },
    env: { A_TOKEN: "***" },
  };
  const { response: settings } = await host.ask("get_settings");
  assertEquals(settings, {
    effective: {
      ...user,
      permissions: { ...user.permissions, deny: ["Read(.env)"] },
      general: { chatRecording: false },
    },
    sources: [
      { source: "userSettings", settings: user },
      { source: "projectSettings", settings: { permissions: { deny: ["Read(.env)"] } } },
      { source: "flagSettings", settings: { general: { chatRecording: false } } },
    ],
    applied: { model: "zeta", effort: "low" },
  });
  const { response: rules } = await host.ask("list_permission_rules");
  assertEquals(rules, {
    state: {
      rules: [
        { behavior: "allow", source: "cliArg", rule: "Bash(git *)", editability: "session" },
        { behavior: "allow", source: "userSettings", rule: "Bash(ls *)", editability: "persistent" },
        { behavior: "ask", source: "userSettings", rule: "WebFetch", editability: "persistent" },
        { behavior: "deny", source: "projectSettings", rule: "Read(.env)", editability: "persistent" },
      ],
      workspaceDirectories: [],
      originalCwd: fixture.cwd,
      managedOnly: false,
    },
  });
});

Deno.test("get_hooks_listing lists hooks of settings and of the host by event", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
  await using host = new Host(fixture);
  await host.ask("initialize", { hooks: { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["h0", "h1"] }] } });
  const { response } = await host.ask("get_hooks_listing");
  assertEquals(response.events, [
    { name: "PreToolUse", summary: "Before a tool runs", supportsMatcher: true, hookCount: 2 },
    { name: "Stop", summary: "The answer is complete", supportsMatcher: false, hookCount: 1 },
  ]);
  assertEquals(response.hooks.map(({ event, source, type, commandText }: Line) => [event, source, type, commandText]), [
    ["PreToolUse", "sessionHook", "callback", "callback:h0"],
    ["PreToolUse", "sessionHook", "callback", "callback:h1"],
    ["Stop", "userSettings", "command", "true"],
  ]);
});

Deno.test("initialize takes the host's word on single tools of its servers as rules", async () => {
  await using fixture = await Fixture.open();
  await using host = new Host(fixture);
  const tools = [
    { name: "add", permission_policy: "always_ask" },
    { name: "drop", permission_policy: "always_deny" },
    { name: "free", permission_policy: "always_allow" },
    { name: "odd", permission_policy: "sometimes" },
    { name: "plain" },
    7,
  ];
  await host.ask("initialize", { sdkMcpServers: ["my calc"], sdkMcpServerConfigs: { "my calc": { tools } } });
  const { response } = await host.ask("list_permission_rules");
  assertEquals(response.state.rules, [
    { behavior: "allow", source: "session", rule: "mcp__my_calc__free", editability: "session" },
    { behavior: "ask", source: "session", rule: "mcp__my_calc__odd", editability: "session" },
    { behavior: "ask", source: "session", rule: "mcp__my_calc__add", editability: "session" },
    { behavior: "deny", source: "session", rule: "mcp__my_calc__drop", editability: "session" },
  ]);
});

Deno.test("apply_flag_settings adds rules and folders, changes mode, model and effort, and refuses what it cannot", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/more`);
  await using host = new Host(fixture);
  const permissions = {
    ...{ allow: ["Bash(git *)"], deny: ["Bash(rm *)", "WebFetch"], defaultMode: "plan" },
    additionalDirectories: [`${fixture.home}/more`],
  };
  const settings = { model: "zeta", effortLevel: "high", permissions };
  assertEquals(await host.ask("apply_flag_settings", { settings }), { subtype: "success", response: {} });
  const { response } = await host.ask("list_permission_rules");
  assertEquals(response.state.rules.map(({ behavior, rule, source }: Line) => [behavior, rule, source]), [
    ["allow", "Bash(git *)", "session"],
    ["deny", "Bash(rm *)", "session"],
    ["deny", "WebFetch", "session"],
  ]);
  assertEquals(response.state.workspaceDirectories, [{ path: `${fixture.home}/more`, source: "session" }]);
  assertEquals((await host.ask("get_settings")).response.applied, { model: "zeta", effort: "high" });
  assertEquals((await host.ask("apply_flag_settings", { settings: { theme: "dark" } })).subtype, "error");
});

Deno.test("a folder that the host adds with its answer belongs to the workspace from then on", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/more`);
  await using host = new Host(fixture, ["--permission-prompt-tool", "stdio", "--approval-mode", "default"]);
  await host.ask("initialize");
  await host.say({ type: "user", message: { role: "user", content: "write made.txt: hi" } });
  const question = await host.line(({ type }) => type === "control_request");
  const update = { type: "addDirectories", directories: [`${fixture.home}/more`], destination: "session" };
  const response = { behavior: "allow", updatedInput: question.request.input, updatedPermissions: [update] };
  await host.say({
    type: "control_response",
    response: { subtype: "success", request_id: question.request_id, response },
  });
  await host.line(({ type }) => type === "result");
  const { response: rules } = await host.ask("list_permission_rules");
  assertEquals(rules.state.workspaceDirectories, [{ path: `${fixture.home}/more`, source: "session" }]);
});

Deno.test("each of many fuzzed requests is answered exactly once, and the session lives", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha" });
  await using host = new Host(fixture, ["--mcp-config", CONFIG]);
  const random = seeded(11);
  const ids: string[] = [];
  for (let i = 0; i < 400; i++) {
    const body: Record<string, unknown> = {};
    for (let n = random(5); n > 0; n--) body[FIELDS[random(FIELDS.length)]] = VALUES[random(VALUES.length)];
    ids.push(await host.send(SUBTYPES[random(SUBTYPES.length)], body));
  }
  for (const id of ids) await host.answer(id);
  const answered = host.lines.flatMap(({ type, response }) => type === "control_response" ? [response.request_id] : []);
  assertEquals(answered.toSorted(), ids.toSorted());
  assertEquals((await host.ask("mcp_status")).subtype, "success");
});
