import { h } from "../dom.ts";
import { type Block, nextBlock } from "./blocks.ts";
import { inlineNodes } from "./inline.ts";
import { blockElement } from "./render.ts";

/** A paragraph that grows beyond this is drawn in pieces that do not change again. */
const PIECE = 1_500;

/**
 * Draws Markdown that grows. Blocks that are complete are drawn once; only the last one is drawn again. So the cost of
 * an increment does not depend on the length of the whole text.
 */
export class MarkdownStream {
  readonly element: HTMLElement;
  /** Where the last block begins. */
  #done = 0;
  #seen = 0;
  #tail: { element: HTMLElement; kind: string } | null = null;
  /** How much of a long last paragraph is drawn for good, and the element of the rest. */
  #piece: { end: number; rest: HTMLElement } | null = null;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** Draws the whole text, of which only the end may be new. */
  update(text: string): void {
    if (text.length < this.#seen) this.#clear();
    if (text.length === this.#seen) return;
    this.#seen = text.length;
    for (;;) {
      const found = nextBlock(text, this.#done);
      if (!found) return;
      if (!found.isFinal) return this.#drawTail(found.block);
      if (this.#piece && found.block.kind === "paragraph") this.#drawPieces(found.block.text);
      else this.#replaceTail(blockElement(found.block));
      this.#tail = null;
      this.#piece = null;
      this.#done = found.end;
    }
  }

  #clear(): void {
    this.element.replaceChildren();
    this.#done = 0;
    this.#tail = null;
    this.#piece = null;
  }

  #drawTail(block: Block): void {
    if (block.kind === "code" && this.#tail?.kind === "code" && this.#appendCode(block.text)) return;
    if (block.kind === "paragraph" && (this.#piece || block.text.length > 2 * PIECE)) {
      return this.#drawPieces(block.text);
    }
    this.#piece = null;
    this.#replaceTail(blockElement(block));
    this.#tail = { element: this.#last, kind: block.kind };
  }

  /** Adds to the text of a code block that is already drawn. */
  #appendCode(text: string): boolean {
    const node = this.#tail?.element.querySelector("code")?.firstChild;
    if (!(node instanceof Text) || !text.startsWith(node.data.slice(0, 200)) || text.length < node.length) return false;
    node.appendData(text.slice(node.length));
    return true;
  }

  #drawPieces(text: string): void {
    if (!this.#piece) {
      const rest = h("span");
      this.#replaceTail(h("p", { children: [rest] }));
      this.#tail = { element: this.#last, kind: "paragraph" };
      this.#piece = { end: 0, rest };
    }
    const piece = this.#piece;
    while (text.length - piece.end > 2 * PIECE) {
      const space = text.lastIndexOf(" ", piece.end + PIECE);
      const end = space > piece.end ? space + 1 : piece.end + PIECE;
      piece.rest.before(h("span", { children: inlineNodes(text.slice(piece.end, end)) }));
      piece.end = end;
    }
    piece.rest.replaceChildren(...inlineNodes(text.slice(piece.end)));
  }

  #replaceTail(element: HTMLElement): void {
    if (this.#tail) this.#tail.element.replaceWith(element);
    else this.element.append(element);
  }

  get #last(): HTMLElement {
    const last = this.element.lastElementChild;
    return last instanceof HTMLElement ? last : this.element;
  }
}
