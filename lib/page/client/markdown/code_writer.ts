import { h } from "../dom.ts";

/** Text of one element: more would be laid out again as a whole with every increment. */
const MAX_PART = 4_000;

/** Writes the text of a growing code block in parts, so that only the last one is laid out again. */
export class CodeWriter {
  readonly #code: HTMLElement;
  #last: Text | null = null;

  constructor(code: HTMLElement) {
    this.#code = code;
  }

  /** Adds text at the end. */
  add(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = this.#room(text, at);
      const piece = text.slice(at, end);
      if (this.#last) this.#last.appendData(piece);
      else {
        this.#last = document.createTextNode(piece);
        this.#code.append(h("span", { class: "lines", children: [this.#last] }));
      }
      // A part ends with a line, because it is a block of its own.
      if (this.#last.length >= MAX_PART && piece.endsWith("\n")) this.#last = null;
      at = end;
    }
  }

  /** How far the text still fits into the last part: up to the end of the line that fills it. */
  #room(text: string, at: number): number {
    const left = MAX_PART - (this.#last?.length ?? 0);
    if (text.length - at <= left) return text.length;
    const line = text.indexOf("\n", at + Math.max(0, left - 1));
    return line < 0 ? text.length : line + 1;
  }
}
