import { assert, assertEquals, assertMatch } from "@std/assert";
import { acpStage, choose, errorOf } from "../support/acp_host.ts";
import { linesOf, runQwen } from "../support/qwen.ts";

const WRITE = (path: string, content = "hi\n"): [{ call: string; input: unknown }] => [
  { call: "write_file", input: { file_path: path, content } },
];
const shell = (command: string): [{ call: string; input: unknown }] => [
  { call: "run_shell_command", input: { command } },
];

Deno.test("acp: initialize says what the program can do, and must come first", async () => {
  await using stage = await acpStage();
  const host = stage.launch();
  const early = await errorOf(host.request("session/new", { cwd: stage.cwd, mcpServers: [] }));
  assertEquals(early.code, -32600);
  const result = await host.request("initialize", { protocolVersion: 9, clientCapabilities: {} });
  assertEquals(result.protocolVersion, 1);
  assertEquals(result.agentInfo.name, "qwen");
  const { loadSession, promptCapabilities, mcpCapabilities, sessionCapabilities } = result.agentCapabilities;
  assertEquals([loadSession, promptCapabilities.image, promptCapabilities.embeddedContext, mcpCapabilities.http], [
    true,
    true,
    true,
    true,
  ]);
  assertEquals(Object.keys(sessionCapabilities).toSorted(), ["close", "delete", "list", "resume"]);
  assert(Array.isArray(result.authMethods));
  assertEquals((await host.finish()).code, 0);
});

Deno.test("acp: --acp refuses a prompt and --json-schema before anything is read", async () => {
  await using stage = await acpStage();
  const { fixture, model: { env } } = stage;
  for (const more of [["-p", "hi"], ["--json-schema", '{"type":"object"}'], ["--experimental-acp", "-p", "hi"]]) {
    const end = await runQwen(["--acp", ...more], { fixture, env, stdin: { open: true } });
    assertEquals(end.code, 1);
    assertEquals(linesOf(end.stdout).map(({ error }) => error.data.code), ["usage_error"]);
  }
});

Deno.test("acp: session/new works in its folder and tells modes, options and commands", async () => {
  const models = { openai: [{ id: "fake-model" }, { id: "other-model", name: "Other" }] };
  const settings = JSON.stringify({ modelProviders: models });
  await using stage = await acpStage({ replies: [WRITE("here.txt"), "Done."], flags: ["--settings", settings] });
  await stage.fixture.write("inner/note.txt", "a note");
  await stage.fixture.write("inner/.qwen/commands/own.md", "Do it.");
  await stage.fixture.write("inner/.claude/skills/tidy/SKILL.md", "---\ndescription: Tidies\n---\nTidy up.");
  const host = await stage.start(["--approval-mode", "auto-edit"]);
  for (const cwd of ["inner", `${stage.cwd}/missing`, `${stage.cwd}/inner/note.txt`]) {
    assertEquals((await errorOf(host.newSession({ cwd }))).code, -32602, cwd);
  }
  const session = await host.request("session/new", { cwd: `${stage.cwd}/inner`, mcpServers: [] });
  assertEquals(session.modes.availableModes.map(({ id }: { id: string }) => id), [
    "plan",
    "default",
    "auto-edit",
    "auto",
    "yolo",
  ]);
  assertEquals(session.modes.currentModeId, "auto-edit");
  const [model, effort] = session.configOptions;
  assertEquals([model.id, model.type, model.category, model.currentValue], [
    "model",
    "select",
    "model",
    "fake-model",
  ]);
  assertEquals(model.options.map(({ value }: { value: string }) => value), ["fake-model", "other-model"]);
  assertEquals([effort.id, effort.type, effort.category], ["effort", "select", "thought_level"]);
  assert(effort.options.some(({ value }: { value: string }) => value === "high"));
  const commands = await host.untilUpdate(({ sessionUpdate }) => sessionUpdate === "available_commands_update");
  const names = commands.availableCommands.map(({ name }: { name: string }) => name);
  for (const name of ["compress", "own", "tidy"]) assert(names.includes(name), `${name}: ${names}`);
  assert(!names.some((name: string) => name.startsWith("/")), String(names));
  await host.prompt(session.sessionId, "Write a file.");
  assertEquals(await Deno.readTextFile(`${stage.cwd}/inner/here.txt`), "hi\n");
  assertEquals(host.updates(session.sessionId, "available_commands_update").length, 1);
});

Deno.test("acp: a prompt streams thoughts, text and tokens, and a tool call with its diff", async () => {
  await using stage = await acpStage({
    replies: [
      [{ thinking: "hm" }, { text: ["Let ", "me."] }, ...WRITE("new.txt")],
      [{ call: "run_shell_command", input: { command: "echo out" } }],
      [{ text: ["All ", "done."] }],
    ],
  });
  const host = await stage.start(["--approval-mode", "yolo"]);
  const sessionId = await host.newSession();
  assertEquals(await host.prompt(sessionId, "Write new.txt."), { stopReason: "end_turn" });
  assertEquals(host.text(sessionId), "Let me.All done.");
  assertEquals(host.text(sessionId, "agent_thought_chunk"), "hm");
  const usage = host.updates(sessionId, "usage_update");
  assertEquals(usage.length, 3);
  assertEquals([usage[0].used > 0, usage[0].size > usage[0].used], [true, true]);
  const path = `${stage.cwd}/new.txt`;
  const [call, command] = host.updates(sessionId, "tool_call");
  assertEquals([call.kind, call.status, call.locations, call.rawInput], ["edit", "in_progress", [{ path }], {
    file_path: "new.txt",
    content: "hi\n",
  }]);
  assert(call.title.includes("new.txt"));
  assertEquals(command.kind, "execute");
  const ends = host.updates(sessionId, "tool_call_update").filter(({ status }) => status === "completed");
  assertEquals(ends.map(({ toolCallId }) => toolCallId), [call.toolCallId, command.toolCallId]);
  assertEquals(ends[0].content, [{ type: "diff", path, oldText: null, newText: "hi\n" }]);
  assertEquals(ends[1].content, [{ type: "content", content: { type: "text", text: "out" } }]);
});

Deno.test("acp: a permission question is about a call that the client knows, and shows the diff", async () => {
  await using stage = await acpStage({
    files: { "a.txt": "one\n" },
    replies: [
      [{ call: "read_file", input: { file_path: "a.txt" } }],
      [{ call: "edit", input: { file_path: "a.txt", old_string: "one", new_string: "two" } }],
      "Done.",
    ],
  });
  const host = await stage.start(["--approval-mode", "default"]);
  const sessionId = await host.newSession();
  host.on["session/request_permission"] = ({ toolCall, options }) => {
    const known = host.updates(sessionId, "tool_call").map(({ toolCallId }) => toolCallId);
    assert(known.includes(toolCall.toolCallId));
    assertEquals(toolCall.content, [{ type: "diff", path: `${stage.cwd}/a.txt`, oldText: "one\n", newText: "two\n" }]);
    assertEquals(options.map(({ kind }: { kind: string }) => kind), ["allow_once", "allow_always", "reject_once"]);
    return { outcome: { outcome: "selected", optionId: options[0].optionId } };
  };
  await host.prompt(sessionId, "Change it.");
  assertEquals(await Deno.readTextFile(`${stage.cwd}/a.txt`), "two\n");
  assertEquals(host.text(sessionId), "Done.");
});

Deno.test("acp: allow_always holds for any edit, and for the same command only", async () => {
  await using stage = await acpStage({
    replies: [
      WRITE("a.txt"),
      WRITE("b.txt"),
      [{ call: "run_shell_command", input: { command: "touch c.txt", description: "first" } }],
      [{ call: "run_shell_command", input: { command: "touch c.txt", description: "again" } }],
      shell("touch d.txt"),
      "Done.",
    ],
  });
  const host = await stage.start(["--approval-mode", "default"]);
  const sessionId = await host.newSession();
  const asked: string[] = [];
  host.on["session/request_permission"] = ({ toolCall }) => {
    asked.push(toolCall.rawInput.file_path ?? toolCall.rawInput.command);
    return { outcome: { outcome: "selected", optionId: "allow_always" } };
  };
  await host.prompt(sessionId, "Go.");
  assertEquals(asked, ["a.txt", "touch c.txt", "touch d.txt"]);
  for (const name of ["a", "b", "c", "d"]) await Deno.stat(`${stage.cwd}/${name}.txt`);
});

for (
  const [name, answer] of Object.entries({
    "reject_once": choose("reject_once"),
    "the outcome cancelled": () => ({ outcome: { outcome: "cancelled" } }),
    "an unknown option": choose("whatever"),
    "an error": () => {
      throw new Error("no window");
    },
  })
) {
  Deno.test(`acp: ${name} denies the call, and the turn goes on`, async () => {
    await using stage = await acpStage({ replies: [WRITE("a.txt"), "I see."] });
    const host = await stage.start(["--approval-mode", "default"]);
    const sessionId = await host.newSession();
    host.on["session/request_permission"] = answer;
    assertEquals(await host.prompt(sessionId, "Write."), { stopReason: "end_turn" });
    assertEquals(host.text(sessionId), "I see.");
    assertEquals(host.updates(sessionId, "tool_call_update").at(-1)?.status, "failed");
    const told = stage.model.requests[1].body.messages.at(-1);
    assertMatch(JSON.stringify(told), /reject|not answer|Cancelled/);
    assertEquals(await Deno.stat(`${stage.cwd}/a.txt`).catch(() => null), null);
  });
}

Deno.test("acp: stop reasons name a cut answer, a refusal and the limit of rounds", async () => {
  await using stage = await acpStage({
    replies: [[{ text: "no" }, { stop: "content_filter" }], shell("true"), shell("true"), shell("true")],
  });
  const host = await stage.start(["--max-session-turns", "2", "--approval-mode", "yolo"]);
  const sessionId = await host.newSession();
  assertEquals((await host.prompt(sessionId, "Refuse.")).stopReason, "refusal");
  assertEquals((await host.prompt(sessionId, "Loop.")).stopReason, "max_turn_requests");
});

Deno.test("acp: an answer that is cut for good stops with max_tokens", async () => {
  const cut = [{ text: "word " }, { stop: "length" }];
  await using stage = await acpStage({ replies: Array.from({ length: 12 }, () => cut) });
  const host = await stage.start();
  assertEquals((await host.prompt(await host.newSession(), "Write a lot.")).stopReason, "max_tokens");
});

for (
  const [name, flags] of Object.entries({
    "--experimental-acp": ["--experimental-acp"],
    "--dialect acp": ["--dialect", "acp", "--input-format", "stream-json"],
    "the first line": ["--input-format", "stream-json"],
  })
) {
  Deno.test(`acp: ${name} chooses the protocol as --acp does`, async () => {
    await using stage = await acpStage({ replies: ["Hello."] });
    const host = stage.launchWith(flags);
    await host.initialize();
    const sessionId = await host.newSession();
    await host.prompt(sessionId, "Hi");
    assertEquals([host.text(sessionId), (await host.finish()).code], ["Hello.", 0]);
  });
}

Deno.test("acp: SIGTERM cancels what runs, and the exit status names it", async () => {
  await using stage = await acpStage({ replies: [[{ text: "Begin" }, { wait: "never" }]] });
  const host = await stage.start();
  const sessionId = await host.newSession();
  const prompted = host.prompt(sessionId, "Hi");
  await host.untilUpdate(({ content }) => content?.text === "Begin");
  host.run.kill("SIGTERM");
  assertEquals(await prompted, { stopReason: "cancelled" });
  assertEquals((await host.run.end).code, 143);
});

Deno.test("acp: a failure of the provider is an error with our code, and the session lives on", async () => {
  await using stage = await acpStage({
    replies: [{ status: 401, body: { error: { message: "bad key" } } }, "Better."],
  });
  const host = await stage.start();
  const sessionId = await host.newSession();
  const error = await errorOf(host.prompt(sessionId, "Hi"));
  assertEquals(error.data.code, "provider_auth");
  assertEquals((await host.prompt(sessionId, "Again")).stopReason, "end_turn");
  assertEquals(host.text(sessionId), "Better.");
});
