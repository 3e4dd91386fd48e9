import { assert, assertEquals } from "@std/assert";
import { type AcpHost, acpStage, choose, errorOf } from "../support/acp_host.ts";
import { survivors, withProc } from "../support/proc.ts";

const CANCEL_MS = 2_000;
const END_MS = 5_000;
const shell = (command: string): [{ call: string; input: unknown }] => [
  { call: "run_shell_command", input: { command } },
];
const write = (path: string): [{ call: string; input: unknown }] => [
  { call: "write_file", input: { file_path: path, content: "hi\n" } },
];

/** Cancels a prompt and fails unless it answers in time. */
async function cancel(host: AcpHost, about: { sessionId: string; prompted: Promise<unknown> }): Promise<void> {
  const before = performance.now();
  await host.notify("session/cancel", { sessionId: about.sessionId });
  assertEquals(await about.prompted, { stopReason: "cancelled" });
  const took = performance.now() - before;
  assert(took < CANCEL_MS, `The cancel took ${took} ms`);
}

Deno.test(
  withProc("acp: session/cancel ends a prompt in the stream, in a tool, in a pause and in a question", async () => {
    await using stage = await acpStage({
      replies: [
        [{ text: "Begin" }, { wait: "never" }],
        shell("sleep 600"),
        { status: 503, headers: { "retry-after": "60" }, body: {} },
        write("asked.txt"),
        "Still here.",
      ],
    });
    const host = await stage.start(["--approval-mode", "default"]);
    const sessionId = await host.newSession();
    let prompted = host.prompt(sessionId, "Stream.");
    await host.untilUpdate(({ content }) => content?.text === "Begin");
    await cancel(host, { sessionId, prompted });

    host.on["session/request_permission"] = choose("allow_once");
    prompted = host.prompt(sessionId, "Sleep.");
    await host.untilUpdate(({ status, sessionUpdate }) =>
      sessionUpdate === "tool_call_update" && status === "in_progress"
    );
    await cancel(host, { sessionId, prompted });
    assertEquals(host.updates(sessionId, "tool_call_update").at(-1)?.status, "failed");

    prompted = host.prompt(sessionId, "Retry.");
    await stage.model.request(2);
    await cancel(host, { sessionId, prompted });

    host.on["session/request_permission"] = () => undefined;
    prompted = host.prompt(sessionId, "Ask.");
    const question = await host.until(({ method, params }) =>
      method === "session/request_permission" && params.toolCall.rawInput.file_path === "asked.txt"
    );
    await cancel(host, { sessionId, prompted });
    // A late answer is ignored.
    const late = { outcome: { outcome: "selected", optionId: "allow_once" } };
    await host.run.send({ jsonrpc: "2.0", id: question.id, result: late });
    assertEquals(await host.prompt(sessionId, "And now?"), { stopReason: "end_turn" });
    assertEquals(host.text(sessionId), "BeginStill here.");
    assertEquals(await Deno.stat(`${stage.cwd}/asked.txt`).catch(() => null), null);
    assertEquals((await host.finish()).code, 0);
    assertEquals(await survivors(stage.fixture.home), []);
  }),
);

Deno.test("acp: modes and options hold from the next request on, and changes are told", async () => {
  const models = { openai: [{ id: "fake-model" }, { id: "other-model" }] };
  await using stage = await acpStage({
    replies: [write("a.txt"), "One.", write("b.txt"), "Two.", "Three."],
    flags: ["--settings", JSON.stringify({ modelProviders: models })],
  });
  const host = await stage.start(["--approval-mode", "default"]);
  const sessionId = await host.newSession();
  let asked = 0;
  host.on["session/request_permission"] = (params) => {
    asked++;
    return choose("allow_once")(params);
  };
  await host.prompt(sessionId, "a");
  assertEquals(await host.request("session/set_mode", { sessionId, modeId: "yolo" }), {});
  await host.prompt(sessionId, "b");
  assertEquals(asked, 1);
  assertEquals(host.updates(sessionId, "current_mode_update").map(({ currentModeId }) => currentModeId), ["yolo"]);
  assertEquals((await errorOf(host.request("session/set_mode", { sessionId, modeId: "mad" }))).code, -32602);
  const set = (configId: string, value: string): Promise<Record<string, unknown>> =>
    host.request("session/set_config_option", { sessionId, configId, value });
  const { configOptions } = await set("model", "other-model") as { configOptions: Record<string, unknown>[] };
  assertEquals(configOptions.map(({ id, currentValue }) => [id, currentValue]), [
    ["model", "other-model"],
    ["effort", "default"],
  ]);
  const second = await set("effort", "high") as { configOptions: Record<string, unknown>[] };
  assertEquals(second.configOptions[1].currentValue, "high");
  assertEquals((await errorOf(set("model", "no-model"))).code, -32602);
  assertEquals((await errorOf(set("effort", "enormous"))).code, -32602);
  assertEquals((await errorOf(set("colour", "red"))).code, -32602);
  await host.prompt(sessionId, "c");
  const { body } = stage.model.requests[4];
  assertEquals([body.model, body.reasoning_effort], ["other-model", "high"]);
});

Deno.test("acp: a change by a command or an approved plan is told as well", async () => {
  await using stage = await acpStage({
    replies: [[{ call: "exit_plan_mode", input: { plan: "Do it." } }], "Done."],
  });
  const host = await stage.start(["--approval-mode", "plan"]);
  const sessionId = await host.newSession();
  host.on["session/request_permission"] = choose("allow_once");
  await host.prompt(sessionId, "Plan.");
  assertEquals(host.updates(sessionId, "current_mode_update").length, 1);
  await host.prompt(sessionId, "/effort low");
  const options = host.updates(sessionId, "config_option_update").at(-1)?.configOptions;
  assertEquals(options?.[1].currentValue, "low");
});

Deno.test("acp: a session is loaded with its conversation and resumed without it, in a new process", async () => {
  await using stage = await acpStage({
    replies: [[{ text: "I write." }, ...write("a.txt")], "Written.", "I remember.", "Still."],
    flags: ["--approval-mode", "yolo"],
  });
  const first = await stage.start();
  const sessionId = await first.newSession();
  await first.prompt(sessionId, "Write a.txt.");
  // A session that is open already is replayed as well.
  await first.request("session/load", { sessionId, cwd: stage.cwd, mcpServers: [] });
  assertEquals(first.updates(sessionId, "user_message_chunk").map(({ content }) => content.text), ["Write a.txt."]);
  assertEquals((await first.finish()).code, 0);

  const second = await stage.start();
  const where = { sessionId, cwd: stage.cwd, mcpServers: [] };
  const loaded = await second.request("session/load", where);
  assertEquals([loaded.modes.currentModeId, loaded.sessionId], ["yolo", undefined]);
  const replayed = second.updates(sessionId).map(({ sessionUpdate, content, status }) =>
    [sessionUpdate, content?.text ?? status].filter((part) => part !== undefined)
  );
  assertEquals(replayed.slice(0, 5), [
    ["user_message_chunk", "Write a.txt."],
    ["agent_message_chunk", "I write."],
    ["tool_call", "in_progress"],
    ["tool_call_update", "completed"],
    ["agent_message_chunk", "Written."],
  ]);
  assertEquals(second.updates(sessionId, "tool_call")[0].kind, "edit");
  await second.untilUpdate(({ sessionUpdate }) => sessionUpdate === "available_commands_update");
  await second.prompt(sessionId, "What did you do?");
  assert(JSON.stringify(stage.model.requests[2].body.messages).includes("Write a.txt."));
  await second.finish();

  const third = await stage.start();
  await third.request("session/resume", where);
  await third.untilUpdate(({ sessionUpdate }) => sessionUpdate === "available_commands_update");
  assertEquals(third.updates(sessionId, "user_message_chunk"), []);
  await third.prompt(sessionId, "And now?");
  assert(JSON.stringify(stage.model.requests[3].body.messages).includes("I remember."));
  const unknown = { ...where, sessionId: "11111111-1111-4111-8111-111111111111" };
  for (const method of ["session/load", "session/resume", "session/close", "session/delete"]) {
    assertEquals((await errorOf(third.request(method, unknown))).code, -32002, method);
  }
  assertEquals((await errorOf(third.prompt(unknown.sessionId, "Hi"))).code, -32002);
});

Deno.test("acp: sessions are listed, closed and deleted", async () => {
  await using stage = await acpStage({ replies: ["One.", "Two.", [{ text: "Three" }, { wait: "never" }]] });
  await stage.fixture.write("inner/x", "");
  const host = await stage.start();
  const here = await host.newSession();
  const there = await host.newSession({ cwd: `${stage.cwd}/inner` });
  await host.prompt(here, "The first prompt");
  await host.prompt(there, "The second prompt");
  const ids = async (params = {}): Promise<string[]> => {
    const { sessions } = await host.request("session/list", params);
    return sessions.map(({ sessionId }: { sessionId: string }) => sessionId).toSorted();
  };
  const { sessions: [only] } = await host.request("session/list", { cwd: stage.cwd });
  assertEquals([only.sessionId, only.cwd, only.title], [here, stage.cwd, "The first prompt"]);
  assert(!Number.isNaN(Date.parse(only.updatedAt)));
  assertEquals(await ids(), [here, there].toSorted());

  const prompted = host.prompt(here, "Third");
  await host.untilUpdate(({ content }) => content?.text === "Three");
  assertEquals(await host.request("session/close", { sessionId: here }), {});
  assertEquals(await prompted, { stopReason: "cancelled" });
  assertEquals((await errorOf(host.prompt(here, "More"))).code, -32002);
  assertEquals(await ids(), [here, there].toSorted());
  assertEquals(await host.request("session/delete", { sessionId: there }), {});
  assertEquals(await host.request("session/delete", { sessionId: here }), {});
  assertEquals(await ids(), []);
  assertEquals((await host.finish()).code, 0);
});

Deno.test("acp: two sessions run at the same time and never mix", async () => {
  const answer = (body: { messages: unknown[] }): string => JSON.stringify(body.messages).includes("ping") ? "A" : "B";
  const reply = ({ body }: { body: { messages: unknown[] } }) => [
    { text: `${answer(body)}1` },
    { wait: `gate ${answer(body)}` },
    { text: `${answer(body)}2` },
  ];
  await using stage = await acpStage({ replies: [reply, reply] });
  await stage.fixture.write("inner/x", "");
  const host = await stage.start();
  const [one, two] = [await host.newSession(), await host.newSession({ cwd: `${stage.cwd}/inner` })];
  const prompts = [host.prompt(one, "ping"), host.prompt(two, "pong")];
  await Promise.all(["A1", "B1"].map((text) => host.untilUpdate(({ content }) => content?.text === text)));
  stage.model.release("gate B");
  assertEquals(await prompts[1], { stopReason: "end_turn" });
  stage.model.release("gate A");
  assertEquals(await prompts[0], { stopReason: "end_turn" });
  assertEquals([host.text(one), host.text(two)], ["A1A2", "B1B2"]);
});

Deno.test("acp: bad lines are answered by their number, and the process goes on", async () => {
  await using stage = await acpStage({ replies: ["Fine."] });
  const host = await stage.start();
  const sessionId = await host.newSession();
  const cases: [unknown, { id: unknown; code: number }][] = [
    ["{not json", { id: null, code: -32700 }],
    [[], { id: null, code: -32600 }],
    [{ id: 1, method: "session/list" }, { id: 1, code: -32600 }],
    [{ jsonrpc: "2.0", id: 2 }, { id: 2, code: -32600 }],
    [{ jsonrpc: "2.0", id: {}, method: "session/list" }, { id: null, code: -32600 }],
    [{ jsonrpc: "2.0", id: 3, method: "session/nothing" }, { id: 3, code: -32601 }],
    [{ jsonrpc: "2.0", id: 4, method: "_mine/thing" }, { id: 4, code: -32601 }],
    [{ jsonrpc: "2.0", id: 5, method: "session/prompt", params: { sessionId } }, { id: 5, code: -32602 }],
    [{ jsonrpc: "2.0", id: 6, method: "session/prompt", params: [] }, { id: 6, code: -32602 }],
  ];
  for (const [line, { id, code }] of cases) {
    const before = host.lines.length;
    await host.run.send(line);
    const answer = await host.until((message) => host.lines.indexOf(message) >= before && "error" in message);
    assertEquals([answer.id, answer.error.code], [id, code], JSON.stringify(line));
  }
  // Notifications have no answer, whatever they are.
  await host.notify("_mine/thing", {});
  await host.notify("session/cancel", { sessionId: "unknown" });
  await host.run.send({ jsonrpc: "2.0", id: 99, result: {} });
  assertEquals(await host.prompt(sessionId, "Hi"), { stopReason: "end_turn" });
});

Deno.test(withProc("acp: the end of input cancels what runs, saves it, and leaves no child", async () => {
  await using stage = await acpStage({ replies: [shell("sleep 600")], flags: ["--approval-mode", "yolo"] });
  const host = await stage.start();
  const sessionId = await host.newSession();
  const prompted = host.prompt(sessionId, "Sleep.");
  await host.untilUpdate(({ sessionUpdate }) => sessionUpdate === "tool_call");
  const before = performance.now();
  const { code } = await host.finish();
  assert(performance.now() - before < END_MS);
  assertEquals([code, await prompted], [0, { stopReason: "cancelled" }]);
  assertEquals(await survivors(stage.fixture.home), []);
  const next = await stage.start();
  assertEquals((await next.request("session/list")).sessions[0].sessionId, sessionId);
}));
