import { assertEquals } from "@std/assert";
import { CommandOwners } from "../../../../lib/host/sessions/command_owners.ts";
import type { Member } from "../../../../lib/host/sessions/hosted_session.ts";
import { LogEntries } from "../../../../lib/host/log/log_entries.ts";
import { Questions } from "../../../../lib/host/sessions/questions.ts";
import type { Event, EventBody } from "../../../../lib/model/event.ts";
import { PlayedSession } from "../../../support/serve_stage.ts";

const ANN: Member = {
  name: "Ann",
  isController: true,
  isListening: true,
  ownsSessions: false,
  taken: 0,
  fill: () => 0,
  wake: () => {},
};

function event(seq: number, body: EventBody, { cause = null }: { cause?: string | null } = {}): Event {
  return { sessionId: "S", seq, at: 0, cause, agent: null, ...body };
}

Deno.test("LogEntries numbers from its start, and names who asked and who answered", () => {
  const { session } = new PlayedSession("S").about();
  const owners = new CommandOwners();
  const questions = new Questions();
  const entries = new LogEntries({ startsAfter: 1_000, owners, questions, session: () => session });
  owners.add({ id: "c1", sessionId: "S", type: "heartbeat", promptId: null }, ANN);
  const turn = { type: "turn.started", turnId: "t", promptId: "p", messageId: null, prompt: [], session } as const;
  const started = entries.of(event(1, { ...turn, prompt: [] }, { cause: "c1" }));
  assertEquals(started, event(1_001, { ...turn, prompt: [], by: "Ann" }, { cause: "c1" }));
  questions.add({
    ...event(2, { type: "ask.opened", askId: "q", ask: { kind: "confirm_quit" } }),
    type: "ask.opened",
    askId: "q",
    ask: { kind: "confirm_quit" },
  });
  questions.claim({ id: "c2", sessionId: "S", type: "answer", askId: "q", answer: { kind: "allow" } }, ANN);
  const closed = entries.of(event(2, { type: "ask.closed", askId: "q", by: "client" }));
  assertEquals(
    closed,
    event(1_002, { type: "ask.closed", askId: "q", by: "client", answered: { name: "Ann", decision: "approved" } }),
  );
});
