import { assertEquals } from "@std/assert";
import { readScript, respell } from "../../../../lib/sandbox/shell/shell_words.ts";

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
        words: [{ text: "ls", isPattern: false }, { text: "a b*", isPattern: true, pattern: "'a b'*" }],
        redirections: [],
      },
    ],
    operators: ["&&"],
    problem: null,
  });
});

Deno.test("readScript names what it does not understand and reads on", () => {
  const script = readScript("echo $(cat .env); rm x");
  assertEquals(script.problem, "it has the character $");
  assertEquals(script.commands.map((command) => command.words.map((word) => word.text)), [
    ["echo"],
    ["cat", ".env"],
    ["rm", "x"],
  ]);
});

Deno.test("readScript tells what joins the commands", () => {
  const joins = (source: string): string[] => readScript(source).operators;
  assertEquals(joins("a | b && c || d; e\nf"), ["|", "&&", "||", ";", ";"]);
  assertEquals(joins("a &&\n\n b |\n c\n"), ["&&", "|"]);
  assertEquals(joins("a"), []);
});

Deno.test("respell leaves a shell one way to understand a script", () => {
  assertEquals(
    respell(readScript(`A=~/x git log --format='%h *' "it's" src/*.ts | head -n 1 2>&1 >/dev/null`)),
    `A='~/x' 'git' 'log' '--format=%h *' 'it'\\''s' src/*.ts | 'head' '-n' '1' 2>&1 > '/dev/null'`,
  );
  assertEquals(respell(readScript("echo $HOME")), null);
});
