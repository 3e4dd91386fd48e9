import { assertEquals, assertRejects } from "@std/assert";
import { BatchQueue } from "../../../lib/stream/batch_queue.ts";

function open(capacity = 3): { queue: BatchQueue<number>; told: string[] } {
  const told: string[] = [];
  const queue = new BatchQueue<number>({ capacity, onRoom: () => told.push("room") });
  return { queue, told };
}

Deno.test("BatchQueue hands over batches in order, and null after the last one", async () => {
  const { queue } = open();
  const first = queue.next();
  for (const batch of [[1], [2, 3], [4]]) queue.push(batch);
  queue.close();
  queue.push([5]);
  assertEquals([await first, await queue.next(), await queue.next(), await queue.next(), await queue.next()], [
    [1],
    [2, 3],
    [4],
    null,
    null,
  ]);
});

Deno.test("BatchQueue counts what waits, and tells when there is room again", async () => {
  const { queue, told } = open(3);
  queue.push([1, 2]);
  queue.push([3, 4]);
  assertEquals([queue.room, told], [-1, []]);
  await queue.next();
  assertEquals([queue.room, told], [1, ["room"]]);
});

Deno.test("BatchQueue ends a reader that waits", async () => {
  const { queue } = open();
  const waiting = queue.next();
  queue.close();
  assertEquals(await waiting, null);
});

Deno.test("BatchQueue rejects with the failure, and what was waiting is gone", async () => {
  const { queue } = open();
  queue.push([1]);
  queue.fail(new RangeError("too slow"));
  await assertRejects(() => queue.next(), RangeError, "too slow");
});
