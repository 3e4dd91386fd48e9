import { assertEquals, assertMatch } from "@std/assert";
import type { HookRegistration } from "../../../lib/model/command.ts";
import type { JsonObject } from "../../../lib/model/json.ts";
import type { Tool } from "../../../lib/model/ports.ts";
import type { HostLink, Servers } from "../../../lib/engine/session_parts.ts";
import { Asks } from "../../../lib/engine/asks.ts";
import { HookDesk } from "../../../lib/engine/hook_desk.ts";
import type { ArmedHook } from "../../../lib/engine/hooks.ts";
import { Outbox } from "../../../lib/engine/outbox.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { ECHO, policySaying, SessionBench } from "../../support/session_bench.ts";

function registered(event: string, over: Partial<HookRegistration> = {}): HookRegistration {
  return { event, matcher: null, callbackIds: [`on_${event}`], timeoutMs: 5_000, onFailure: "continue", ...over };
}

function arm(bench: SessionBench, ...hooks: HookRegistration[]): void {
  bench.send({ type: "configure", changes: [{ key: "hooks", value: hooks }] });
}

const CALL_ECHO = { calls: [{ tool: "echo", input: { text: "hello" } }] };

Deno.test("HookDesk tells a callback all it should know of a call", async () => {
  await using bench = new SessionBench([CALL_ECHO], { transcriptPath: "/t/SID.jsonl" });
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

Deno.test("HookDesk: a denial keeps the tool from running, whatever other hooks say", async () => {
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

Deno.test("HookDesk: hooks change input and output and add context", async () => {
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

Deno.test("HookDesk: a gate that does not answer in time denies, and the host is told", async () => {
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

Deno.test("HookDesk: other hooks that are late are reported and passed over", async () => {
  await using bench = new SessionBench(["Bye."]);
  arm(bench, registered("Stop", { timeoutMs: 300 }));
  const done = bench.ask("go");
  await bench.when("ask.opened");
  await bench.clock.advance(300);
  assertEquals((await done).outcome.kind, "done");
  assertEquals(bench.of("notice").map(({ code }) => code), ["hook_timeout"]);
});

Deno.test("HookDesk: an answer that is not valid denies at a gate and is never passed over in silence", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse"), registered("PostToolBatch"));
  bench.answerHooks(() => ({ decision: "perhaps" }));
  await bench.ask("go");
  assertEquals(bench.of("tool.started"), []);
  assertEquals(bench.of("notice").map(({ code }) => code), ["hook_protocol_error", "hook_protocol_error"]);
});

Deno.test("HookDesk: a callback that throws is reported; with onFailure block it denies", async () => {
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

Deno.test("HookDesk: the end of input settles an open gate with a denial at once", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PreToolUse"));
  const done = bench.ask("go");
  await bench.when("ask.opened");
  await bench[Symbol.asyncDispose]();
  assertEquals((await done).outcome.kind, "done");
  assertEquals(bench.of("tool.started"), []);
});

Deno.test("HookDesk: a Stop hook feeds its reason back, and is told that it did", async () => {
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

Deno.test("HookDesk: a blocked prompt costs no model call", async () => {
  await using bench = new SessionBench([]);
  arm(bench, registered("UserPromptSubmit"));
  bench.answerHooks(() => ({ decision: "block", reason: "Not today." }));
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "failed" && [outcome.problem.code, outcome.text], ["prompt_blocked", "Not today."]);
  assertEquals(bench.provider.requests, []);
});

Deno.test("HookDesk: continue false ends the turn", async () => {
  await using bench = new SessionBench([CALL_ECHO]);
  arm(bench, registered("PostToolUse"));
  bench.answerHooks(() => ({ continue: false, stopReason: "Enough." }));
  const { outcome } = await bench.ask("go");
  assertEquals(outcome.kind === "failed" && outcome.text, "Enough.");
  assertEquals(bench.provider.requests.length, 1);
});

Deno.test("HookDesk: a PermissionRequest hook answers in place of the host", async () => {
  const policy = policySaying(() => ({ decision: "ask", source: "mode" }));
  for (const behavior of ["allow", "deny"]) {
    await using bench = new SessionBench([CALL_ECHO], { policy, answers: false });
    arm(bench, registered("PermissionRequest"));
    bench.answerHooks(() => ({
      hookSpecificOutput: { decision: { behavior, message: "no", updatedInput: { text: "changed" } } },
    }));
    await bench.ask("go");
    assertEquals(bench.lastMessages(1), [behavior === "allow" ? "tool: changed" : "tool: no"]);
    assertEquals(bench.of("ask.opened").map(({ ask }) => ask.kind), ["hook"]);
  }
});

Deno.test("HookDesk fires each event once for each occurrence", async () => {
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
  ], { tools: [ECHO, plan] });
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

Deno.test("HookDesk: a refused change of the model does not happen", async () => {
  await using bench = new SessionBench([]);
  arm(bench, registered("PreModelSwitch"));
  bench.answerHooks(() => ({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Stay." } }));
  bench.send({ type: "configure", changes: [{ key: "model", value: "other" }] });
  const { problem } = await bench.when("rejected");
  assertEquals(problem.message, "Stay.");
  await bench.ask("go");
  assertEquals(bench.provider.requests[0].model, "mock-model");
});

Deno.test("HookDesk lists what is armed and how often it ran, and warns of events that do not exist", async () => {
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

Deno.test("HookDesk ends a hook from outside that is late, and one that a cancel overtakes", async () => {
  for (const how of ["late", "cancelled"]) {
    let reason: unknown;
    const hook: ArmedHook = {
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
    await using bench = new SessionBench([CALL_ECHO], { hooks: [hook] });
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

/** A hook from outside that counts what it is told. */
function counting(events: readonly string[], told: JsonObject[]): ArmedHook[] {
  return events.map((event) => ({
    event,
    matcher: null,
    name: event,
    timeoutMs: 1_000,
    isDetached: false,
    run(payload): ReturnType<ArmedHook["run"]> {
      told.push(payload);
      return Promise.resolve({ end: { kind: "said", value: {} }, output: "", exitCode: 0 });
    },
  }));
}

Deno.test("HookDesk tells of questions, denials and added folders", async () => {
  const policy = policySaying(({ input }) =>
    input.text === "never"
      ? { decision: "deny", source: "rule", message: "A rule forbids it.", hint: "" }
      : { decision: "ask", source: "mode" }
  );
  const told: JsonObject[] = [];
  const hooks = counting(["Notification", "PermissionDenied", "PermissionRequest", "DirectoryAdded"], told);
  await using bench = new SessionBench([
    { calls: [{ tool: "echo", input: { text: "never" } }] },
    { calls: [{ tool: "echo", input: { text: "ask" } }] },
  ], { policy, hooks });
  void bench.when("ask.opened").then(({ askId }) => {
    const updates = [{ type: "directories" as const, change: "add" as const, directories: ["/more"] }];
    bench.send({ type: "answer", askId, answer: { kind: "allow", updates } });
  });
  await bench.ask("go");
  assertEquals(
    told.map(({ event, reason, notificationType, directory }) => [
      event,
      reason ?? notificationType ?? directory ?? null,
    ]),
    [
      ["PermissionDenied", "A rule forbids it."],
      ["PermissionRequest", null],
      ["Notification", "permission_prompt"],
      ["DirectoryAdded", "/more"],
    ],
  );
});

Deno.test("HookDesk tells of a failed turn and of the session's end", async () => {
  const told: JsonObject[] = [];
  const hooks = counting(["Stop", "StopFailure", "SessionEnd", "SessionStart"], told);
  {
    await using bench = new SessionBench([() => Promise.reject(new Error("broken"))], { hooks, startedBy: "resume" });
    assertEquals((await bench.ask("go")).outcome.kind, "failed");
  }
  assertEquals(told.map(({ event, source, error, reason }) => [event, source ?? error ?? reason ?? null]), [
    ["SessionStart", "resume"],
    ["StopFailure", "internal"],
    ["SessionEnd", "prompt_input_exit"],
  ]);
});

Deno.test("HookDesk tells what was so when a thing happened, also before it is loaded what runs hooks", async () => {
  const clock = new FakeClock();
  const ids = { next: () => "id" };
  const asks = new Asks({ clock, ids });
  const told: JsonObject[] = [];
  let mode = "default";
  const desk = new HookDesk({
    ...{ armed: counting(["SessionEnd"], told), asks, clock, ids },
    common: () => ({ mode }),
    ask: () => Promise.reject(new Error("Nobody asks")),
  });
  const voice = new Outbox({ sessionId: () => "SID", clock, onCancel: () => {} }).voice(null);
  desk.tell({ event: "SessionEnd", key: "other", facts: { reason: "other" }, callId: null }, voice);
  mode = "yolo";
  await desk.close();
  assertEquals(told, [{ event: "SessionEnd", mode: "default", reason: "other" }]);
});

Deno.test("HookDesk tells of compaction, and a PreCompact hook may refuse it", async () => {
  const long = "x".repeat(4_000);
  const history = ["user", "assistant", "user", "assistant"].map((role, index) => ({
    id: `h${index}`,
    role: role as "user" | "assistant",
    parts: [{ kind: "text" as const, text: long }],
  }));
  const told: JsonObject[] = [];
  const hooks = counting(["PreCompact", "PostCompact", "SessionStart"], told);
  await using bench = new SessionBench(["The summary.", "Done."], { hooks, history, contextWindow: 1_000 });
  await bench.ask("go");
  assertEquals(told.map(({ event, trigger, source }) => [event, trigger ?? source ?? null]), [
    ["SessionStart", "startup"],
    ["PreCompact", "auto"],
    ["PostCompact", "auto"],
    ["SessionStart", "compact"],
  ]);

  await using other = new SessionBench(["Done."], { history, contextWindow: 1_000 });
  arm(other, registered("PreCompact"));
  other.answerHooks(() => ({ decision: "block", reason: "Not now." }));
  await other.ask("go");
  assertEquals(other.of("history.compacted"), []);
  assertEquals(other.of("notice").map(({ code, text }) => [code, text]), [
    ["compaction_refused", "The conversation was not compressed: Not now."],
  ]);
});

Deno.test("HookDesk: hooks answer a server's question or change its answer", async () => {
  const links: HostLink[] = [];
  const servers = { ...NO_SERVERS, bind: (link: HostLink) => void links.push(link) };
  await using bench = new SessionBench([], { servers });
  const question = { server: "db", message: "Which?", mode: "form", schema: null, url: null } as const;
  const signal = new AbortController().signal;
  arm(bench, registered("Elicitation"));
  await bench.when("reply");
  bench.answerHooks((payload) => {
    assertEquals([payload.mcpServerName, payload.mode, payload.message], ["db", "form", "Which?"]);
    return { hookSpecificOutput: { action: "accept", content: { table: "a" } } };
  });
  assertEquals(await links[0].elicit(question, signal), { action: "accept", content: { table: "a" } });
  assertEquals(bench.of("ask.opened").map(({ ask }) => ask.kind), ["hook"]);
});

const NO_SERVERS: Servers = {
  bind: () => {},
  ready: () => Promise.resolve(),
  list: () => [],
  tools: () => [],
  instructions: () => [],
  onChange: () => {},
  setHostServers: () => Promise.resolve(),
  setServers: () => Promise.resolve({ added: [], removed: [], errors: {} }),
  act: () => Promise.resolve(),
  deliver: () => {},
  readResource: () => Promise.resolve(null),
  call: () => Promise.resolve({}),
  close: () => Promise.resolve(),
};
