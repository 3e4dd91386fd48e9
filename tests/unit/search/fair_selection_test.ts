import { assertEquals } from "@std/assert";
import { comparePaths, FairSelection } from "../../../lib/search/fair_selection.ts";

Deno.test("FairSelection keeps the first match of each file before a second one of any", () => {
  const selection = new FairSelection<string>(4);
  for (const [path, count] of [["a", 5], ["b", 1], ["c", 2]] as const) {
    for (let round = 0; round < count; round++) selection.offer({ path, round }, () => `${path}${round}`);
  }
  assertEquals(selection.files(), [
    { path: "a", items: ["a0", "a1"] },
    { path: "b", items: ["b0"] },
    { path: "c", items: ["c0"] },
  ]);
});

Deno.test("FairSelection does not depend on the order of files", () => {
  const selection = new FairSelection<string>(2);
  for (const path of ["z", "b", "a", "c"]) selection.offer({ path, round: 0 }, () => path);
  assertEquals(selection.files().map(({ path }) => path), ["a", "b"]);
});

Deno.test("comparePaths puts everything in a folder before what follows it", () => {
  assertEquals(["a.b", "a/z", "a", "a-b/c"].sort(comparePaths), ["a", "a/z", "a-b/c", "a.b"]);
});
