import type { BlockWriter } from "./block_writer.ts";
import { closesFence } from "./blocks.ts";
import { codeElement } from "./render.ts";
import { TextParts } from "./text_parts.ts";

/** Text that is written at a time. */
const AT_ONCE = 32_000;

/** Writes a growing code block in parts, so that only the last one is laid out again. */
export class CodeWriter implements BlockWriter {
  readonly element: HTMLElement;
  readonly #parts: TextParts;
  readonly #mark: string;
  /** Where the first line begins that was not looked at. */
  #line: number;
  /** The first character that is not written. */
  #written: number;

  constructor({ mark, language, start }: { mark: string; language: string; start: number }) {
    const { element, code } = codeElement({ language, text: "" });
    this.element = element;
    this.#parts = new TextParts(code, { splitsLines: false });
    this.#mark = mark;
    this.#line = start;
    this.#written = start;
  }

  grow(text: string): number | "more" | "waiting" {
    const limit = this.#written + AT_ONCE;
    for (let end = text.indexOf("\n", this.#line); end >= 0; end = text.indexOf("\n", this.#line)) {
      if (closesFence(text.slice(this.#line, Math.min(end, this.#line + 80)), this.#mark)) {
        this.#write(text, this.#line);
        return end + 1;
      }
      this.#line = end + 1;
      if (this.#line < limit) continue;
      this.#write(text, this.#line);
      return "more";
    }
    // The last line may be the beginning of the closing fence.
    const mayClose = /^\s*[`~]*\s*$/.test(text.slice(this.#line, this.#line + 80));
    this.#write(text, mayClose ? this.#line : text.length);
    return "waiting";
  }

  #write(text: string, end: number): void {
    if (end <= this.#written) return;
    this.#parts.add(text.slice(this.#written, end));
    this.#written = end;
  }
}
