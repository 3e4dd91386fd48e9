import { h } from "../dom.ts";
import type { BlockWriter } from "./block_writer.ts";
import { type Block, nextBlock, openingFence, openingTable } from "./blocks.ts";
import { CodeWriter } from "./code_writer.ts";
import { LONG_PARAGRAPH, ParagraphWriter } from "./paragraph_writer.ts";
import { blockElement } from "./render.ts";
import { TableWriter } from "./table_writer.ts";

/** Blocks and items of lists that are laid out together. */
const WEIGHT = 60;

/** How long one drawing may take. */
const BUDGET_MS = 8;

/**
 * Draws Markdown that grows. Blocks that are complete are drawn once; of the last one only what is new, or a bounded
 * part, is drawn again. So the cost of an increment does not depend on the length of the whole text.
 */
export class MarkdownStream {
  readonly #element: HTMLElement;
  /** Where the last block begins, and the depth of its lines where it continues an item of a list. */
  #done = 0;
  #base = 0;
  #seen = 0;
  /** Holds the blocks that are laid out together with the last one. */
  #part: { element: HTMLElement; weight: number } | null = null;
  #tail: { element: HTMLElement; weight: number } | null = null;
  #writer: BlockWriter | null = null;

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

  /** Draws a part of the next block; returns whether there is more to draw. */
  #step(text: string): boolean {
    this.#writer ??= this.#open(text);
    if (!this.#writer) return this.#drawBlock(text);
    const progress = this.#writer.grow(text);
    if (typeof progress === "number") this.#finish(progress, 0);
    return progress !== "waiting";
  }

  /** Begins a block that is known by its first lines. */
  #open(text: string): BlockWriter | null {
    const fence = openingFence(text, this.#done);
    if (fence) return this.#write(new CodeWriter(fence));
    const table = openingTable(text, this.#done);
    return table && this.#write(new TableWriter(table));
  }

  #drawBlock(text: string): boolean {
    const found = nextBlock(text, this.#done, { base: this.#base, maxParagraph: LONG_PARAGRAPH });
    if (!found) return false;
    const { block, start, end, isFinal, base } = found;
    if (block.kind === "paragraph" && block.text.length > LONG_PARAGRAPH) {
      this.#write(new ParagraphWriter(start));
      return true;
    }
    const element = blockElement(block);
    this.#replaceTail(
      this.#base > 0 ? h("div", { class: "inside", children: [element] }) : element,
      weightOf(block),
    );
    if (isFinal) this.#finish(end, base);
    return isFinal;
  }

  #write(writer: BlockWriter): BlockWriter {
    this.#replaceTail(writer.element, 1);
    this.#writer = writer;
    return writer;
  }

  #clear(): void {
    this.#element.replaceChildren();
    this.#part = null;
    this.#seen = 0;
    this.#finish(0, 0);
  }

  #finish(end: number, base: number): void {
    this.#done = end;
    this.#base = base;
    this.#tail = null;
    this.#writer = null;
  }

  #replaceTail(element: HTMLElement, weight: number): void {
    const part = this.#part;
    if (part && this.#tail) {
      this.#tail.element.replaceWith(element);
      part.weight += weight - this.#tail.weight;
    } else if (part && part.weight < WEIGHT) {
      part.element.append(element);
      part.weight += weight;
    } else {
      this.#part = { element: h("div", { class: "part", children: [element] }), weight };
      this.#element.append(this.#part.element);
    }
    this.#tail = { element, weight };
  }
}

function weightOf(block: Block): number {
  return block.kind === "list" ? block.items.length : 1;
}
