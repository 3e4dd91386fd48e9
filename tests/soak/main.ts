/**
 * `deno task soak [MINUTES]`: runs a server and a worker under hostile clients and prints what they hold at half time and
 * at the end.
 */
import { hasNats } from "../support/nats.ts";
import { readingProc } from "../support/proc.ts";
import type { SoakReport } from "./holding.ts";
import { soakServer } from "./soak_server.ts";
import { soakWorker } from "./soak_worker.ts";

const minutes = Number(Deno.args[0] ?? 1);
if (!(minutes > 0)) {
  console.error(`MINUTES must be a number above 0, not ${Deno.args[0]}`);
  Deno.exit(2);
}
const ms = minutes * 60_000;
const soaks: Record<string, Promise<SoakReport>> = {
  server: readingProc(() => soakServer({ ms })),
  ...(hasNats ? { worker: readingProc(() => soakWorker({ ms })) } : {}),
};
if (!hasNats) console.error("Without nats-server there is no worker.");
for (const [name, soak] of Object.entries(soaks)) {
  const { clients, answers, before, after } = await soak;
  console.log(`${name}: ${clients} clients, ${answers} answers`);
  console.table({ before, after });
}
