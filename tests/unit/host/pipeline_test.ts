import { assertEquals, assertRejects } from "@std/assert";
import { Session } from "../../../lib/engine/session/session.ts";
import type { Command } from "../../../lib/model/command.ts";
import { textOf } from "../../../lib/model/content.ts";
import type { Event } from "../../../lib/model/event.ts";
import type { ModelRequest } from "../../../lib/model/ports.ts";
import { fail, problem } from "../../../lib/model/problem.ts";
import { PlayedSession } from "../../support/serve_stage.ts";
import { ScriptedProvider, type ScriptStep, sessionParts } from "../../support/session_bench.ts";
import { SingleClient } from "../../support/single_client.ts";

/** A model that repeats the prompt, so that answers can be told apart. */
const ECHOED: ScriptStep = (request: ModelRequest) => `re: ${textOf(request.messages.at(-1)?.parts ?? [])}`;

function sessionOf(sessionId: string, step: ScriptStep = ECHOED): Session {
  const provider = new ScriptedProvider([], step);
  return new Session(sessionParts({ identity: { sessionId }, model: { provider } }));
}

/** Opens session A first, then any that is named. */
function opening(step: ScriptStep = ECHOED): (id: string | null) => Promise<Session> {
  let isFirst = true;
  return (id) => {
    const name = isFirst ? "A" : id ?? "new";
    isFirst = false;
    return Promise.resolve(sessionOf(name, step));
  };
}

function prompt(id: string, sessionId: string | null, more: { fresh?: true } = {}): Command {
  const content = [{ kind: "text" as const, text: id }];
  return { id, sessionId, ...more, type: "prompt", content, promptId: null, messageId: null, options: {} };
}

async function run(client: SingleClient, commands: Command[]): Promise<Event[]> {
  client.send(...commands);
  client.closeInput();
  return await client.run();
}

function answers(events: readonly Event[]): string[] {
  return events.flatMap((event) =>
    event.type === "turn.completed" && event.outcome.kind === "done"
      ? [`${event.sessionId} ${event.cause} ${event.outcome.text}`]
      : []
  ).sort();
}

function refusals(events: readonly Event[]): unknown[][] {
  return events.flatMap((event) =>
    event.type === "rejected" ? [[event.sessionId, event.cause, event.problem.code, event.problem.detail ?? null]] : []
  );
}

Deno.test("pipeline keeps sessions apart, and each counts its own events", async () => {
  const client = new SingleClient({ open: opening() });
  const commands = Array.from({ length: 30 }, (_, i) => prompt(`p${i}`, ["A", "B", "C"][i % 3]));
  const events = await run(client, commands);
  assertEquals(answers(events), commands.map(({ id, sessionId }) => `${sessionId} ${id} re: ${id}`).sort());
  for (const session of ["A", "B", "C"]) {
    const own = events.filter((event) => event.sessionId === session);
    assertEquals(own.map(({ seq }) => seq), own.map((_, index) => index + 1));
    assertEquals(own.filter((event) => event.type === "session.ended").length, 1);
  }
});

Deno.test("pipeline writes every event of every session, evicted ones included, in the order of each", async () => {
  const client = new SingleClient({ open: opening(), limits: { sessions: 2 } });
  const commands = Array.from({ length: 8 }, (_, i) => prompt(`p${i}`, `S${i}`));
  client.onEvent((event) => {
    if (event.type !== "turn.completed" && event.type !== "session.started") return;
    const next = commands.shift();
    if (next) client.send(next);
    else if (event.cause === "p7") client.closeInput();
  });
  const events = await client.run();
  const written: Event[] = client.stdout.trim().split("\n").map((line) => JSON.parse(line));
  for (const session of new Set(events.map(({ sessionId }) => sessionId))) {
    const of = (list: Event[]): number[] => list.filter((event) => event.sessionId === session).map(({ seq }) => seq);
    assertEquals(of(written), of(events));
  }
});

Deno.test("pipeline refuses more sessions than allowed while all are busy, and evicts an idle one", async () => {
  const gate = Promise.withResolvers<void>();
  const slow: ScriptStep = async ({ messages }: ModelRequest) => {
    await gate.promise;
    return `re: ${textOf(messages.at(-1)?.parts ?? [])}`;
  };
  const client = new SingleClient({ open: opening(slow), limits: { sessions: 2 } });
  client.send(prompt("p1", "A"), prompt("p2", "B"), prompt("p3", "C"));
  client.onEvent((event) => {
    if (event.type === "rejected") gate.resolve();
    if (event.type !== "turn.completed") return;
    if (event.cause === "p2") client.send(prompt("p4", "C"));
    if (event.cause === "p4") client.send(prompt("p5", "A"));
    if (event.cause === "p5") client.closeInput();
  });
  const events = await client.run();
  assertEquals(refusals(events).map((refusal) => refusal.slice(1)), [["p3", "limit_exceeded", "too_many_sessions"]]);
  assertEquals(answers(events), ["A p1 re: p1", "A p5 re: p5", "B p2 re: p2", "C p4 re: p4"]);
});

Deno.test("pipeline opens nothing for a command that only looks or stops", async () => {
  const opened: (string | null)[] = [];
  const open = opening();
  const client = new SingleClient({
    open: (id) => {
      opened.push(id);
      return open(id);
    },
  });
  const events = await run(client, [
    { id: "c1", sessionId: "B", type: "heartbeat", promptId: null },
    { id: "c2", sessionId: "B", type: "interrupt", promptId: null },
    { id: "c3", sessionId: "B", type: "hint_cancel", promptId: null },
  ]);
  assertEquals([opened, refusals(events)], [[null], [["A", "c3", "protocol_error", "unknown_session"]]]);
});

Deno.test("pipeline gives the first session to the first request without an id, whatever came before it", async () => {
  const client = new SingleClient({ open: opening() });
  const events = await run(client, [
    { id: "bad", sessionId: null, type: "invalid", problem: problem("protocol_error", "No JSON") },
    { id: "beat", sessionId: null, type: "heartbeat", promptId: null },
    prompt("p1", null, { fresh: true }),
    prompt("p2", null, { fresh: true }),
  ]);
  assertEquals(answers(events), ["A p1 re: p1", "new p2 re: p2"]);
});

Deno.test("pipeline reports through an open session that another cannot be opened", async () => {
  const open = opening();
  const client = new SingleClient({
    open: (id) => id === "B" ? Promise.reject(fail("session_locked", "in use")) : open(id),
  });
  const events = await run(client, [prompt("p1", "B"), prompt("p2", "A")]);
  assertEquals(refusals(events), [["A", "p1", "session_locked", null]]);
  assertEquals(answers(events), ["A p2 re: p2"]);
});

Deno.test("pipeline stops every session with its terminal events", async () => {
  const hang: ScriptStep = (_request, signal) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const client = new SingleClient({ open: opening(hang) });
  client.send(prompt("p1", "A"), prompt("p2", "B"), prompt("p3", "A"));
  let started = 0;
  client.onEvent(({ type }) => {
    if (type === "turn.started" && ++started === 2) {
      queueMicrotask(() => client.registry.stop("signal", problem("terminated", "Operation cancelled.")));
    }
  });
  const events = await client.run();
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

Deno.test("pipeline rejects when the reader goes away, and its sessions end when they are stopped", async () => {
  const client = new SingleClient({ open: opening() });
  const gone = (): Promise<number> => Promise.reject(new Deno.errors.BrokenPipe("gone"));
  client.send(prompt("p1", "A"));
  await assertRejects(() => client.run(gone), Deno.errors.BrokenPipe);
  client.registry.stop("client_gone", problem("consumer_gone", "gone"));
  await client.registry.settled();
});

Deno.test("pipeline ends with an error when its input breaks", async () => {
  const client = new SingleClient({ open: opening() });
  client.breakInput(new Error("Is a directory"));
  const last = (await client.run()).at(-1);
  assertEquals(last?.type === "session.ended" ? last.problem?.code : null, "input_error");
});

Deno.test("pipeline waits for its only reader, however slow, and keeps few events meanwhile", async () => {
  const session = new PlayedSession("A");
  const client = new SingleClient({ open: () => Promise.resolve(session) });
  const gate = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  const running = client.run(async (bytes) => {
    await gate.promise;
    chunks.push(bytes.slice());
    return bytes.length;
  });
  const delta = "x".repeat(100);
  for (let count = 0; count < 5_000; count++) {
    session.say({ type: "part.delta", messageId: "m1", index: 0, kind: "text", delta });
    if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const seen = client.events.length;
  assertEquals(seen < 3_000, true, `${seen} events were taken from the session`);
  gate.resolve();
  client.closeInput();
  assertEquals((await running).length, 5_002);
});
