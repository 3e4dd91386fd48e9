import { assertEquals, assertRejects } from "@std/assert";
import { EventQueue } from "../../../../lib/engine/session/event_queue.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { eventsOf } from "../../../support/session_bench.ts";
import { FakeClock } from "../../../support/fake_clock.ts";

function openQueue(): { queue: EventQueue; overflows: () => number } {
  let count = 0;
  const queue = new EventQueue({ sessionId: "SID", clock: new FakeClock(), onOverflow: () => void count++ });
  return { queue, overflows: () => count };
}

const NOTE = { type: "notice", level: "info", code: "n", text: "" } as const;

Deno.test("EventQueue numbers the events of all emitters without a gap", async () => {
  const { queue } = openQueue();
  const emitters = [queue.emitter("a"), queue.emitter("b", "agent"), queue.emitter(null)];
  for (let i = 0; i < 30; i++) emitters[i % 3].emit(NOTE);
  queue.close();
  emitters[0].emit(NOTE);
  const events = await eventsOf(queue);
  assertEquals(events.map(({ seq }) => seq), Array.from({ length: 30 }, (_, i) => i + 1));
  assertEquals(events.slice(0, 3).map(({ cause, agent }) => [cause, agent]), [
    ["a", null],
    ["b", "agent"],
    [null, null],
  ]);
});

Deno.test("EventQueue makes all who speak wait for a slow reader, and wakes all of them", async () => {
  const { queue } = openQueue();
  const emitter = queue.emitter(null);
  while (!emitter.ready()) emitter.emit(NOTE);
  const waits = [emitter.ready(), queue.emitter("b").ready(), queue.ready()];
  let woken = 0;
  for (const wait of waits) void wait?.then(() => woken++);
  await queue.next();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  assertEquals([waits.every((wait) => wait !== undefined), woken], [true, 3]);
});

Deno.test("EventQueue gives up a reader that leaves very many events unread", async () => {
  const { queue, overflows } = openQueue();
  const emitter = queue.emitter(null);
  while (!emitter.ready()) emitter.emit(NOTE);
  const wait = emitter.ready();
  for (let i = 0; i < 200_001; i++) emitter.emit(NOTE);
  await wait;
  assertEquals([emitter.ready(), overflows()], [undefined, 1]);
  await assertRejects(() => queue.next(), QwenError, "left 200000 events unread");
});
