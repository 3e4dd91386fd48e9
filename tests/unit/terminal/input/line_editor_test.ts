import { assertEquals } from "@std/assert";
import { LineEditor } from "../../../../lib/terminal/input/line_editor.ts";

/** An editor after keys: `<name>` is a key, anything else is typed. */
function typed(keys: string, history: string[] = []): LineEditor {
  const editor = new LineEditor(history);
  for (const [piece] of keys.matchAll(/<[^>]+>|[^<]+/g)) {
    if (piece.startsWith("<")) editor.press({ type: "press", name: piece.slice(1, -1) });
    else editor.press({ type: "text", text: piece });
  }
  return editor;
}

/** The text with the cursor as a bar. */
function shown({ text, cursor }: LineEditor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const CASES: Record<string, { keys: string; result: string; history?: string[] }> = {
  "typing": { keys: "ab<left>c", result: "ac|b" },
  "start and end of the line": { keys: "one two<ctrl+a>x<ctrl+e>y", result: "xone twoy|" },
  "Ctrl-K and Ctrl-Y": { keys: "one two<ctrl+a><alt+f><ctrl+k><ctrl+a><ctrl+y>", result: " two|one" },
  "Ctrl-U": { keys: "one two<left><ctrl+u>", result: "|o" },
  "Ctrl-W": { keys: "git commit -m<ctrl+w><ctrl+w>", result: "git |" },
  "word moves": { keys: "one two three<alt+b><alt+b>X<alt+f>Y", result: "one Xtwo|Y three".replace("|Y", "Y|") },
  "backspace over a whole emoji": { keys: "a👨‍👩‍👧<backspace>", result: "a|" },
  "a backslash continues the line": { keys: "one\\<enter>two", result: "one\ntwo|" },
  "Alt-Enter and Shift-Enter break the line": { keys: "a<alt+enter>b<shift+enter>c", result: "a\nb\nc|" },
  "up and down between lines": { keys: "one<alt+enter>three<up>X", result: "oneX|\nthree" },
  "history": { keys: "draft<up><up>", result: "first|", history: ["first", "second"] },
  "back to the draft": { keys: "draft<up><down>", result: "draft|", history: ["first"] },
  "the search": { keys: "<ctrl+r>fir<enter>", result: "first|", history: ["first", "second"] },
  "the search, further back": { keys: "<ctrl+r>s<ctrl+r><enter>", result: "first|", history: ["first", "second"] },
  "a search that was left": { keys: "kept<ctrl+r>fir<esc>", result: "kept|", history: ["first"] },
  "undo": { keys: "one<ctrl+u><ctrl+_>", result: "one|" },
};

for (const [what, { keys, result, history }] of Object.entries(CASES)) {
  Deno.test(`LineEditor: ${what}`, () => assertEquals(shown(typed(keys, history)), result));
}

Deno.test("LineEditor submits at Enter and remembers what was taken", () => {
  const editor = typed("hello");
  assertEquals(editor.press({ type: "press", name: "enter" }), "submitted");
  assertEquals([editor.take(), editor.text], ["hello", ""]);
  editor.press({ type: "press", name: "up" });
  assertEquals(editor.text, "hello");
});
