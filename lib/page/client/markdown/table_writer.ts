import { h } from "../dom.ts";
import type { BlockWriter } from "./block_writer.ts";
import { cellsOf } from "./blocks.ts";
import { bodyRow, headRow } from "./render.ts";

/** Rows that are laid out together: a table is laid out as a whole with every row. */
const ROWS = 50;
const ROWS_AT_ONCE = 20;

/** Draws a table row by row. A long one goes on in further tables of the same columns. */
export class TableWriter implements BlockWriter {
  readonly element: HTMLElement;
  readonly #head: readonly string[];
  #table!: HTMLTableElement;
  #body!: HTMLTableSectionElement;
  /** The widths of the columns, from the first part on. */
  #widths: readonly number[] = [];
  /** Where the first line begins that is not drawn. */
  #line: number;
  /** The last row while its line is not complete. */
  #open: { row: HTMLElement; text: string } | null = null;

  constructor({ head, start }: { head: readonly string[]; start: number }) {
    this.#head = head;
    this.#line = start;
    this.element = h("div", { class: "table", attributes: { tabindex: "0", role: "group", "aria-label": "Table" } });
    this.#addPart();
  }

  grow(text: string): number | "more" | "waiting" {
    for (let count = 0;; count++) {
      const end = text.indexOf("\n", this.#line);
      const line = text.slice(this.#line, end < 0 ? undefined : end);
      if (end < 0) {
        if (line.includes("|")) this.#draw(line);
        return "waiting";
      }
      if (!line.includes("|")) return this.#line;
      if (count >= ROWS_AT_ONCE) return "more";
      this.#draw(line);
      this.#open = null;
      this.#line = end + 1;
    }
  }

  /** Draws a row in place of the one that was not complete. */
  #draw(text: string): void {
    if (this.#open?.text === text) return;
    const row = bodyRow(this.#head, cellsOf(text));
    if (this.#open) this.#open.row.replaceWith(row);
    else {
      if (this.#body.childElementCount >= ROWS) this.#addPart();
      this.#body.append(row);
    }
    this.#open = { row, text };
  }

  #addPart(): void {
    if (this.element.childElementCount === 1) this.#keepWidths();
    const head = h("thead", { children: [headRow(this.#head)] });
    if (this.element.childElementCount > 0) head.className = "unseen";
    this.#body = h("tbody");
    this.#table = h("table", { children: [head, this.#body] });
    if (this.#widths.length > 0) this.#fix(this.#table);
    this.element.append(h("div", { class: "table-part", children: [this.#table] }));
  }

  /** The columns of all parts are as wide as those of the first one. */
  #keepWidths(): void {
    const cells = [...this.#table.tHead?.rows[0]?.cells ?? []];
    const widths = cells.map((cell) => cell.getBoundingClientRect().width);
    if (widths.some((width) => width === 0)) return;
    this.#widths = widths;
    this.#fix(this.#table);
  }

  #fix(table: HTMLTableElement): void {
    const columns = this.#widths.map((width) => {
      const column = h("col");
      column.style.width = `${width}px`;
      return column;
    });
    table.prepend(h("colgroup", { children: columns }));
    table.style.width = `${this.#widths.reduce((sum, width) => sum + width, 0)}px`;
    table.classList.add("fixed");
  }
}
