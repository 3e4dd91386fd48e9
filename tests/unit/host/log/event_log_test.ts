import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import type { Event } from "../../../../lib/model/event.ts";
import { type Cursor, EventLog } from "../../../../lib/host/log/event_log.ts";
import { event } from "../../../support/say.ts";

function delta(seq: number, text = `piece ${seq} `): Event {
  return { ...event({ type: "part.delta", messageId: "m1", index: 0, kind: "text", delta: text }), seq };
}

async function readAll(log: EventLog, cursor: Cursor): Promise<Event[]> {
  const out: Event[] = [];
  for (;;) {
    const entries = await log.read(cursor);
    if (!entries) return out;
    for (const { event } of entries) out.push(event);
    cursor.seq = out[out.length - 1].seq;
  }
}

async function filled(count: number, folder: string | null): Promise<EventLog> {
  const onFailure = (error: unknown): void => {
    throw error;
  };
  const log = new EventLog({ keepsHistory: true, ringBytes: 20_000, diskBytes: 400_000, folder, onFailure });
  for (let seq = 1; seq <= count; seq++) await log.append(delta(seq));
  return log;
}

Deno.test("EventLog gives back exactly what came after any event, from memory and from disk", async () => {
  const folder = await Deno.makeTempDir();
  const log = await filled(1_000, folder);
  for (const after of [0, 1, 127, 128, 129, 500, 899, 950, 999, 1_000]) {
    const events = await readAll(log, { seq: after, total: null });
    assertEquals(events, Array.from({ length: 1_000 - after }, (_, index) => delta(after + index + 1)));
  }
  await log.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("EventLog leaves no file with a name", async () => {
  const folder = await Deno.makeTempDir();
  const log = await filled(500, folder);
  assertEquals([...Deno.readDirSync(folder)], []);
  await log.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("EventLog keeps a line that is larger than what it reads at once", async () => {
  const folder = await Deno.makeTempDir();
  const log = await filled(10, folder);
  const large = delta(11, "x".repeat(700_000));
  await log.append(large);
  for (let seq = 12; seq <= 200; seq++) await log.append(delta(seq));
  const events = await readAll(log, { seq: 10, total: null });
  assertEquals(events[0], large);
  assertEquals(events.length, 190);
  await log.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("EventLog forgets the oldest events when the disk holds enough, and says so", async () => {
  const folder = await Deno.makeTempDir();
  const log = await filled(6_000, folder);
  const { oldest } = log;
  assertEquals(oldest > 1, true);
  assertEquals((await readAll(log, { seq: oldest - 1, total: null })).length, 6_000 - oldest + 1);
  const error = await assertRejects(async () => await log.read({ seq: 0, total: null }), QwenError);
  assertEquals(error.problem.detail, "seq_gone");
  await log.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("EventLog without a folder keeps the newest events only", async () => {
  const log = await filled(1_000, null);
  assertEquals(log.oldest > 800, true);
  assertEquals((await readAll(log, { seq: log.oldest - 1, total: null })).at(-1), delta(1_000));
  await log.close();
});

Deno.test("EventLog goes on without its past when the disk fails", async () => {
  const file = await Deno.makeTempFile();
  const faults: unknown[] = [];
  const options = { keepsHistory: true, ringBytes: 2_000, diskBytes: 1_000_000, folder: `${file}/not/a/folder` };
  const log = new EventLog({ ...options, onFailure: (error) => faults.push(error) });
  for (let seq = 1; seq <= 100; seq++) await log.append(delta(seq));
  assertEquals(faults.length, 1);
  assertEquals((await readAll(log, { seq: log.oldest - 1, total: null })).at(-1), delta(100));
  await log.close();
  await Deno.remove(file);
});

Deno.test("EventLog goes on where a reader left off in the middle of what it was given", async () => {
  const folder = await Deno.makeTempDir();
  const log = await filled(1_000, folder);
  const cursor: Cursor = { seq: 0, total: null };
  const seen: number[] = [];
  while (cursor.seq < 1_000) {
    let count = 0;
    for (const { event } of await log.read(cursor) ?? []) {
      seen.push(event.seq);
      cursor.seq = event.seq;
      if (++count === 7) break;
    }
  }
  assertEquals(seen, Array.from({ length: 1_000 }, (_, index) => index + 1));
  await log.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("EventLog without a history forgets what its only reader has seen", async () => {
  const onFailure = (): void => {};
  const log = new EventLog({ keepsHistory: false, ringBytes: 100, diskBytes: 100, folder: null, onFailure });
  for (let seq = 1; seq <= 10; seq++) await log.append(delta(seq));
  log.release(7);
  assertEquals((await readAll(log, { seq: 7, total: null })).map(({ seq }) => seq), [8, 9, 10]);
  assertEquals(log.oldest, 8);
  log.release(10);
  assertEquals(await readAll(log, { seq: 10, total: null }), []);
});
