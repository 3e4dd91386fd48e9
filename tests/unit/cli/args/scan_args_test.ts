import { assertEquals } from "@std/assert";
import { scanArgs, splitList } from "../../../../lib/cli/args/scan_args.ts";

const NOTHING = { outputFormat: undefined, inputFormat: undefined, dialect: undefined };

const LINES: Record<string, { argv: string[]; expected: Partial<typeof NOTHING> | Record<string, string> }> = {
  "an unknown flag": { argv: ["-o", "json", "--nonsense"], expected: { outputFormat: "json" } },
  "a missing value": { argv: ["--outputFormat=stream-json", "--model"], expected: { outputFormat: "stream-json" } },
  "a bad switch": { argv: ["--yolo=maybe", "--dialect=chat"], expected: { dialect: "chat" } },
  "a host's flags": {
    argv: ["--input-format", "stream-json", "--nonsense", "x"],
    expected: { outputFormat: "stream-json", inputFormat: "stream-json" },
  },
  "a flag of another subcommand": {
    argv: ["sessions", "--all", "-o", "stream-json"],
    expected: { outputFormat: "stream-json" },
  },
  "no flags": { argv: ["hello"], expected: {} },
  "words after the end of flags": { argv: ["--", "-o", "json"], expected: {} },
  "values that do not exist": { argv: ["-o", "xml", "--dialect", "klingon"], expected: {} },
  "--dialect auto": { argv: ["--dialect", "auto"], expected: {} },
};

for (const [what, { argv, expected }] of Object.entries(LINES)) {
  Deno.test(`scanArgs reads the formats beside ${what}`, async () => {
    assertEquals({ ...await scanArgs(argv) }, { ...NOTHING, ...expected });
  });
}

Deno.test("splitList keeps commas in parentheses and drops empty entries", () => {
  assertEquals(splitList("Read, Bash(git a, b),,x)"), ["Read", "Bash(git a, b)", "x)"]);
});
