import { h } from "../dom.ts";
import { closesFence, nextBlock, openingFence } from "./blocks.ts";
import { CodeWriter } from "./code_writer.ts";
import { inlineNodes } from "./inline.ts";
import { blockElement, codeElement } from "./render.ts";

/** A paragraph that grows beyond this is drawn in pieces that do not change again. */
const PIECE = 1_500;
/** Pieces of a long paragraph that are laid out together. */
const PIECES = 8;
/** Blocks that are laid out together. */
const BLOCKS = 40;

/** How long one drawing may take. */
const BUDGET_MS = 8;

/** A code block that is not closed yet. */
interface OpenCode {
  writer: CodeWriter;
  mark: string;
  /** Where the first line begins that was not looked at, and the first character that is not written. */
  line: number;
  written: number;
}

/** A paragraph in pieces. */
interface OpenPieces {
  paragraph: HTMLElement;
  group: HTMLElement;
  end: number;
  rest: HTMLElement;
}

/**
 * Draws Markdown that grows. Blocks that are complete are drawn once; only the last one is drawn again. So the cost of
 * an increment does not depend on the length of the whole text.
 */
export class MarkdownStream {
  readonly #element: HTMLElement;
  /** Where the last block begins. */
  #done = 0;
  #seen = 0;
  /** Holds the blocks that are laid out together with the last one. */
  #part: HTMLElement | null = null;
  #tail: HTMLElement | null = null;
  #pieces: OpenPieces | null = null;
  #code: OpenCode | null = null;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /**
   * Draws the whole text, of which only the end may be new. Stops after a while where much is new, and returns whether
   * everything is drawn.
   */
  update(text: string): boolean {
    if (text.length < this.#seen) this.#clear();
    if (text.length === this.#seen) return true;
    const end = performance.now() + BUDGET_MS;
    while (performance.now() < end) {
      if (!this.#step(text)) {
        this.#seen = text.length;
        return true;
      }
    }
    return false;
  }

  /** Draws the next block; returns whether it is complete, so that another one may follow. */
  #step(text: string): boolean {
    if (this.#code) return this.#growCode(this.#code, text);
    const fence = openingFence(text, this.#done);
    if (fence) {
      this.#openCode(fence);
      return true;
    }
    const found = nextBlock(text, this.#done);
    if (!found) return false;
    const { block } = found;
    if (block.kind === "paragraph" && (this.#pieces || block.text.length > 2 * PIECE)) this.#drawPieces(block.text);
    else this.#replaceTail(blockElement(block));
    if (found.isFinal) this.#finish(found.end);
    return found.isFinal;
  }

  #clear(): void {
    this.#element.replaceChildren();
    this.#part = null;
    this.#finish(0);
  }

  #finish(end: number): void {
    this.#done = end;
    this.#tail = null;
    this.#pieces = null;
    this.#code = null;
  }

  #openCode({ mark, language, start }: { mark: string; language: string; start: number }): void {
    const element = codeElement({ language, text: "" });
    this.#replaceTail(element);
    const code = element.querySelector("code") ?? element;
    this.#code = { writer: new CodeWriter(code), mark, line: start, written: start };
  }

  /** Writes what is new of a code block; returns whether the block is closed. */
  #growCode(code: OpenCode, text: string): boolean {
    for (let end = text.indexOf("\n", code.line); end >= 0; end = text.indexOf("\n", code.line)) {
      if (closesFence(text.slice(code.line, end), code.mark)) {
        code.writer.add(text.slice(code.written, code.line));
        this.#finish(end + 1);
        return true;
      }
      code.line = end + 1;
    }
    // The last line may be the beginning of the closing fence.
    const until = /^\s*[`~]*\s*$/.test(text.slice(code.line, code.line + 80)) ? code.line : text.length;
    if (until > code.written) code.writer.add(text.slice(code.written, until));
    code.written = Math.max(code.written, until);
    return false;
  }

  #drawPieces(text: string): void {
    if (!this.#pieces) {
      const rest = h("span");
      const group = h("span", { class: "pieces", children: [rest] });
      const paragraph = h("p", { children: [group] });
      this.#replaceTail(paragraph);
      this.#pieces = { paragraph, group, end: 0, rest };
    }
    const pieces = this.#pieces;
    while (text.length - pieces.end > 2 * PIECE) {
      const space = text.lastIndexOf(" ", pieces.end + PIECE);
      const end = space > pieces.end ? space + 1 : pieces.end + PIECE;
      pieces.rest.before(h("span", { children: inlineNodes(text.slice(pieces.end, end)) }));
      pieces.end = end;
      if (pieces.group.childElementCount <= PIECES) continue;
      pieces.group = h("span", { class: "pieces", children: [pieces.rest] });
      pieces.paragraph.append(pieces.group);
    }
    pieces.rest.replaceChildren(...inlineNodes(text.slice(pieces.end)));
  }

  #replaceTail(element: HTMLElement): void {
    if (this.#tail) this.#tail.replaceWith(element);
    else {
      if (!this.#part || this.#part.childElementCount >= BLOCKS) {
        this.#part = h("div", { class: "part" });
        this.#element.append(this.#part);
      }
      this.#part.append(element);
    }
    this.#tail = element;
  }
}
