/**
 * `deno task fuzz NAME [--seconds N] [--seed N]`: tries generated cases for a minute or for the given time. A failure
 * names the seed that repeats it.
 */
import { fuzzBatch } from "./batch/fuzz_batch.ts";
import { fuzzCommandLines } from "./commands/fuzz_commands.ts";
import { fuzzQueue } from "./queue/fuzz_queue.ts";
import { fuzzSearch } from "./search/fuzz_search.ts";

/** A kind of generated cases; returns one line about what was tried. */
export type Fuzz = (options: { seconds: number; seed: number }) => Promise<string>;

/** The kinds: a new one is one file and one line. */
const KINDS: Readonly<Record<string, Fuzz>> = {
  batch: fuzzBatch,
  commands: fuzzCommandLines,
  queue: fuzzQueue,
  search: fuzzSearch,
};

const [name = "", ...args] = Deno.args;
const fuzz = KINDS[name];
if (!fuzz) {
  console.error(`There is no ${name || "empty name"}. Known: ${Object.keys(KINDS).join(", ")}.`);
  Deno.exit(2);
}
const seed = numberOf("--seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
console.error(`Seed ${seed}`);
console.log(await fuzz({ seconds: numberOf("--seconds") ?? 60, seed }));

function numberOf(flag: string): number | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : Number(args[at + 1]);
}
