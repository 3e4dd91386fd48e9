import { assertEquals } from "@std/assert";
import { redactionTap } from "../../../../lib/cli/assembly/output/redaction_tap.ts";
import { Taps, watching } from "../../../../lib/host/taps.ts";
import type { Event, EventBody } from "../../../../lib/model/event.ts";
import { Redactor } from "../../../../lib/stream/redact.ts";

const SECRET = "sk-live-0123456789";

/** What a tap makes of events that are numbered from 1. */
function tapped(...bodies: EventBody[]): Event[] {
  const tap = redactionTap(new Redactor([SECRET]));
  return bodies.flatMap((body, index) =>
    tap({ sessionId: "s", seq: index + 1, at: index, cause: null, agent: null, ...body })
  );
}

function delta(text: string, index = 0): EventBody {
  return { type: "part.delta", messageId: "m", index, kind: "text", delta: text };
}

const shown = (events: Event[]): string =>
  events.map((event) => event.type === "part.delta" ? event.delta : "").join("");

Deno.test("redactionTap finds a secret that streams one character per delta, in each part on its own", () => {
  const events = tapped(...[...`a ${SECRET} b`].flatMap((char) => [delta(char), delta(char, 1)]));
  const part = (index: number): string => shown(events.filter((event) => "index" in event && event.index === index));
  assertEquals([part(0), part(1)], ["a sk-[redacted] b", "a sk-[redacted] b"]);
});

Deno.test("redactionTap returns the same events where nothing is redacted or held back", () => {
  const body = delta("plain words");
  const event: Event = { sessionId: "s", seq: 1, at: 0, cause: null, agent: null, ...body };
  assertEquals(redactionTap(new Redactor([SECRET]))(event) === event, true);
});

Deno.test("redactionTap sends held text before the part is complete, and numbers events without a gap", () => {
  const part = { kind: "text" as const, text: "it begins sk-live" };
  const events = tapped(
    delta("it begins sk-live"),
    { type: "part.completed", messageId: "m", index: 0, part },
    { type: "notice", level: "info", code: "x", text: "y" },
  );
  assertEquals(shown(events), "it begins sk-live");
  assertEquals(events.map(({ seq, type }) => [seq, type]), [
    [1, "part.delta"],
    [2, "part.delta"],
    [3, "part.completed"],
    [4, "notice"],
  ]);
});

Deno.test("Taps withholds the content of events when redaction fails, and lets the end of the session pass", () => {
  const redactor = new Redactor([SECRET]);
  const failing = Object.assign(Object.create(redactor) as Redactor, {
    value: (): never => {
      throw new Error(`cannot redact ${SECRET}`);
    },
  });
  Object.defineProperty(failing, "isIdle", { value: false });
  const failures: unknown[] = [];
  const audited: string[] = [];
  const audit = watching((event) => audited.push(JSON.stringify(event)));
  const taps = new Taps([redactionTap(failing), audit], (error) => failures.push(error));
  const bodies: EventBody[] = [
    { type: "notice", level: "warning", text: `the key is ${SECRET}` } as EventBody,
    { type: "notice", level: "warning", text: "harmless" } as EventBody,
  ];
  const seen = bodies.flatMap((body, index) =>
    taps.apply({ sessionId: "s", seq: index + 1, at: index, cause: SECRET, agent: null, ...body })
  );
  assertEquals(seen.map(({ type, sessionId, seq }) => [type, sessionId, seq]), [["notice", "s", 1], [
    "notice",
    "s",
    2,
  ]]);
  assertEquals(JSON.stringify([seen, audited]).includes(SECRET), false);
  assertEquals(JSON.stringify(seen).includes("harmless"), false);
  assertEquals(audited.length, 2);
  assertEquals(failures.length, 1);
});
