import { h } from "../dom.ts";
import type { BlockWriter } from "./block_writer.ts";
import { startsBlock } from "./blocks.ts";
import { inlineNodes } from "./inline.ts";

/** A piece of a long paragraph, which does not change again. */
const PIECE = 1_500;
/** A paragraph that is longer than this is drawn in pieces. */
export const LONG_PARAGRAPH = 2 * PIECE;
/** Pieces that are laid out together. */
const PIECES = 8;
/** Lines that are looked at, and pieces that are drawn, at a time. */
const LINES_AT_ONCE = 400;
const PIECES_AT_ONCE = 6;

/** Draws a long paragraph in pieces. */
export class ParagraphWriter implements BlockWriter {
  readonly element: HTMLElement;
  #group: HTMLElement;
  readonly #rest = h("span");
  /** Where the part begins that is not in pieces. */
  #drawn: number;
  /** Where the first line begins that was not looked at. */
  #line: number;
  /** Where the text ends that belongs to the paragraph. */
  #known: number;
  #end: number | null = null;

  constructor(start: number) {
    this.#group = h("span", { class: "pieces", children: [this.#rest] });
    this.element = h("p", { children: [this.#group] });
    this.#drawn = start;
    this.#line = start;
    this.#known = start;
  }

  grow(text: string): number | "more" | "waiting" {
    const isScanned = this.#scan(text);
    for (let count = 0; this.#known - this.#drawn > LONG_PARAGRAPH; count++) {
      if (count >= PIECES_AT_ONCE) return "more";
      this.#addPiece(text);
    }
    this.#rest.replaceChildren(...inlineNodes(text.slice(this.#drawn, this.#known)));
    if (!isScanned) return "more";
    return this.#end ?? "waiting";
  }

  /** Finds out how far the paragraph reaches; returns whether everything was looked at. */
  #scan(text: string): boolean {
    for (let count = 0; this.#end === null; count++) {
      if (count >= LINES_AT_ONCE) return false;
      const end = text.indexOf("\n", this.#line);
      const line = text.slice(this.#line, end < 0 ? undefined : end);
      const isOther = line.trim() === "" || startsBlock(line);
      if (end < 0) {
        // A line that is not complete may become the beginning of another block.
        if (!isOther) this.#known = text.length;
        return true;
      }
      if (isOther) this.#end = this.#line;
      else {
        this.#known = end;
        this.#line = end + 1;
      }
    }
    return true;
  }

  #addPiece(text: string): void {
    const space = text.lastIndexOf(" ", this.#drawn + PIECE);
    const end = space > this.#drawn ? space + 1 : this.#drawn + PIECE;
    this.#rest.before(h("span", { children: inlineNodes(text.slice(this.#drawn, end)) }));
    this.#drawn = end;
    if (this.#group.childElementCount <= PIECES) return;
    this.#group = h("span", { class: "pieces", children: [this.#rest] });
    this.element.append(this.#group);
  }
}
