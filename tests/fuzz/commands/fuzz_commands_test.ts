import { assert, assertEquals } from "@std/assert";
import { CommandLines } from "./command_lines.ts";
import { fuzzCommands } from "./fuzz_commands.ts";
import { randomNumbers } from "./random_numbers.ts";

const HAS_BUBBLEWRAP = await new Deno.Command("bwrap", {
  args: ["--unshare-all", "--ro-bind", "/", "/", "true"],
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);

Deno.test("CommandLines makes the same command lines from the same seed", () => {
  const lines = (seed: number): string[] => {
    const source = new CommandLines(randomNumbers(seed));
    return Array.from({ length: 500 }, () => source.next().command);
  };
  assertEquals(lines(7), lines(7));
  assert(new Set(lines(7)).size > 300);
  assert(lines(7).join() !== lines(8).join());
});

Deno.test({
  name: "fuzzCommands finds what a policy without grammars lets through",
  ignore: !HAS_BUBBLEWRAP,
  async fn(): Promise<void> {
    const judge = { allowed: ({ command }: { command: string }): Promise<string> => Promise.resolve(command) };
    const { findings } = await fuzzCommands({ seconds: 30, seed: 1, lines: 60, judge: () => judge });
    const effects = new Set(findings.map(({ effect }) => effect));
    assert(effects.has("it ran touch EXECUTED"));
    assert(effects.has("it wrote WRITTEN"));
  },
});

Deno.test({
  name: "fuzzCommands finds no way around the policy in 20 seconds",
  ignore: !HAS_BUBBLEWRAP,
  async fn(): Promise<void> {
    const { judged, executed, findings } = await fuzzCommands({ seconds: 20, seed: 20_261_118 });
    assertEquals(findings, []);
    assert(judged > 200 && executed > 20, `${judged} judged, ${executed} executed`);
  },
});
