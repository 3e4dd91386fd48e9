import { assertEquals } from "@std/assert";
import type { Event, EventBody } from "../../../../lib/model/event.ts";
import { coalesce } from "../../../../lib/host/log/coalesce.ts";
import { event } from "../../../support/say.ts";

const part = (delta: string, { messageId = "m1", index = 0 } = {}): EventBody => ({
  type: "part.delta",
  messageId,
  index,
  kind: "text",
  delta,
});

function logged(bodies: EventBody[]): { event: Event; total: number }[] {
  return bodies.map((body, index) => ({ event: { ...event(body), seq: index + 1 }, total: index * 10 }));
}

Deno.test("coalesce merges neighbouring increments of one text and keeps the last number", () => {
  const other: EventBody = { type: "notice", level: "info", code: "x", text: "between" };
  const merged = [...coalesce(
    logged([
      part("a"),
      part("b"),
      part("c"),
      other,
      part("d"),
      part("e", { messageId: "m2" }),
      part("f", { messageId: "m2", index: 1 }),
    ]),
  )];
  assertEquals(
    merged.map(({ event }) => [event.seq, event.type === "part.delta" ? event.delta : event.type]),
    [[3, "abc"], [4, "notice"], [5, "d"], [6, "e"], [7, "f"]],
  );
  assertEquals(merged[0].total, 20);
});

Deno.test("coalesce never changes an event in place", () => {
  const entries = logged([part("a"), part("b")]);
  for (const _merged of coalesce(entries));
  assertEquals(entries, logged([part("a"), part("b")]));
});

Deno.test("coalesce keeps increments handy", () => {
  const long = "x".repeat(30_000);
  assertEquals([...coalesce(logged([part(long), part(long)]))].length, 2);
});
