import { assertEquals } from "@std/assert";
import { atTokenBefore, escapePath, findAtTokens, unescapePath } from "../../../lib/commands/at_token.ts";

Deno.test("findAtTokens finds paths at the start of words", () => {
  assertEquals(findAtTokens("see @src/a.ts and (@b.ts) not me@host or \\@c @"), [
    { start: 4, end: 13, path: "src/a.ts" },
    { start: 19, end: 25, path: "b.ts)" },
  ]);
  assertEquals(findAtTokens("@my\\ file.txt now"), [{ start: 0, end: 13, path: "my file.txt" }]);
});

Deno.test("atTokenBefore reads up to the cursor", () => {
  assertEquals(atTokenBefore("look @src/co and", 12), { start: 5, end: 12, path: "src/co" });
  assertEquals(atTokenBefore("look @src/co and", 16), null);
  assertEquals(atTokenBefore("mail me@host", 12), null);
  assertEquals(atTokenBefore("@", 1), { start: 0, end: 1, path: "" });
  assertEquals(atTokenBefore("@my\\ fi", 7), { start: 0, end: 7, path: "my fi" });
});

Deno.test("escapePath and unescapePath are inverse", () => {
  const paths = ["plain.ts", "with space.ts", "tab\there", "back\\slash", "(group)/[id].tsx"];
  assertEquals(paths.map(escapePath), [
    "plain.ts",
    "with\\ space.ts",
    "tab\\\there",
    "back\\\\slash",
    "(group)/[id].tsx",
  ]);
  assertEquals(paths.map((path) => unescapePath(escapePath(path))), paths);
});
