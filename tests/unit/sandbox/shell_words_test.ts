import { assertEquals } from "@std/assert";
import { readScript } from "../../../lib/sandbox/shell_words.ts";

Deno.test("readScript gives the words, assignments and redirections of every command", () => {
  assertEquals(readScript(`A=1 git commit -m "it's \\"x\\"" 2>&1 >log && l\\s 'a b'*`), {
    commands: [
      {
        assignments: ["A=1"],
        words: ["git", "commit", "-m", `it's "x"`].map((text) => ({ text, isPattern: false })),
        redirections: [{ operator: "2>&", target: "1" }, { operator: ">", target: "log" }],
      },
      {
        assignments: [],
        words: [{ text: "ls", isPattern: false }, { text: "a b*", isPattern: true }],
        redirections: [],
      },
    ],
    problem: null,
  });
});

Deno.test("readScript names what it does not understand and reads on", () => {
  const script = readScript("echo $(cat .env); rm x");
  assertEquals(script.problem, "it has the sign $");
  assertEquals(script.commands.map((command) => command.words.map((word) => word.text)), [
    ["echo"],
    ["cat", ".env"],
    ["rm", "x"],
  ]);
});
