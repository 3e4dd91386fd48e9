import { assertEquals } from "@std/assert";
import { parseEnv } from "../../../lib/config/env_file.ts";

Deno.test("parseEnv reads names, quotes and comments", () => {
  const text = `# keys\nA=1\nexport B = "two # words\\n" # why\nC='$raw'\nD=x # y\n1BAD=z\nE=\n`;
  assertEquals(
    Object.fromEntries(parseEnv(text)),
    { A: "1", B: "two # words\n", C: "$raw", D: "x", E: "" },
  );
});
