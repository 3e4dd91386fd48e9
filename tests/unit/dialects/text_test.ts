import { assertEquals } from "@std/assert";
import { text } from "../../../lib/dialects/text.ts";
import type { Outcome } from "../../../lib/model/event.ts";
import { problem } from "../../../lib/model/problem.ts";
import { event, open, reply, turnCompleted, turnStarted } from "../../support/say.ts";

function printed(outcome: Outcome): unknown[] {
  const conversation = open(text);
  const events = [event(turnStarted()), ...reply([{ kind: "text", text: "Hi" }]), event(turnCompleted({ outcome }))];
  return events.flatMap((one) => [...conversation.encode(one)]);
}

Deno.test("text prints the final answer of a turn that succeeded and nothing else", () => {
  const stop = { reason: "end" as const, raw: null };
  assertEquals(printed({ kind: "done", text: "Hi\nthere", stop }), ["Hi\nthere"]);
  assertEquals(printed({ kind: "done", text: "", stop, structured: { n: 3 } }), ['{"n":3}']);
  assertEquals(printed({ kind: "command", text: "Cleared.", isError: false }), ["Cleared."]);
  assertEquals(printed({ kind: "command", text: "No.", isError: true }), []);
  assertEquals(printed({ kind: "failed", problem: problem("provider_error", "x"), text: "" }), []);
  assertEquals(printed({ kind: "interrupted", by: "client", during: "tools" }), []);
});
