/** The tools of the Claude protocol, each with every field that the protocol gives it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel, type ReceivedRequest, type ScriptedReply, type Step } from "../support/fake_model.ts";
import { webServer } from "../support/https_servers.ts";
import { Fixture, linesOf, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--dialect", "claude"];
const ASKING = [...HOST, "--permission-mode", "bypassPermissions", "--permission-prompt-tool", "stdio"];
const PROMPT = { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };

/** The tools of the protocol; `Task` is reported by its present name. */
const TWENTY = [
  ...["Bash", "Read", "Write", "Edit", "Glob", "Grep", "WebFetch", "WebSearch", "Agent", "TaskOutput", "TaskStop"],
  ...["NotebookEdit", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "Skill"],
  ...["TaskCreate", "TaskGet", "TaskUpdate", "TaskList"],
];

const SKILL = "---\ndescription: Writes poems\n---\nWrite about $ARGUMENTS.\n";

interface Played {
  /** The texts of the results, in the order of the calls. */
  texts: string[];
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  lines: any[];
  requests: ReceivedRequest[];
}

/** One call that the model makes. */
type Call = Extract<Step, { call: string }>;

interface PlayOptions {
  fixture: Fixture;
  args?: string[];
  /** The answers of the host to `AskUserQuestion`, by the text of the question. */
  answers?: Record<string, string>;
}

/** Plays calls and other replies of the model one after the other for a host that allows every question. */
async function play(calls: (Call | ScriptedReply)[], options: PlayOptions): Promise<Played> {
  const { fixture, args = [], answers = {} } = options;
  const script = calls.map((call): ScriptedReply => typeof call === "object" && "call" in call ? [call] : call);
  await using model = fakeModel(script, { otherwise: "Done." });
  await using run = startQwen([...ASKING, ...args], { fixture, env: model.env, stdin: { open: true } });
  await run.send(PROMPT);
  for (let asked = 0;; asked++) {
    await run.until(new RegExp(`(?:"can_use_tool"[^\\n]*\\n[^]*){${asked + 1}}|"type":"result"[^\\n]*\\n`));
    const lines = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n") + 1));
    if (lines.some(({ type }) => type === "result")) break;
    const { request_id, request } = lines.filter((line) => line.request?.subtype === "can_use_tool")[asked];
    const answer = { behavior: "allow", updatedInput: { ...request.input, answers } };
    await run.send({ type: "control_response", response: { subtype: "success", request_id, response: answer } });
  }
  await run.closeInput();
  const { stdout, stderr } = await run.end;
  assertEquals(stderr, "");
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "claude/out");
  const told = lines.filter(({ type, message, parent_tool_use_id: agent }) =>
    type === "user" && agent === null && Array.isArray(message.content)
  );
  const texts = told.map(({ message }) => String(message.content[0].content));
  return { texts, lines, requests: model.requests };
}

async function withSettings(fixture: Fixture, settings: object): Promise<void> {
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
}

Deno.test("Claude 44: a host is told all 20 tools of the protocol", async () => {
  await using fixture = await Fixture.open({ ".claude/skills/poet/SKILL.md": SKILL });
  await withSettings(fixture, { webSearch: { url: "http://127.0.0.1:1/" } });
  const { lines } = await play([], { fixture });
  assertEquals(TWENTY.filter((name) => !lines[0].tools.includes(name)), []);
  assertEquals(lines[0].tools.includes("TodoWrite"), false);
});

Deno.test("Claude 44: Bash, Read, Write, Edit and Glob take every field", async () => {
  await using fixture = await Fixture.open({ "in/a.ts": "", "b.ts": "" });
  const file_path = `${fixture.cwd}/n.txt`;
  const { texts, lines } = await play([
    { call: "Write", input: { file_path, content: "one\ntwo\none\nfour\n" } },
    { call: "Read", input: { file_path, offset: 2, limit: 1 } },
    { call: "Edit", input: { file_path, old_string: "one", new_string: "uno", replace_all: true } },
    { call: "Glob", input: { pattern: "*.ts", path: `${fixture.cwd}/in` } },
    { call: "Bash", input: { command: "sleep 30", description: "Sleep a little", timeout: 300 } },
    { call: "Bash", input: { command: "sleep 0.1", run_in_background: true } },
  ], { fixture });
  assertEquals(/\btwo\b/.test(texts[1]) && !/\bone\b|four/.test(texts[1]), true, texts[1]);
  assertEquals(await Deno.readTextFile(file_path), "uno\ntwo\nuno\nfour\n");
  assertEquals([texts[3].includes("a.ts"), texts[3].includes("b.ts")], [true, false]);
  assertMatch(texts[4], /time|timed out/i);
  assertMatch(texts[5], /background/i);
  const called = lines.find(({ message }) => message?.content?.[0]?.input?.timeout === 300);
  assertEquals(called.message.content[0].input.description, "Sleep a little");
});

Deno.test("Claude 44: WebFetch and WebSearch take every field", async () => {
  await using page = webServer(() =>
    new Response("<p>High water at noon.</p>", {
      headers: { "content-type": "text/html" },
    })
  );
  const asked: unknown[] = [];
  await using service = webServer(({ body }) => {
    asked.push(JSON.parse(body));
    return Response.json({ results: [{ title: "T", url: "https://a.example/", snippet: "S" }] });
  });
  await using fixture = await Fixture.open();
  await withSettings(fixture, { webSearch: { url: `http://127.0.0.1:${service.port}/` } });
  const url = `http://127.0.0.1:${page.port}/tides`;
  const { texts } = await play([
    { call: "WebFetch", input: { url, prompt: "When is high water?" } },
    { call: "WebSearch", input: { query: "tides", blocked_domains: ["a.example"] } },
    { call: "WebSearch", input: { query: "tides", allowed_domains: ["a.example"] } },
  ], { fixture, args: [`--allow-net=127.0.0.1:${page.port}`] });
  assertStringIncludes(texts[0], "High water at noon.");
  assertEquals(asked, [
    { query: "tides", blocked_domains: ["a.example"] },
    { query: "tides", allowed_domains: ["a.example"] },
  ]);
  assertEquals(texts.slice(1).map((text) => text.includes("https://a.example/")), [false, true]);
});

Deno.test("Claude 44: Task takes every field, and TaskOutput and TaskStop theirs", async () => {
  await using fixture = await Fixture.open();
  const agents = { scout: { description: "Looks", prompt: "You are a scout." } };
  const id = (request: ReceivedRequest): string =>
    /(?:task_id|ID|id):? *(shell_\S+?)[.\s]/.exec(JSON.stringify(request.body.messages.at(-1)))?.[1] ?? "";
  const { texts, requests } = await play([
    {
      call: "Task",
      id: "call_a",
      input: { subagent_type: "scout", description: "look", prompt: "Find it.", model: "other" },
    },
    "Found.",
    { call: "Task", id: "call_b", input: { description: "look", prompt: "Where?", resume: "call_a" } },
    "There.",
    { call: "Bash", input: { command: "sleep 60", run_in_background: true } },
    (request: ReceivedRequest) => [
      { call: "TaskOutput", input: { task_id: id(request), block: false, timeout: 1_000 } },
      { call: "TaskStop", input: { task_id: id(request) } },
    ],
  ], { fixture, args: ["--agents", JSON.stringify(agents)] });
  assertEquals(requests.slice(0, 2).map(({ body }) => body.model), ["fake-model", "other"]);
  assertStringIncludes(JSON.stringify(requests[1].body.messages[0]), "You are a scout.");
  assertMatch(texts[0], /Found\.[^]*agentId: call_a/);
  assertStringIncludes(JSON.stringify(requests[3].body.messages), "Find it.");
  assertMatch(texts[1], /There\.[^]*agentId: call_a/);
  assertMatch(texts[3], /State: running/);
  assertMatch(texts[4], /stopped|ended|killed/i);
});

Deno.test("Claude 44: Task with run_in_background returns at once, and the host is told its start and its end", async () => {
  await using fixture = await Fixture.open();
  const { texts, lines } = await play([
    {
      call: "Task",
      id: "call_a",
      input: { description: "look", prompt: "Find it.", run_in_background: true },
    },
  ], { fixture });
  assertMatch(texts[0], /agentId: call_a/);
  const tasks = lines.filter(({ subtype }) => subtype?.startsWith("task_"));
  assertEquals(tasks.map(({ subtype, tool_use_id }) => [subtype, tool_use_id]), [
    ["task_started", "call_a"],
    ["task_notification", "call_a"],
  ]);
});

Deno.test("Claude 44: AskUserQuestion asks its questions, and Skill takes its arguments", async () => {
  await using fixture = await Fixture.open({ ".claude/skills/poet/SKILL.md": SKILL });
  const options = ["A", "B"].map((label) => ({ label, description: label.toLowerCase() }));
  const questions = [
    { question: "Which?", header: "Pick", options, multiSelect: false },
    { question: "And?", header: "More", options, multiSelect: true },
  ];
  const { texts } = await play([
    { call: "AskUserQuestion", input: { questions } },
    { call: "Skill", input: { skill: "poet", args: "herons" } },
  ], { fixture, answers: { "Which?": "B", "And?": "A, B" } });
  assertMatch(texts[0], /\*\*Pick\*\*: B[^]*\*\*More\*\*: A, B/);
  assertStringIncludes(texts[1], "Write about herons.");
});

Deno.test("Claude 44: EnterPlanMode and ExitPlanMode lead into plan mode and out of it", async () => {
  await using fixture = await Fixture.open();
  const file_path = `${fixture.cwd}/a.txt`;
  const { texts, lines } = await play([
    { call: "EnterPlanMode", input: {} },
    { call: "Write", input: { file_path, content: "a" } },
    { call: "ExitPlanMode", input: { allowedPrompts: [{ tool: "Bash", prompt: "run tests" }], pushToRemote: true } },
    { call: "Write", input: { file_path, content: "b" } },
  ], { fixture });
  assertMatch(texts[0], /^Entered plan mode/);
  assertMatch(texts[1], /plan mode/);
  assertMatch(texts[2], /approved your plan[^]*not pushed/);
  assertEquals(await Deno.readTextFile(file_path), "b");
  const modes = lines.filter(({ subtype }) => subtype === "status").map(({ permissionMode }) => permissionMode);
  assertEquals(modes[0], "plan");
  assert(modes.length >= 2 && modes.at(-1) !== "plan", modes.join());
});

Deno.test("Claude 44: NotebookEdit, TaskCreate, TaskUpdate, TaskGet and TaskList take every field", async () => {
  const cell = { cell_type: "code", id: "aa", metadata: {}, execution_count: null, outputs: [], source: ["1"] };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await using fixture = await Fixture.open({ "n.ipynb": JSON.stringify(notebook) });
  const notebook_path = `${fixture.cwd}/n.ipynb`;
  const { texts } = await play([
    { call: "Read", input: { file_path: notebook_path } },
    {
      call: "NotebookEdit",
      input: { notebook_path, cell_id: "aa", new_source: "# T", cell_type: "markdown", edit_mode: "insert" },
    },
    { call: "TaskCreate", input: { subject: "One", description: "D", activeForm: "Doing", metadata: { a: 1 } } },
    { call: "TaskCreate", input: { subject: "Two", description: "E" } },
    {
      call: "TaskUpdate",
      input: { taskId: "1", status: "in_progress", subject: "Uno", description: "F", owner: "me", addBlocks: ["2"] },
    },
    { call: "TaskUpdate", input: { taskId: "2", addBlockedBy: ["1"] } },
    { call: "TaskGet", input: { taskId: "1" } },
    { call: "TaskList", input: {} },
  ], { fixture });
  const { cells } = JSON.parse(await Deno.readTextFile(notebook_path));
  assertEquals(cells.map(({ cell_type }: { cell_type: string }) => cell_type), ["code", "markdown"]);
  assertMatch(texts[2], /#1/);
  assertMatch(texts[6], /Uno[^]*in_progress[^]*Description: F[^]*Blocks: #2[^]*"a":1/);
  assertMatch(texts[7], /#1 \[in_progress\] Uno \(me\)[^]*#2 \[pending\] Two \[blocked by #1\]/);
});
