import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ReceivedRequest } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { sdkTest } from "../support/sdk_stage.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const FREE = [...HOST, "--permission-mode", "bypassPermissions"];
const SESSION = "0b0c2f0e-1111-4222-8333-944445555666";

function prompt(text: string): string {
  const message = { role: "user", content: text };
  return `${JSON.stringify({ type: "user", message, parent_tool_use_id: null, session_id: "" })}\n`;
}

/** The folder of a workspace's sessions. */
function sessionsOf(fixture: Fixture, config: string): string {
  return `${config}/projects/${Deno.realPathSync(fixture.cwd).replaceAll(/[^A-Za-z0-9]/g, "-")}`;
}

function said({ body }: ReceivedRequest): string[] {
  return body.messages.filter(({ role }: { role: string }) => role !== "system").map((
    { role, content, tool_calls: calls }: {
      role: string;
      content: unknown;
      tool_calls?: { function: { name: string } }[];
    },
  ) => `${role}: ${calls ? calls.map((call) => call.function.name).join(",") : content}`);
}

Deno.test("Real clients 5: sessions are kept in $CLAUDE_CONFIG_DIR/projects as Claude Code keeps them", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  const call = { call: "read_file", id: "call_a", input: { file_path: `${fixture.cwd}/a.txt` } };
  await using model = fakeModel([[{ text: "I look." }, call], "Done."]);
  const config = `${fixture.home}/config`;
  const env = { ...model.env, CLAUDE_CONFIG_DIR: config };
  const end = await runQwen([...FREE, "--session-id", SESSION], { fixture, env, stdin: prompt("go") });
  assertEquals([end.code, end.stderr], [0, ""]);
  const entries = linesOf(await Deno.readTextFile(`${sessionsOf(fixture, config)}/${SESSION}.jsonl`));
  assertEquals(entries.map(({ type, message }) => [type, message.role]), [
    ["user", "user"],
    ["assistant", "assistant"],
    ["user", "user"],
    ["assistant", "assistant"],
  ]);
  assertEquals(entries.map(({ parentUuid }) => parentUuid), [null, ...entries.slice(0, -1).map(({ uuid }) => uuid)]);
  for (const entry of entries) {
    const { sessionId, cwd, isSidechain, timestamp } = entry;
    assertEquals([sessionId, cwd, isSidechain], [SESSION, await Deno.realPath(fixture.cwd), false]);
    assert(!Number.isNaN(Date.parse(timestamp)));
  }
  const [asked, called, result] = entries;
  assertEquals(asked.message.content, "go");
  assertEquals(called.message.content.map(({ type, name }: { type: string; name?: string }) => name ?? type), [
    "text",
    "Read",
  ]);
  assertEquals([called.message.model, called.message.usage.input_tokens > 0], ["fake-model", true]);
  const [block] = result.message.content;
  assertEquals([block.type, block.tool_use_id, /alpha/.test(block.content)], ["tool_result", "call_a", true]);
  // A host that resumes at a message names the id that it has read from stdout.
  const ids = linesOf(end.stdout).filter(({ type }) => type === "assistant").map(({ uuid }) => uuid);
  assert(ids.includes(entries[3].uuid) && ids.includes(called.uuid));
});

/** A session as Claude Code writes it: a line per block, results beside the branch, lines without an id, a side chain. */
function foreignSession(cwd: string): string {
  const head = {
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId: SESSION,
    version: "2.1.100",
    gitBranch: "main",
  };
  const usage = { input_tokens: 3, cache_creation_input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 11 };
  let second = 0;
  const entry = ([uuid, parentUuid]: [string, string | null], more: object): object => ({
    ...{ parentUuid, ...head, uuid, timestamp: new Date(1_760_000_000_000 + 1000 * second++).toISOString() },
    ...more,
  });
  const answer = (id: string, block: object): object => ({
    type: "assistant",
    message: { id, type: "message", role: "assistant", model: "claude-opus-4", content: [block], usage },
  });
  const result = (id: string, content: string): object => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    toolUseResult: content,
  });
  const lines = [
    { type: "summary", summary: "An earlier talk", leafUuid: "x" },
    { type: "file-history-snapshot", messageId: "u1", snapshot: {}, isSnapshotUpdate: false },
    entry(["u1", null], { type: "user", message: { role: "user", content: "Look at both files" } }),
    entry(["t1", "u1"], answer("msg_1", { type: "thinking", thinking: "Both.", signature: "sig" })),
    entry(["a1", "t1"], answer("msg_1", { type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "/a" } })),
    entry(
      ["a2", "a1"],
      answer("msg_1", { type: "tool_use", id: "toolu_2", name: "Bash", input: { command: "cat /b" } }),
    ),
    entry(["s1", null], { isSidechain: true, type: "user", message: { role: "user", content: "side" } }),
    entry(["r1", "a1"], result("toolu_1", "alpha")),
    entry(["r2", "a2"], result("toolu_2", "beta")),
    entry(["p1", "r2"], { type: "system", subtype: "turn_duration", durationMs: 7 }),
    entry(["e1", "p1"], answer("msg_2", { type: "text", text: "Alpha and beta." })),
    { type: "custom-title", customTitle: "Two files", sessionId: SESSION },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

for (const wanted of [SESSION, "Two files"]) {
  Deno.test(`Real clients 5: a session of Claude Code is resumed as ${wanted === SESSION ? "an id" : "a title"}`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Third."]);
    const folder = sessionsOf(fixture, `${fixture.home}/.claude`);
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/${SESSION}.jsonl`, foreignSession(await Deno.realPath(fixture.cwd)));
    const args = [...FREE, "--resume", wanted];
    const end = await runQwen(args, { fixture, env: model.env, stdin: prompt("And now?") });
    assertEquals([end.code, end.stderr], [0, ""]);
    assertEquals(said(model.requests[0]), [
      "user: Look at both files",
      "assistant: read_file,run_shell_command",
      "tool: alpha",
      "tool: beta",
      "assistant: Alpha and beta.",
      "user: And now?",
    ]);
    // It goes on in the same file, behind the last entry.
    const added = linesOf(await Deno.readTextFile(`${folder}/${SESSION}.jsonl`)).slice(12);
    assertEquals(added.map(({ type, parentUuid }) => [type, parentUuid]), [["user", "e1"], [
      "assistant",
      added[0].uuid,
    ]]);
  });
}

Deno.test("Real clients 5: the qwen dialect resumes a session of the claude dialect, and the other way round", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["One.", "Two.", "Three."]);
  const options = { fixture, env: model.env };
  const one = await runQwen([...FREE, "--session-id", SESSION], { ...options, stdin: prompt("1") });
  const two = await runQwen(["-p", "2", "--resume", SESSION], options);
  const three = await runQwen([...FREE, "--resume", SESSION], { ...options, stdin: prompt("3") });
  assertEquals([one.code, two.code, three.code], [0, 0, 0]);
  assertEquals(said(model.requests[2]), ["user: 1", "assistant: One.", "user: 2", "assistant: Two.", "user: 3"]);
});

Deno.test("Real clients 5: sub-agents have transcripts in <session>/subagents with isSidechain", async () => {
  await using fixture = await Fixture.open();
  const task = { call: "Task", id: "call_a", input: { description: "look", prompt: "Look." } };
  await using model = fakeModel([[task], "Nothing.", "Done."]);
  const end = await runQwen([...FREE, "--session-id", SESSION], { fixture, env: model.env, stdin: prompt("go") });
  assertEquals(end.code, 0);
  const file = `${sessionsOf(fixture, `${fixture.home}/.claude`)}/${SESSION}/subagents/agent-call_a.jsonl`;
  const entries = linesOf(await Deno.readTextFile(file));
  assertEquals(entries.map(({ type, isSidechain, agentId, sessionId }) => [type, isSidechain, agentId, sessionId]), [
    ["user", true, "call_a", SESSION],
    ["assistant", true, "call_a", SESSION],
  ]);
  const facts = JSON.parse(await Deno.readTextFile(file.replace(".jsonl", ".meta.json")));
  assertEquals([facts.agentType, facts.status], ["general-purpose", "completed"]);
});

Deno.test("Real clients 5: a compaction is a boundary without a parent and the summary behind it", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Long. ".repeat(1000), "The summary.", "Three."]);
  const options = { fixture, env: model.env };
  const run = (args: string[], text: string) => runQwen([...FREE, ...args], { ...options, stdin: prompt(text) });
  await run(["--session-id", SESSION], "one");
  await run(["--resume", SESSION], "/compress");
  await run(["--resume", SESSION], "two");
  const file = `${sessionsOf(fixture, `${fixture.home}/.claude`)}/${SESSION}.jsonl`;
  const entries = linesOf(await Deno.readTextFile(file));
  const at = entries.findIndex(({ subtype }) => subtype === "compact_boundary");
  assertEquals([entries[at].parentUuid, entries[at].logicalParentUuid], [null, entries[at - 1].uuid]);
  assertEquals([entries[at + 1].isCompactSummary, entries[at + 1].parentUuid], [true, entries[at].uuid]);
  assertMatch(JSON.stringify(said(model.requests[2])), /The summary\..*two/);
});

sdkTest("claude", "Real clients 5: getSessionMessages and listSessions read what we keep", {
  host: "transcripts",
  replies: ["First.", "Second."],
  check: ({ report }) => {
    assertEquals(report.messages, ["user one", "assistant First.", "user two", "assistant Second."]);
    assertEquals(report.sessions, [{ sessionId: report.id, isThere: true }]);
  },
});

Deno.test("Real clients 7: /clear gives later results a new session id and a new file in claude", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["One.", "Two."]);
  const stdin = prompt("1") + prompt("/clear") + prompt("2");
  const end = await runQwen([...FREE, "--session-id", SESSION], { fixture, env: model.env, stdin });
  const results = linesOf(end.stdout).filter(({ type }) => type === "result");
  const fresh = results[2].session_id;
  assertEquals([results.length, results[0].session_id, fresh === SESSION], [3, SESSION, false]);
  const init = linesOf(end.stdout).findLast(({ subtype }) => subtype === "init");
  assertEquals(init.session_id, fresh);
  const folder = sessionsOf(fixture, `${fixture.home}/.claude`);
  const texts = await Promise.all([SESSION, fresh].map((id) => Deno.readTextFile(`${folder}/${id}.jsonl`)));
  assertEquals(texts.map((text) => linesOf(text).filter(({ type }) => type === "user").map((e) => e.message.content)), [
    ["1"],
    ["2"],
  ]);
});
