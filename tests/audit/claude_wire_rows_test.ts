import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { sdkTest } from "../support/sdk_stage.ts";
import { assertFits } from "../support/validate.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json"];
const VERBOSE = [...HOST, "--verbose"];
const FREE = [...VERBOSE, "--permission-mode", "bypassPermissions"];
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };
const INITIALIZE = { type: "control_request", request_id: "i", request: { subtype: "initialize" } };

interface RunOptions {
  args?: readonly string[];
  lines?: readonly object[];
  files?: Record<string, string>;
  settings?: object;
  env?: Record<string, string>;
}

/** The records of a run that ends with its input; each one fits the schema of the protocol. */
// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
async function records(replies: (cwd: string) => ScriptedReply[], options: RunOptions = {}): Promise<any[]> {
  await using fixture = await Fixture.open(options.files);
  if (options.settings) {
    await Deno.mkdir(`${fixture.home}/.qwen`);
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(options.settings));
  }
  await using model = fakeModel(replies(fixture.cwd));
  const stdin = (options.lines ?? [PROMPT]).map((line) => `${JSON.stringify(line)}\n`).join("");
  const env = { ...model.env, ...options.env };
  const { stdout } = await runQwen([...options.args ?? FREE], { fixture, env, stdin });
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "claude/out");
  return lines;
}

const subtypes = (lines: { subtype?: string }[]): string[] => lines.flatMap(({ subtype }) => subtype ?? []);

for (const args of [[...HOST, "--dialect", "claude"], VERBOSE, [...HOST, "--permission-prompt-tool", "stdio"]]) {
  Deno.test(`Claude 33: a host that waits gets init first with ${args.slice(4).join(" ")}`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Hello."]);
    await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
    await run.until(/"subtype":"init"/);
    await run.send(PROMPT);
    await run.until(/"type":"result"/);
    await run.closeInput();
    const lines = linesOf((await run.end).stdout);
    for (const line of lines) assertFits(line, "claude/out");
    assertEquals([lines[0].subtype, lines[0].tools.includes("Read")], ["init", true]);
    const ids = new Set(lines.map(({ session_id }) => session_id));
    assertEquals([ids.size, lines.at(-1).result], [1, "Hello."]);
  });
}

Deno.test("Claude 33: a host that speaks first is not kept waiting, and a silent qwen host gets nothing", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Hello."]);
  await using run = startQwen(VERBOSE, { fixture, env: model.env, stdin: { open: true } });
  await run.send(INITIALIZE);
  await run.until(/"control_response"/);
  assertEquals(linesOf(run.stdout)[0].type, "control_response");
  await run.closeInput();
  await run.end;
  await using other = startQwen([...HOST, "--channel=SDK"], { fixture, env: model.env, stdin: { open: true } });
  // A claude host that was started later has its greeting, so the other one would have it as well.
  await using greeted = startQwen(VERBOSE, { fixture, env: model.env, stdin: { open: true } });
  await greeted.until(/"init"/);
  await other.closeInput();
  assertEquals((await other.end).stdout, "");
});

const HOOKS = (command: string, event = "UserPromptSubmit"): object => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command }] }] },
});

Deno.test("Claude 34, 35: --verbose without a handshake adds stream and hook events", async () => {
  const settings = HOOKS("true");
  const lines = await records(() => ["Hello."], { settings });
  const kinds = new Set(lines.map(({ type, subtype }) => subtype ?? type));
  assert(["stream_event", "hook_started", "hook_response"].every((kind) => kinds.has(kind)), [...kinds].join());
  const after = await records(() => ["Hello."], { settings, lines: [INITIALIZE, PROMPT] });
  assertEquals(after.filter(({ type, subtype }) => type === "stream_event" || subtype === "hook_started"), []);
  const bySdk = await records(() => ["Hello."], { settings, env: { CLAUDE_CODE_ENTRYPOINT: "sdk-ts" } });
  assertEquals(bySdk.filter(({ type }) => type === "stream_event"), []);
});

Deno.test("Claude 36, 37: hook_response keeps stderr, and hook_progress tells what a hook writes", async () => {
  const lines = await records(() => ["Hello."], { settings: HOOKS("echo out; echo oops >&2") });
  const response = lines.find(({ subtype }) => subtype === "hook_response");
  assertEquals([response.stdout, response.stderr, response.exit_code], ["out", "oops", 0]);
  const progress = lines.filter(({ subtype }) => subtype === "hook_progress");
  assertMatch(progress.map(({ stdout, stderr }) => stdout + stderr).join(""), /out[\s\S]*oops|oops[\s\S]*out/);
});

Deno.test("Claude 38: api_error tells a failed request, with and without another attempt", async () => {
  const lines = await records(
    () => [{ status: 500, body: "{}" }, { status: 400, body: '{"error":{"message":"bad"}}' }],
    {
      args: [...FREE, "--max-retries", "1"],
    },
  );
  const errors = lines.filter(({ subtype }) => subtype === "api_error");
  assertEquals(errors.map(({ error, retry_attempt }) => [error.status, retry_attempt ?? null]), [[500, 1], [
    400,
    null,
  ]]);
});

Deno.test("Claude 38: turn_duration tells how long a turn took, before its result", async () => {
  const lines = await records(() => ["Hello."]);
  const [duration, result] = lines.slice(-2);
  assertEquals([duration.subtype, result.type], ["turn_duration", "result"]);
  assertEquals(duration.duration_ms, result.duration_ms);
});

Deno.test("Claude 39: stop_hook_summary tells what the Stop hooks did", async () => {
  const settings = HOOKS("echo more >&2; exit 2", "Stop");
  const lines = await records(() => Array.from({ length: 12 }, () => "Hello."), { settings });
  const summaries = lines.filter(({ subtype }) => subtype === "stop_hook_summary");
  assert(summaries.length > 1);
  assertEquals([summaries[0].hook_count, summaries[0].blocked, summaries[0].stop_reason], [1, true, "more"]);
});

Deno.test("Claude 40: microcompact_boundary tells that old tool results were removed", async () => {
  const read = (
    cwd: string,
    n: number,
  ): ScriptedReply => [{ call: "read_file", input: { file_path: `${cwd}/${n}.txt` } }];
  const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.txt`, `line ${n}\n`.repeat(1_500)]));
  const settings = { model: { generationConfig: { contextWindowSize: 40_000 } } };
  const lines = await records((cwd) => [...[1, 2, 3, 4, 5, 6].map((n) => read(cwd, n)), "Done.", "Done.", "Done."], {
    files,
    settings,
  });
  assert(subtypes(lines).includes("microcompact_boundary"), subtypes(lines).join());
});

Deno.test("Claude 40: local_command tells the output of a slash command", async () => {
  const message = { role: "user", content: "/about" };
  const lines = await records(() => [], { lines: [{ ...PROMPT, message }] });
  const told = lines.find(({ subtype }) => subtype === "local_command");
  assertEquals(told.content, lines.at(-1).result);
});

Deno.test("Claude 41: task_notification tells the end of a background command", async () => {
  const start = { call: "run_shell_command", id: "call_a", input: { command: "echo heron", run_in_background: true } };
  const wait = { call: "task_output", input: { task_id: "shell_1", block: true, timeout: 20_000 } };
  const lines = await records(() => [[start], [wait], "Done."]);
  const tasks = lines.filter(({ subtype }) => subtype?.startsWith("task_"));
  assertEquals(
    tasks.map(({ subtype, task_id, tool_use_id, status }) => [subtype, task_id, tool_use_id, status ?? null]),
    [
      ["task_started", "shell_1", "call_a", null],
      ["task_notification", "shell_1", "call_a", "completed"],
    ],
  );
});

Deno.test("Claude 53: the text of sub-agents comes with parent_tool_use_id", async () => {
  const task = { call: "Task", id: "call_a", input: { description: "look", prompt: "Look." } };
  const lines = await records(() => [[task], "Nothing there.", "Done."]);
  const told = lines.filter(({ type, parent_tool_use_id: agent }) => type === "assistant" && agent === "call_a");
  assertEquals(told.map(({ message }) => message.content[0].text), ["Nothing there."]);
});

Deno.test("Claude: texts name tools in Claude's words", async () => {
  const edit = { call: "edit", input: { file_path: "a.txt", old_string: "two", new_string: "three" } };
  const lines = await records(() => [[edit], "Done."], { files: { "a.txt": "one\n" } });
  const [block] = lines.find(({ type }) => type === "user").message.content;
  assertEquals([block.is_error, /\bRead\b/.test(block.content), /read_file/.test(block.content)], [true, true, false]);
});

Deno.test("Real clients 9: a Stop hook that blocks until --max-session-turns ends with the text so far", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const settings = JSON.stringify(HOOKS("echo more >&2; exit 2", "Stop"));
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, settings);
  await using model = fakeModel(["One.", "Two.", "Three."]);
  const end = await runQwen(["-p", "go", "--max-session-turns", "2"], { fixture, env: model.env });
  assertEquals([end.code, end.stdout.trim(), model.requests.length], [0, "Two.", 2]);
});

Deno.test("Real clients 10: a UserPromptSubmit hook that is late does not stop the prompt, and is told on stderr", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const hook = { type: "command", command: "sleep 20", timeout: 600 };
  const settings = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, settings);
  await using model = fakeModel(["Hello."]);
  const end = await runQwen(["-p", "go"], { fixture, env: model.env });
  assertEquals([end.code, end.stdout.trim()], [0, "Hello."]);
  const lines = end.stderr.trim().split("\n").filter((line) => line.includes("UserPromptSubmit"));
  assertEquals(lines.length, 1, end.stderr);
});

Deno.test("Real clients 14: a hook with once: true runs once in a session", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const hook = { type: "command", command: `echo x >> ${fixture.home}/ran`, once: true };
  const settings = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, settings);
  await using model = fakeModel(["One.", "Two."]);
  const stdin = `${JSON.stringify(PROMPT)}\n`.repeat(2);
  await runQwen([...VERBOSE], { fixture, env: model.env, stdin });
  assertEquals([await Deno.readTextFile(`${fixture.home}/ran`), model.requests.length], ["x\n", 2]);
});

const ADD = [{ call: "mcp__calc__add", input: { a: 1, b: 2 } }];

for (const denies of [false, true]) {
  sdkTest(
    "claude",
    `Real clients 1: SDK MCP tools go through canUseTool in default mode (${denies ? "denied" : "allowed"})`,
    {
      host: "askedMcp",
      args: { denies },
      replies: [ADD, "Done."],
      check: ({ report }) => assertEquals([report.asked, report.ran], [["mcp__calc__add"], denies ? [] : ["add"]]),
    },
  );
}

sdkTest("claude", "Real clients 1: allowedTools and bypassPermissions skip the question about SDK MCP tools", {
  host: "askedMcp",
  args: { options: { allowedTools: ["mcp__calc__add"] } },
  replies: [ADD, "Done."],
  check: ({ report }) => assertEquals([report.asked, report.ran], [[], ["add"]]),
});
