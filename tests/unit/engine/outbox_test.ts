import { assertEquals } from "@std/assert";
import { Outbox } from "../../../lib/engine/outbox.ts";
import { FakeClock } from "../../support/fake_clock.ts";

function openOutbox(): { outbox: Outbox; cancelled: () => number } {
  let count = 0;
  const outbox = new Outbox({ sessionId: () => "SID", clock: new FakeClock(), onCancel: () => void count++ });
  return { outbox, cancelled: () => count };
}

const NOTE = { type: "notice", level: "info", code: "n", text: "" } as const;

Deno.test("Outbox numbers what all voices say without a gap", async () => {
  const { outbox } = openOutbox();
  const voices = [outbox.voice("a"), outbox.voice("b", "agent"), outbox.voice(null)];
  for (let i = 0; i < 30; i++) voices[i % 3].emit(NOTE);
  outbox.close();
  voices[0].emit(NOTE);
  const events = (await Array.fromAsync(outbox.readable)).flat();
  assertEquals(events.map(({ seq }) => seq), Array.from({ length: 30 }, (_, i) => i + 1));
  assertEquals(events.slice(0, 3).map(({ cause, agent }) => [cause, agent]), [
    ["a", null],
    ["b", "agent"],
    [null, null],
  ]);
});

Deno.test("Outbox makes all who speak wait for a slow reader, and wakes all of them", async () => {
  const { outbox } = openOutbox();
  const voice = outbox.voice(null);
  while (!voice.ready()) voice.emit(NOTE);
  const waits = [voice.ready(), outbox.voice("b").ready(), outbox.ready()];
  let woken = 0;
  for (const wait of waits) void wait?.then(() => woken++);
  const reader = outbox.readable.getReader();
  await reader.read();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  assertEquals([waits.every((wait) => wait !== undefined), woken], [true, 3]);
  await reader.cancel();
});

Deno.test("Outbox lets nobody wait for a reader that is gone", async () => {
  const { outbox, cancelled } = openOutbox();
  const voice = outbox.voice(null);
  while (!voice.ready()) voice.emit(NOTE);
  const wait = voice.ready();
  await outbox.readable.cancel();
  await wait;
  assertEquals([voice.ready(), cancelled()], [undefined, 1]);
});
