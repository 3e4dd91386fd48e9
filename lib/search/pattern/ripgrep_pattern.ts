import { type Assertion, type PatternNode, rustClass } from "./syntax.ts";

const ASSERTIONS: Readonly<Record<Assertion, string>> = {
  line_start: "(?m:^)",
  line_end: "(?m:$)",
  text_start: "\\A",
  text_end: "\\z",
  word: "\\b",
  not_word: "\\B",
};

/**
 * A parsed pattern in the syntax of ripgrep, so that both engines search for the same text. `ignoreCase` is the flag
 * that ripgrep is called with.
 */
export function ripgrepPattern(node: PatternNode, ignoreCase: boolean): string {
  const inner = (child: PatternNode): string => ripgrepPattern(child, ignoreCase);
  switch (node.kind) {
    case "char": {
      const text = node.literal !== null && /^[\w ]$/.test(node.literal) ? node.literal : rustClass(node.set);
      return node.ignoreCase === ignoreCase ? text : `(?${node.ignoreCase ? "i" : "-i"}:${text})`;
    }
    case "seq":
      return node.nodes.map(inner).join("");
    case "alt":
      return `(?:${node.nodes.map(inner).join("|")})`;
    case "repeat": {
      const end = Number.isFinite(node.max) ? String(node.max) : "";
      return `(?:${inner(node.node)}){${node.min},${end}}${node.lazy ? "?" : ""}`;
    }
    case "assert":
      return ASSERTIONS[node.what];
  }
}
