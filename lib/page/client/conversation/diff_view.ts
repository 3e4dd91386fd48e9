import { button, h } from "../dom.ts";

const MAX_LINES = 300;

/** A unified diff with its lines marked. */
export function diffElement(diff: string): HTMLElement {
  const lines = diff.replace(/\n$/, "").split("\n").filter((line) => !/^(Index: |={20,})/.test(line));
  const body = h("pre", { class: "diff", attributes: { tabindex: "0", role: "group", "aria-label": "Diff" } });
  body.append(...lines.slice(0, MAX_LINES).map(lineElement));
  if (lines.length <= MAX_LINES) return body;
  const more = button(`Show all ${lines.length} lines`, {
    class: "more",
    onClick: () => {
      body.append(...lines.slice(MAX_LINES).map(lineElement));
      more.remove();
      body.focus();
    },
  });
  return h("div", { children: [body, more] });
}

function lineElement(line: string): HTMLElement {
  const kind = HEAD.test(line) ? "file" : KINDS[line[0] ?? ""] ?? "same";
  return h("span", { class: `line ${kind}`, text: `${line}\n` });
}

const HEAD = /^(\+\+\+|---)( |$)|^(diff --git|index|new file mode|deleted file mode|old mode|new mode|rename) /;
const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place", "\\": "place" };
