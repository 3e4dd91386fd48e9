import { assertEquals } from "@std/assert";
import { Fold } from "../../../lib/stream/fold.ts";

Deno.test("Fold keeps the order of items although one of them has to be waited for", async () => {
  const loaded = Promise.withResolvers<void>();
  const late = async (item: number): Promise<number[]> => {
    await loaded.promise;
    return [item, item];
  };
  const folded = ReadableStream.from([1, 2, 3]).pipeThrough(
    new Fold((item: number) => item === 1 ? late(item) : item === 2 ? [] : [item]),
  );
  const reading = Array.fromAsync(folded);
  loaded.resolve();
  assertEquals(await reading, [1, 1, 3]);
});
