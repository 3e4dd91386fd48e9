import { assertEquals } from "@std/assert";
import { CommandOwners } from "../../../../lib/host/sessions/command_owners.ts";
import type { Member } from "../../../../lib/host/sessions/hosted_session.ts";
import type { Command } from "../../../../lib/model/command.ts";
import type { EventBody } from "../../../../lib/model/event.ts";
import { problem } from "../../../../lib/model/problem.ts";
import { event, turnCompleted } from "../../../support/say.ts";

function memberOf(name: string): Member {
  const rights = { isController: true, isListening: true, ownsSessions: false };
  return { name, ...rights, taken: 0, fill: () => 0, wake: () => {} };
}

function prompt(id: string, options: { silent?: boolean } = {}): Command {
  return { id, sessionId: null, type: "prompt", content: [], promptId: null, messageId: null, options };
}

const ann = memberOf("Ann");
const ben = memberOf("Ben");

Deno.test("an event belongs to the client whose command caused it, until that client is gone", () => {
  const owners = new CommandOwners();
  owners.add(prompt("c1"), ann);
  owners.add(prompt("c2"), ben);
  const notice: EventBody = { type: "notice", level: "info", code: "x", text: "" };
  const of = (cause: string | null): string | undefined => owners.of(event(notice, { cause }))?.name;
  assertEquals([of("c1"), of("c2"), of("c3"), of(null)], ["Ann", "Ben", undefined, undefined]);
  owners.remove(ann);
  assertEquals([of("c1"), of("c2")], [undefined, "Ben"]);
});

Deno.test("a command is awaited until an event settles it", () => {
  const ends: EventBody[] = [
    { type: "reply", result: { kind: "heartbeat", promptId: null, state: "idle", sinceMs: 0 } },
    { type: "rejected", problem: problem("input_error", "no") },
    { type: "notice", level: "warning", code: "prompt_dropped", text: "" },
    turnCompleted(),
  ];
  for (const end of ends) {
    const owners = new CommandOwners();
    assertEquals(owners.isAwaiting, false);
    owners.add(prompt("c1"), ann);
    owners.observe(event({ type: "notice", level: "info", code: "other", text: "" }, { cause: "c1" }));
    owners.observe(event(end, { cause: "c2" }));
    owners.observe(event(end, { cause: null }));
    assertEquals([end.type, owners.isAwaiting], [end.type, true]);
    owners.observe(event(end, { cause: "c1" }));
    assertEquals([end.type, owners.isAwaiting], [end.type, false]);
  }
});

Deno.test("a silent prompt and an answer are not awaited, and a withdrawn command no longer is", () => {
  const owners = new CommandOwners();
  owners.add(prompt("c1", { silent: true }), ann);
  owners.add({ id: "c2", sessionId: null, type: "answer", askId: "a1", answer: { kind: "allow" } }, ann);
  assertEquals(owners.isAwaiting, false);
  owners.add({ id: "c3", sessionId: null, type: "heartbeat", promptId: null }, ann);
  assertEquals(owners.isAwaiting, true);
  owners.add({ id: "c4", sessionId: null, type: "withdraw", commandId: "c3" }, ann);
  assertEquals(owners.isAwaiting, false);
});

Deno.test("the oldest of very many commands are forgotten", () => {
  const owners = new CommandOwners();
  const notice: EventBody = { type: "notice", level: "info", code: "x", text: "" };
  for (let at = 0; at <= 4_096; at++) owners.add(prompt(`c${at}`), ann);
  assertEquals(owners.of(event(notice, { cause: "c0" })), undefined);
  assertEquals(owners.of(event(notice, { cause: "c1" }))?.name, "Ann");
  for (let at = 1; at <= 4_096; at++) owners.observe(event(turnCompleted(), { cause: `c${at}` }));
  assertEquals(owners.isAwaiting, false);
});
