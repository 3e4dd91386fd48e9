import { assertEquals, assertRejects } from "@std/assert";
import { orderedPool } from "../../../lib/stream/ordered_pool.ts";

Deno.test("orderedPool works on a bounded number at a time and yields in order", async () => {
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const results = Array.fromAsync(orderedPool([0, 1, 2, 3, 4], {
    atOnce: 2,
    work: async (item) => {
      begun.push(item);
      await gates[item].promise;
      return item * 10;
    },
  }));
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  await settle();
  assertEquals(begun, [0, 1]);
  gates[1].resolve();
  await settle();
  assertEquals(begun, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  assertEquals([await results, begun], [[0, 10, 20, 30, 40], [0, 1, 2, 3, 4]]);
});

Deno.test("orderedPool rejects with the first failure in order", async () => {
  const work = (item: number): Promise<number> =>
    item < 2 ? Promise.resolve(item) : Promise.reject(new Error(`${item}`));
  const seen: number[] = [];
  await assertRejects(
    async () => {
      for await (const value of orderedPool([0, 1, 2, 3], { atOnce: 4, work })) seen.push(value);
    },
    Error,
    "2",
  );
  assertEquals(seen, [0, 1]);
});
