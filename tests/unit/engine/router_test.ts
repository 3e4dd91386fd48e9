import { assertEquals } from "@std/assert";
import { Router } from "../../../lib/engine/router.ts";
import type { SessionParts } from "../../../lib/engine/session_parts.ts";
import { textOf } from "../../../lib/model/content.ts";
import type { Command } from "../../../lib/model/command.ts";
import type { Event } from "../../../lib/model/event.ts";
import { fail, problem } from "../../../lib/model/problem.ts";
import type { ModelRequest } from "../../../lib/model/ports.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { ScriptedProvider, type ScriptStep, sessionParts } from "../../support/session_bench.ts";

/** A model that says the prompt again, so that answers can be told apart. */
const ECHOED: ScriptStep = (request: ModelRequest) => `re: ${textOf(request.messages.at(-1)?.parts ?? [])}`;

function partsOf(sessionId: string, step: ScriptStep = ECHOED): SessionParts {
  return sessionParts({ clock: new FakeClock(), provider: new ScriptedProvider([], step) }, { sessionId });
}

function prompt(id: string, sessionId: string | null, more: { fresh?: true } = {}): Command {
  const content = [{ kind: "text" as const, text: id }];
  return { id, sessionId, ...more, type: "prompt", content, promptId: null, messageId: null, options: {} };
}

async function run(router: Router, commands: Command[]): Promise<Event[]> {
  const batches = Array.fromAsync(router.readable);
  await ReadableStream.from(commands).pipeTo(router.writable);
  return (await batches).flat();
}

function answers(events: readonly Event[]): string[] {
  return events.flatMap((event) =>
    event.type === "turn.completed" && event.outcome.kind === "done"
      ? [`${event.sessionId} ${event.cause} ${event.outcome.text}`]
      : []
  ).sort();
}

Deno.test("Router does not mix up sessions, and each counts its own events", async () => {
  const router = new Router({
    first: partsOf("A"),
    maxSessions: 10,
    open: (id) => Promise.resolve(partsOf(id ?? "new")),
  });
  const commands = Array.from({ length: 30 }, (_, i) => prompt(`p${i}`, ["A", "B", "C"][i % 3]));
  const events = await run(router, commands);
  assertEquals(answers(events), commands.map(({ id, sessionId }) => `${sessionId} ${id} re: ${id}`).sort());
  for (const session of ["A", "B", "C"]) {
    const own = events.filter((event) => event.sessionId === session);
    assertEquals(own.map(({ seq }) => seq), own.map((_, index) => index + 1));
    assertEquals(own.filter((event) => event.type === "session.ended").length, 1);
  }
});

function refusals(events: readonly Event[]): unknown[] {
  return events.flatMap((event) =>
    event.type === "rejected" ? [[event.sessionId, event.cause, event.problem.code, event.problem.detail ?? null]] : []
  );
}

Deno.test("Router refuses more sessions than it may have while all are busy, and lets an idle one go", async () => {
  const gate = Promise.withResolvers<void>();
  const slow: ScriptStep = async ({ messages }: ModelRequest) => {
    await gate.promise;
    return `re: ${textOf(messages.at(-1)?.parts ?? [])}`;
  };
  const open = (id: string | null): Promise<SessionParts> => Promise.resolve(partsOf(id ?? "", slow));
  const router = new Router({ first: partsOf("A", slow), maxSessions: 2, open });
  const writer = router.writable.getWriter();
  for (const command of [prompt("p1", "A"), prompt("p2", "B"), prompt("p3", "C")]) await writer.write(command);
  const events: Event[] = [];
  for await (const batch of router.readable) {
    for (const event of batch) {
      events.push(event);
      if (event.type === "rejected") gate.resolve();
      if (event.type === "turn.completed" && event.cause === "p2") await writer.write(prompt("p4", "C"));
      if (event.type === "turn.completed" && event.cause === "p4") await writer.write(prompt("p5", "A"));
      if (event.type === "turn.completed" && event.cause === "p5") void writer.close();
    }
  }
  assertEquals(refusals(events).map((refusal) => (refusal as unknown[]).slice(1)), [
    ["p3", "protocol_error", "too_many_sessions"],
  ]);
  assertEquals(answers(events), ["A p1 re: p1", "A p5 re: p5", "B p2 re: p2", "C p4 re: p4"]);
});

Deno.test("Router opens nothing for a command that only looks or stops, and refuses it", async () => {
  const opened: (string | null)[] = [];
  const router = new Router({
    first: partsOf("A"),
    maxSessions: 10,
    open: (id) => {
      opened.push(id);
      return Promise.resolve(partsOf(id ?? "new"));
    },
  });
  const events = await run(router, [
    { id: "c1", sessionId: "B", type: "heartbeat", promptId: null },
    { id: "c2", sessionId: "B", type: "interrupt", promptId: null },
    { id: "c3", sessionId: "B", type: "hint_cancel", promptId: null },
  ]);
  const refused = ["c1", "c2", "c3"].map((id) => ["A", id, "protocol_error", "unknown_session"]);
  assertEquals([opened, refusals(events)], [[], refused]);
});

Deno.test("Router gives the first session to the first request without a name, whatever was asked beside it", async () => {
  const router = new Router({
    first: partsOf("A"),
    maxSessions: 10,
    open: (id) => Promise.resolve(partsOf(id ?? "new")),
  });
  const events = await run(router, [
    { id: "bad", sessionId: null, type: "invalid", problem: problem("protocol_error", "No JSON") },
    { id: "beat", sessionId: null, type: "heartbeat", promptId: null },
    prompt("p1", null, { fresh: true }),
    prompt("p2", null, { fresh: true }),
  ]);
  assertEquals(answers(events), ["A p1 re: p1", "new p2 re: p2"]);
});

Deno.test("Router tells in the voice of another session that one cannot be opened", async () => {
  const open = (): Promise<never> => Promise.reject(fail("session_locked", "in use"));
  const router = new Router({ first: partsOf("A"), maxSessions: 2, open });
  const events = await run(router, [prompt("p1", "B"), prompt("p2", "A")]);
  assertEquals(refusals(events), [["A", "p1", "session_locked", null]]);
  assertEquals(answers(events), ["A p2 re: p2"]);
});

Deno.test("Router stops every session with its terminal events", async () => {
  const hang: ScriptStep = (_request, signal) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const router = new Router({
    first: partsOf("A", hang),
    maxSessions: 9,
    open: (id) => Promise.resolve(partsOf(id ?? "", hang)),
  });
  const writer = router.writable.getWriter();
  for (const command of [prompt("p1", "A"), prompt("p2", "B"), prompt("p3", "A")]) await writer.write(command);
  const events: Event[] = [];
  for await (const batch of router.readable) {
    events.push(...batch);
    const isWaiting = events.filter(({ type }) => type === "turn.started").length === 2;
    if (isWaiting) router.stop("signal", problem("terminated", "Operation cancelled."));
  }
  const ends = events.flatMap((event) =>
    event.type === "turn.completed"
      ? [`${event.sessionId} ${event.cause} ${event.outcome.kind}`]
      : event.type === "session.ended"
      ? [`${event.sessionId} ended ${event.reason} ${event.problem?.code}`]
      : []
  );
  assertEquals(ends.sort(), [
    "A ended signal terminated",
    "A p1 interrupted",
    "B ended signal terminated",
    "B p2 interrupted",
  ]);
});

Deno.test("Router ends its sessions when the reader goes, and says when they are over", async () => {
  const router = new Router({ first: partsOf("A"), maxSessions: 1, open: () => Promise.reject(new Error("none")) });
  await router.readable.cancel();
  await router.settled();
});

Deno.test("Router ends with a word when its input breaks", async () => {
  const router = new Router({ first: partsOf("A"), maxSessions: 1, open: () => Promise.reject(new Error("none")) });
  const batches = Array.fromAsync(router.readable);
  await router.writable.abort(new Error("Is a directory"));
  const last = (await batches).flat().at(-1);
  assertEquals(last?.type === "session.ended" ? last.problem?.code : null, "input_error");
});
