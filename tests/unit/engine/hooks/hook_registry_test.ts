import { assertEquals, assertMatch } from "@std/assert";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { Tool } from "../../../../lib/model/ports.ts";
import type { ConfiguredHook } from "../../../../lib/engine/hooks/hooks.ts";
import { ECHO, policySaying, SessionBench } from "../../../support/session_bench.ts";
import { arm, registered } from "../../../support/hook_bench.ts";

const CALL_ECHO = { calls: [{ tool: "echo", input: { text: "hello" } }] };

Deno.test("HookRegistry tells a callback all it should know of a call", async () => {
  await using bench = new SessionBench([CALL_ECHO], { store: { transcriptPath: () => "/t/SID.jsonl" } });
  arm(bench, registered("PreToolUse", { matcher: "echo" }));
  const payloads: JsonObject[] = [];
  bench.answerHooks((payload) => {
    payloads.push(payload);
    return {};
  });
  const turn = await bench.ask("go");
  assertEquals(turn.outcome.kind, "done");
  assertEquals(payloads, [{
    event: "PreToolUse",
    sessionId: "SID",
    transcriptPath: "/t/SID.jsonl",
    cwd: "/ws",
    mode: "default",
    timestamp: "2023-11-14T22:13:20.000Z",
    tool: "echo",
    input: { text: "hello" },
    callId: "call_1",
  }]);
});

Deno.test("HookRegistry: a denial keeps the tool from running, whatever other hooks say", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse", { callbackIds: ["yes", "no"] }));
  bench.answerHooks((_payload, id) => ({
    hookSpecificOutput: { permissionDecision: id === "no" ? "deny" : "allow", permissionDecisionReason: id },
  }));
  const turn = await bench.ask("go");
  assertEquals(bench.of("tool.started"), []);
  assertEquals(bench.lastMessages(1), ["tool: no"]);
  assertEquals(turn.denials.map(({ source, message }) => [source, message]), [["hook", "no"]]);
});

Deno.test("HookRegistry: hooks change input and output and add context", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse"), registered("PostToolUse"), registered("PostToolBatch"));
  bench.answerHooks((payload): JsonObject => {
    switch (payload.event) {
      case "PreToolUse":
        return { hookSpecificOutput: { updatedInput: { text: "other" }, additionalContext: "before" } };
      case "PostToolUse":
        return { hookSpecificOutput: { updatedToolOutput: "replaced", additionalContext: "after" } };
      default:
        return { hookSpecificOutput: { additionalContext: "all" } };
    }
  });
  await bench.ask("go");
  assertEquals(bench.of("tool.started").map(({ input }) => input), [{ text: "other" }]);
  assertEquals(bench.lastMessages(2), ["tool: replacedafter", "user: all"]);
});

Deno.test("HookRegistry: a gate that does not answer in time denies, and the host is told", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse", { timeoutMs: 300 }));
  const done = bench.ask("go");
  await bench.when("ask.opened");
  await bench.clock.advance(300);
  await done;
  assertEquals(bench.of("ask.closed").map(({ by }) => by), ["timeout"]);
  assertEquals(bench.of("notice").map(({ code }) => code), ["hook_timeout"]);
  assertEquals(bench.lastMessages(1), [
    "tool: The PreToolUse hook callback:on_PreToolUse did not answer within 300 ms.",
  ]);
});

Deno.test("HookRegistry: other hooks that are late are reported and passed over", async () => {
  await using bench = new SessionBench(["Bye."]);
  arm(bench, registered("Stop", { timeoutMs: 300 }));
  const done = bench.ask("go");
  await bench.when("ask.opened");
  await bench.clock.advance(300);
  assertEquals((await done).outcome.kind, "done");
  assertEquals(bench.of("notice").map(({ code }) => code), ["hook_timeout"]);
});

Deno.test("HookRegistry: an answer that is not valid denies at a gate and is never passed over in silence", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse"), registered("PostToolBatch"));
  bench.answerHooks(() => ({ decision: "perhaps" }));
  await bench.ask("go");
  assertEquals(bench.of("tool.started"), []);
  assertEquals(bench.of("notice").map(({ code }) => code), ["hook_protocol_error", "hook_protocol_error"]);
});

Deno.test("HookRegistry: a callback that throws is reported; with onFailure block it denies", async () => {
  for (const onFailure of ["continue", "block"] as const) {
    await using bench = new SessionBench([CALL_ECHO]);
    arm(bench, registered("PreToolUse", { onFailure }));
    void bench.when("ask.opened").then(({ askId }) =>
      bench.send({ type: "answer", askId, answer: { kind: "failed", message: "boom" } })
    );
    await bench.ask("go");
    assertEquals(bench.of("tool.started").length, onFailure === "block" ? 0 : 1);
    assertEquals(bench.of("notice").map(({ code, text }) => [code, text]), [
      ["hook_failed", "The PreToolUse hook callback:on_PreToolUse failed: boom"],
    ]);
  }
});

Deno.test("HookRegistry: the end of input settles an open gate with a denial at once", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse"));
  const done = bench.ask("go");
  await bench.when("ask.opened");
  await bench[Symbol.asyncDispose]();
  assertEquals((await done).outcome.kind, "done");
  assertEquals(bench.of("tool.started"), []);
});

Deno.test("HookRegistry: a Stop hook feeds its reason back, and is told that it did", async () => {
  await using bench = new SessionBench(["One.", "Two."]);
  arm(bench, registered("Stop"));
  const active: unknown[] = [];
  bench.answerHooks((payload): JsonObject => {
    active.push([payload.stopHookActive, payload.lastAssistantMessage]);
    return active.length === 1 ? { decision: "block", reason: "Tests are red." } : {};
  });
  const turn = await bench.ask("go");
  assertEquals(active, [[false, "One."], [true, "Two."]]);
  assertEquals(bench.lastMessages(1), ["user: Tests are red."]);
  assertEquals(turn.outcome.kind === "done" && turn.outcome.text, "Two.");
});

Deno.test("HookRegistry: a blocked prompt costs no model call", async () => {
  await using bench = new SessionBench([]);
  arm(bench, registered("UserPromptSubmit"));
  bench.answerHooks(() => ({ decision: "block", reason: "Not today." }));
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "failed" && [outcome.problem.code, outcome.text], ["prompt_blocked", "Not today."]);
  assertEquals(bench.provider.requests, []);
});

Deno.test("HookRegistry: continue false ends the turn", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PostToolUse"));
  bench.answerHooks(() => ({ continue: false, stopReason: "Enough." }));
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "failed" && outcome.text, "Enough.");
  assertEquals(bench.provider.requests.length, 1);
});

Deno.test("HookRegistry: a PermissionRequest hook answers in place of the host", async () => {
  const policy = policySaying(() => ({ decision: "ask", source: "mode" }));
  for (const behavior of ["allow", "deny"]) {
    await using bench = new SessionBench([CALL_ECHO], { tools: { policy }, host: { answers: false } });
    arm(bench, registered("PermissionRequest"));
    bench.answerHooks(() => ({
      hookSpecificOutput: { decision: { behavior, message: "no", updatedInput: { text: "changed" } } },
    }));
    await bench.ask("go");
    assertEquals(bench.lastMessages(1), [behavior === "allow" ? "tool: changed" : "tool: no"]);
    assertEquals(bench.of("ask.opened").map(({ ask }) => ask.kind), ["hook"]);
  }
});

Deno.test("HookRegistry fires each event once for each occurrence", async () => {
  const todo: JsonObject = { id: "1", content: "Try", status: "pending" };
  let todos: JsonObject[] = [];
  const plan = {
    ...ECHO,
    name: "plan",
    aliases: [],
    async *run(input: JsonObject): ReturnType<Tool["run"]> {
      yield* [];
      await Promise.resolve();
      const oldTodos = todos;
      todos = input.todos as JsonObject[];
      return { output: [], data: { oldTodos, newTodos: todos } };
    },
  };
  await using bench = new SessionBench([
    { calls: [{ tool: "echo", input: { text: "a" } }, { tool: "echo", input: { fail: "broken" } }] },
    { calls: [{ tool: "plan", input: { todos: [todo] } }] },
    { calls: [{ tool: "plan", input: { todos: [{ ...todo, status: "completed" }] } }] },
    "Done.",
  ], { tools: { list: [ECHO, plan] } });
  const events = [
    ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "SessionStart", "Stop"],
    ...["PreModelSwitch", "PostModelSwitch", "TaskCreated", "TaskCompleted", "TodoCreated", "TodoCompleted"],
    ...["MessageDisplay", "PermissionDenied", "Notification", "StopFailure", "PreCompact"],
  ];
  arm(bench, ...events.map((event) => registered(event)));
  const fired: Record<string, number> = {};
  bench.answerHooks((payload) => {
    const event = String(payload.event);
    fired[event] = (fired[event] ?? 0) + 1;
    return {};
  });
  bench.send({ type: "configure", changes: [{ key: "model", value: "other" }] });
  await bench.ask("go");
  await bench.ask("again");
  assertEquals(fired, {
    PreModelSwitch: 1,
    PostModelSwitch: 1,
    SessionStart: 1,
    UserPromptSubmit: 2,
    PreToolUse: 4,
    PostToolUse: 3,
    PostToolUseFailure: 1,
    PostToolBatch: 3,
    TaskCreated: 1,
    TodoCreated: 1,
    TaskCompleted: 1,
    TodoCompleted: 1,
    MessageDisplay: 2,
    Stop: 2,
  });
});

Deno.test("HookRegistry: a refused change of the model does not happen", async () => {
  await using bench = new SessionBench([]);
  arm(bench, registered("PreModelSwitch"));
  bench.answerHooks(() => ({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Stay." } }));
  bench.send({ type: "configure", changes: [{ key: "model", value: "other" }] });
  const { problem } = await bench.when("rejected");
  assertEquals(problem.message, "Stay.");
  await bench.ask("go");
  assertEquals(bench.provider.requests[0].model, "mock-model");
});

Deno.test("HookRegistry lists its hooks and how often they ran, and warns about unknown events", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse", { matcher: "edit" }), registered("PostToolUze"));
  await bench.ask("go");
  bench.send({ type: "query", query: { subject: "hooks" } });
  const { result } = await bench.when("reply", ({ result }) => result.kind === "value");
  assertEquals(result, {
    kind: "value",
    subject: "hooks",
    value: [
      { event: "PreToolUse", matcher: "edit", name: "callback:on_PreToolUse", fired: 0 },
      { event: "PostToolUze", matcher: null, name: "callback:on_PostToolUze", fired: 0 },
    ],
  });
  assertMatch(bench.of("notice").map(({ text }) => text).join("\n"), /PostToolUze/);
  assertEquals(bench.of("hook.started"), []);
});

Deno.test("HookRegistry ends a hook from outside that is late, and one that a cancel overtakes", async () => {
  for (const how of ["late", "cancelled"]) {
    let reason: unknown;
    const hook: ConfiguredHook = {
      event: "PreToolUse",
      matcher: null,
      name: "slow",
      timeoutMs: 1_000,
      isDetached: false,
      run: (_payload, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(reason = signal.reason));
        }),
    };
    await using bench = new SessionBench([CALL_ECHO], { host: { hooks: [hook] } });
    const done = bench.ask("go");
    await bench.when("hook.started");
    if (how === "late") await bench.clock.advance(1_000);
    else bench.send({ type: "interrupt", promptId: null });
    const { outcome } = await done;
    assertEquals(outcome.kind, how === "late" ? "done" : "interrupted");
    assertEquals(bench.of("hook.completed").map((event) => event.outcome), [how === "late" ? "error" : "cancelled"]);
    assertEquals(reason instanceof Error, true);
  }
});
