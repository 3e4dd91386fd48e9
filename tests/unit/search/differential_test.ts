import { assert } from "@std/assert";
import { compareSearches } from "../../fuzz/search/compare_search.ts";

const hasRipgrep = await new Deno.Command("rg", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

Deno.test({
  name: "searches agree with ripgrep, and ignore rules with git, on generated cases",
  ignore: !hasRipgrep,
  async fn(): Promise<void> {
    const cases = await compareSearches({ seed: 1, cases: 1_500, seconds: Infinity, patternsPerTree: 30 });
    assert(cases >= 1_500, `${cases} cases`);
  },
});
