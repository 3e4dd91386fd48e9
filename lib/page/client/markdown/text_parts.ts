import { h } from "../dom.ts";

/** Text of one element: more would be laid out again as a whole with every increment. */
const MAX_PART = 4_000;

/** How text is split. */
export interface TextPartsOptions {
  /** Whether a line that is far too long is split at a space. */
  splitsLines: boolean;
}

/** Writes a growing text in parts, so that only the last one is laid out again. */
export class TextParts {
  readonly #element: HTMLElement;
  readonly #splitsLines: boolean;
  #last: Text | null = null;

  constructor(element: HTMLElement, { splitsLines }: TextPartsOptions) {
    this.#element = element;
    this.#splitsLines = splitsLines;
  }

  /** Adds text at the end. */
  add(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = this.#room(text, at);
      const piece = text.slice(at, end);
      if (this.#last) this.#last.appendData(piece);
      else {
        this.#last = document.createTextNode(piece);
        this.#element.append(h("span", { class: "lines", children: [this.#last] }));
      }
      // A part ends with a line, because it is a block of its own.
      const isLong = this.#splitsLines && this.#last.length >= 3 * MAX_PART;
      if (this.#last.length >= MAX_PART && (piece.endsWith("\n") || isLong)) this.#last = null;
      at = end;
    }
  }

  /** How far the text still fits into the last part: up to the end of the line that fills it. */
  #room(text: string, at: number): number {
    const length = this.#last?.length ?? 0;
    const left = MAX_PART - length;
    if (text.length - at <= left) return text.length;
    const line = text.indexOf("\n", at + Math.max(0, left - 1));
    const end = line < 0 ? text.length : line + 1;
    const most = at + Math.max(1, 3 * MAX_PART - length);
    if (!this.#splitsLines || end <= most) return end;
    const space = text.lastIndexOf(" ", most);
    return space > at ? space + 1 : most;
  }
}
