import type { AnsiText } from "../../lib/dialects/chat/encode/ansi.ts";

/** Restores the text with its sequences. */
export function rebuildAnsi(parsed: Pick<AnsiText, "text" | "ansi">): string {
  let whole = "";
  let from = 0;
  for (const { offset, sequence } of parsed.ansi) {
    whole += parsed.text.slice(from, offset) + sequence;
    from = offset;
  }
  return whole + parsed.text.slice(from);
}
