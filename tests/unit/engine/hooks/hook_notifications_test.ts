import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { HostLink, Servers } from "../../../../lib/engine/session/session_parts.ts";
import { Asks } from "../../../../lib/engine/session/requests/asks.ts";
import { HookRegistry } from "../../../../lib/engine/hooks/hook_registry.ts";
import type { ConfiguredHook } from "../../../../lib/engine/hooks/hooks.ts";
import { EventQueue } from "../../../../lib/engine/session/event_queue.ts";
import { FakeClock } from "../../../support/fake_clock.ts";
import { policySaying, SessionBench } from "../../../support/session_bench.ts";
import { arm, registered } from "../../../support/hook_bench.ts";

/** A hook from outside that counts what it is told. */
function counting(events: readonly string[], told: JsonObject[]): ConfiguredHook[] {
  return events.map((event) => ({
    event,
    matcher: null,
    name: event,
    timeoutMs: 1_000,
    isDetached: false,
    run(payload): ReturnType<ConfiguredHook["run"]> {
      told.push(payload);
      return Promise.resolve({ end: { kind: "answered", value: {} }, output: "", exitCode: 0 });
    },
  }));
}

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
  deliver: () => Promise.resolve(null),
  readResource: () => Promise.resolve(null),
  call: () => Promise.resolve({}),
  close: () => Promise.resolve(),
};

Deno.test("HookRegistry tells of questions, denials and added folders", async () => {
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
  ], { tools: { policy }, host: { hooks } });
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

Deno.test("HookRegistry tells of a failed turn and of the session's end", async () => {
  const told: JsonObject[] = [];
  const hooks = counting(["Stop", "StopFailure", "SessionEnd", "SessionStart"], told);
  {
    await using bench = new SessionBench([() => Promise.reject(new Error("broken"))], {
      host: { hooks },
      identity: { startedBy: "resume" },
    });
    assertEquals((await bench.ask("go")).outcome.kind, "failed");
  }
  assertEquals(told.map(({ event, source, error, reason }) => [event, source ?? error ?? reason ?? null]), [
    ["SessionStart", "resume"],
    ["StopFailure", "internal"],
    ["SessionEnd", "prompt_input_exit"],
  ]);
});

Deno.test("HookRegistry reports the facts as they were when the event occurred", async () => {
  const clock = new FakeClock();
  const ids = { next: () => "id" };
  const asks = new Asks({ clock, ids });
  const told: JsonObject[] = [];
  let mode = "default";
  const registry = new HookRegistry({
    ...{ configured: counting(["SessionEnd"], told), asks, clock, ids },
    common: () => ({ mode }),
    ask: () => Promise.reject(new Error("Nobody asks")),
  });
  const emitter = new EventQueue({ sessionId: "SID", clock, onOverflow: () => {} }).emitter(null);
  registry.tell({ event: "SessionEnd", key: "other", facts: { reason: "other" }, callId: null }, emitter);
  mode = "yolo";
  await registry.close();
  assertEquals(told, [{ event: "SessionEnd", mode: "default", reason: "other" }]);
});

Deno.test("HookRegistry tells of compaction, and a PreCompact hook may refuse it", async () => {
  const long = "x".repeat(4_000);
  const history = ["user", "assistant", "user", "assistant"].map((role, index) => ({
    id: `h${index}`,
    role: role as "user" | "assistant",
    parts: [{ kind: "text" as const, text: long }],
  }));
  const told: JsonObject[] = [];
  const hooks = counting(["PreCompact", "PostCompact", "SessionStart"], told);
  await using bench = new SessionBench(["The summary.", "Done."], {
    host: { hooks },
    store: { history },
    model: { contextWindow: 1_000 },
  });
  await bench.ask("go");
  assertEquals(told.map(({ event, trigger, source }) => [event, trigger ?? source ?? null]), [
    ["SessionStart", "startup"],
    ["PreCompact", "auto"],
    ["PostCompact", "auto"],
    ["SessionStart", "compact"],
  ]);

  await using other = new SessionBench(["Done."], { store: { history }, model: { contextWindow: 1_000 } });
  arm(other, registered("PreCompact"));
  other.answerHooks(() => ({ decision: "block", reason: "Not now." }));
  await other.ask("go");
  assertEquals(other.of("history.compacted"), []);
  assertEquals(other.of("notice").map(({ code, text }) => [code, text]), [
    ["compaction_refused", "The conversation was not compressed: Not now."],
  ]);
});

Deno.test("HookRegistry: hooks answer a server's question or change its answer", async () => {
  const links: HostLink[] = [];
  const servers = { ...NO_SERVERS, bind: (link: HostLink) => void links.push(link) };
  await using bench = new SessionBench([], { host: { servers } });
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
