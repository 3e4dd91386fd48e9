/** `deno task soak [MINUTES]`: runs a server under hostile clients and prints what it holds at the end. */
import { soakServer } from "./soak.ts";

const minutes = Number(Deno.args[0] ?? 1);
if (!(minutes > 0)) {
  console.error(`MINUTES must be a number above 0, not ${Deno.args[0]}`);
  Deno.exit(2);
}
const { clients, answers, before, after } = await soakServer({ ms: minutes * 60_000 });
console.log(`${clients} clients, ${answers} answers`);
console.table({ before, after });
