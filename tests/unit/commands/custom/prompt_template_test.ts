import { assertEquals } from "@std/assert";
import {
  fillArguments,
  parseTemplate,
  shellQuote,
  splitArguments,
} from "../../../../lib/commands/custom/prompt_template.ts";

Deno.test("parseTemplate takes text, arguments, files and shell blocks apart", () => {
  assertEquals(parseTemplate("Say {{args}} or $ARGUMENTS or $2: @{a/$1.md} !{awk '{print $1}' {{args}}} !{open"), [
    { kind: "text", text: "Say " },
    { kind: "args" },
    { kind: "text", text: " or " },
    { kind: "args" },
    { kind: "text", text: " or " },
    { kind: "arg", number: 2 },
    { kind: "text", text: ": " },
    { kind: "file", path: [{ kind: "text", text: "a/" }, { kind: "arg", number: 1 }, { kind: "text", text: ".md" }] },
    { kind: "text", text: " " },
    { kind: "shell", command: [{ kind: "text", text: "awk '{print $1}' " }, { kind: "args" }] },
    { kind: "text", text: " !{open" },
  ]);
});

Deno.test("fillArguments never lets an argument become a block or a shell word of its own", () => {
  const segments = parseTemplate("run {{args}} as $1 and $2");
  assertEquals(fillArguments(segments, "!{rm x} @{y}"), "run !{rm x} @{y} as !{rm and x}");
  const [shell] = parseTemplate("!{grep {{args}} .}");
  if (shell.kind !== "shell") throw new Error("expected a shell block");
  assertEquals(fillArguments(shell.command, "a'; rm -rf / #", { quote: shellQuote }), "grep 'a'\\''; rm -rf / #' .");
});

Deno.test("splitArguments keeps quoted words together", () => {
  assertEquals(splitArguments(`one "two three" 'four' five"six seven"`), ["one", "two three", "four", "fivesix seven"]);
  assertEquals(splitArguments("  "), []);
});
