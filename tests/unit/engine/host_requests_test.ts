import { assertEquals } from "@std/assert";
import type { Command, CommandBody } from "../../../lib/model/command.ts";
import type { Event } from "../../../lib/model/event.ts";
import type { Commands } from "../../../lib/model/ports.ts";
import { Session } from "../../../lib/engine/session.ts";
import type { SessionParts } from "../../../lib/engine/session_parts.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { ScriptedProvider, sessionParts } from "../../support/session_bench.ts";

const NEW_MODEL: CommandBody = { type: "configure", changes: [{ key: "model", value: "other" }] };
const PROMPT: CommandBody = {
  type: "prompt",
  content: [{ kind: "text", text: "Hello" }],
  promptId: null,
  messageId: null,
  options: { literal: true },
};

/** A session that has not loaded what answers requests, and the model behind it. */
function freshSession(
  over: Partial<SessionParts> = {},
): { session: Session; provider: ScriptedProvider; events: Promise<Event[]> } {
  const provider = new ScriptedProvider([]);
  const session = new Session(sessionParts({ clock: new FakeClock(), provider }, over));
  return { session, provider, events: Array.fromAsync(session.readable).then((batches) => batches.flat()) };
}

function command(id: string, body: CommandBody): Command {
  return { id, sessionId: null, ...body };
}

/** The events that say how a session went, with what caused them. */
function course(events: readonly Event[]): string[] {
  const told = ["reply", "rejected", "notice", "turn.started", "turn.completed", "session.ended"];
  return events.filter(({ type }) => told.includes(type)).map(({ cause, type }) => `${cause} ${type}`);
}

Deno.test("Session takes in turn what comes while its requests are loaded, and its end after that", async () => {
  const { session, provider, events } = freshSession();
  void session.take(command("configure", NEW_MODEL));
  void session.take(command("prompt", PROMPT));
  void session.take(command("query", { type: "query", query: { subject: "version" } }));
  assertEquals(session.isIdle, false);
  session.closeInput();
  assertEquals(course(await events), [
    "configure reply",
    "query reply",
    "prompt turn.started",
    "prompt turn.completed",
    "null session.ended",
  ]);
  assertEquals(provider.requests.map(({ model }) => model), ["other"]);
});

Deno.test("Session that is stopped while its requests are loaded drops what came before, and ends", async () => {
  const { session, provider, events } = freshSession();
  void session.take(command("configure", NEW_MODEL));
  void session.take(command("first", PROMPT));
  void session.take(command("second", PROMPT));
  session.stop("signal", null);
  assertEquals(course(await events), [
    "second notice",
    "first turn.started",
    "first turn.completed",
    "null session.ended",
  ]);
  assertEquals(provider.requests, []);
});

Deno.test("Session waits with the next command of a stream until what answers the first request is loaded", async () => {
  const { session, events } = freshSession();
  const writer = session.writable.getWriter();
  void writer.write(command("configure", NEW_MODEL));
  void writer.write(command("heartbeat", { type: "heartbeat", promptId: null }));
  await writer.close();
  assertEquals(course(await events), ["configure reply", "heartbeat reply", "null session.ended"]);
});

Deno.test("Session whose requests cannot be loaded ends, with what came meanwhile", async () => {
  const load = (): Promise<never> => Promise.reject(new Error("A part is gone"));
  const commands = { load, list: () => [], ignored: [], close: load } as unknown as Commands;
  const { session, events } = freshSession({ commands });
  await session.take(command("configure", NEW_MODEL));
  void session.take(command("again", NEW_MODEL));
  const all = await events;
  assertEquals(course(all), ["null session.ended"]);
  assertEquals(all.flatMap((event) => event.type === "session.ended" ? [event.reason, event.problem?.message] : []), [
    "fatal",
    "A part is gone",
  ]);
});
