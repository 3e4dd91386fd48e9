import { assertEquals } from "@std/assert";
import type { Command, CommandBody } from "../../../../../lib/model/command.ts";
import type { Event } from "../../../../../lib/model/event.ts";
import { Session } from "../../../../../lib/engine/session/session.ts";
import { eventsOf, ScriptedProvider, sessionParts } from "../../../../support/session_bench.ts";

const NEW_MODEL: CommandBody = { type: "configure", changes: [{ key: "model", value: "other" }] };
const PROMPT: CommandBody = {
  type: "prompt",
  content: [{ kind: "text", text: "Hello" }],
  promptId: null,
  messageId: null,
  options: { literal: true },
};

function openSession(): { session: Session; provider: ScriptedProvider; events: Promise<Event[]> } {
  const provider = new ScriptedProvider([]);
  const session = new Session(sessionParts({ model: { provider } }));
  return { session, provider, events: eventsOf(session) };
}

function command(id: string, body: CommandBody): Command {
  return { id, sessionId: null, ...body };
}

/** The events that show the course of a session, with their causes. */
function course(events: readonly Event[]): string[] {
  const shown = ["reply", "rejected", "notice", "turn.started", "turn.completed", "session.ended"];
  return events.filter(({ type }) => shown.includes(type)).map(({ cause, type }) => `${cause} ${type}`);
}

Deno.test("Session applies a change before the prompt that follows it, and ends after both", async () => {
  const { session, provider, events } = openSession();
  session.take(command("configure", NEW_MODEL));
  session.take(command("prompt", PROMPT));
  session.take(command("query", { type: "query", query: { subject: "version" } }));
  assertEquals(session.isIdle, false);
  session.closeInput();
  assertEquals(course(await events), [
    "configure reply",
    "prompt turn.started",
    "query reply",
    "prompt turn.completed",
    "null session.ended",
  ]);
  assertEquals(provider.requests.map(({ model }) => model), ["other"]);
});

Deno.test("Session that is stopped drops queued prompts, ends the running one and withdraws open requests", async () => {
  const { session, provider, events } = openSession();
  session.take(command("configure", NEW_MODEL));
  session.take(command("first", PROMPT));
  session.take(command("second", PROMPT));
  session.stop("signal", null);
  assertEquals(course(await events), [
    "second notice",
    "first turn.started",
    "first turn.completed",
    "null session.ended",
  ]);
  assertEquals(provider.requests, []);
});
