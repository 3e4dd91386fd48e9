/** The queue with workers that die and a server that restarts; `deno task fuzz queue` plays more and larger scenes. */
import { assert } from "@std/assert";
import { playQueue } from "../fuzz/queue/fuzz_queue.ts";
import { hasNats } from "../support/nats.ts";

for (const seed of [1, 2]) {
  Deno.test({
    name: `every job has one result although workers are killed and the server restarts (seed ${seed})`,
    ignore: !hasNats,
    async fn(): Promise<void> {
      const { kills } = await playQueue({ seed, jobs: 48 });
      assert(kills > 0);
    },
  });
}
