/** One minute of `deno task soak`: the server and the worker run at the same time. */
import { assert, assertEquals } from "@std/assert";
import type { SoakReport } from "../soak/holding.ts";
import { soakServer } from "../soak/soak_server.ts";
import { soakWorker } from "../soak/soak_worker.ts";
import { hasNats } from "../support/nats.ts";
import { withProc } from "../support/proc.ts";

const MINUTE_MS = 60_000;
// The second run, on the executable, would only take another minute.
const isFirstForm = !/qwen-\w+-unknown-linux/.test(Deno.env.get("QWEN_BIN") ?? "");

/** What was there at half time is there at the end, and nothing more. */
function checkFlat({ before, after }: SoakReport): void {
  assert(after.descriptors <= before.descriptors, `${before.descriptors} descriptors, then ${after.descriptors}`);
  assertEquals(after.children, 0);
  // Garbage that is not collected yet, not growth with each client.
  assert(after.megabytes < before.megabytes + 64, `${before.megabytes} MB before, ${after.megabytes} MB after`);
}

Deno.test(withProc({
  name: "a server and a worker hold no more after a minute of clients that come, stall and die",
  ignore: !isFirstForm,
  fn: async (): Promise<void> => {
    const [server, worker] = await Promise.all([
      soakServer({ ms: MINUTE_MS }),
      hasNats ? soakWorker({ ms: MINUTE_MS }) : null,
    ]);
    for (const report of [server, ...(worker ? [worker] : [])]) {
      assert(report.clients >= 40 && report.answers >= 8, `${report.clients} clients, ${report.answers} answers`);
      checkFlat(report);
    }
  },
}));
