import { assertEquals } from "@std/assert";
import { plainOutput } from "../../../lib/tools/plain_output.ts";

const CASES: [name: string, output: string, plain: string][] = [
  ["colours", "\x1b[1;31mred\x1b[0m text", "red text"],
  ["titles and links", "\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"],
  ["progress on one line", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["a shorter line over a longer one", "abcdef\rxy\n", "xycdef\n"],
  ["line ends of Windows", "a\r\nb\r\n", "a\nb\n"],
  ["control characters, not tabs", "a\x07b\x08c\td\x00", "abc\td"],
  ["ordinary text", "Grüße 世界 👋\n", "Grüße 世界 👋\n"],
];

for (const [name, output, plain] of CASES) {
  Deno.test(`plainOutput cleans ${name}`, () => assertEquals(plainOutput(output), plain));
}
