import { compareSearches } from "./compare_search.ts";

/** `deno task fuzz search`: compares searches with ripgrep and git until the time is over. */
export async function fuzzSearch({ seconds, seed }: { seconds: number; seed: number }): Promise<string> {
  const cases = await compareSearches({ seed, cases: Infinity, seconds, patternsPerTree: 20 });
  return `${cases.toLocaleString("en")} cases from seed ${seed} agree with ripgrep and git`;
}
