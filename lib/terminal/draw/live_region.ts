import { onlyStyles } from "../plain_text.ts";
import { displayWidth } from "./text_width.ts";

/** Where a frame puts the cursor, counted from the first live row. */
export interface CursorPlace {
  row: number;
  column: number;
}

/** One frame: rows that are finished, and the rows that stay live below them. */
export interface Frame {
  /** Rows that scroll up with the terminal's own scrollback and are never touched again. */
  finished: readonly string[];
  live: readonly string[];
  cursor: CursorPlace;
}

const ERASE_REST = "\x1b[K";
const SAVE_CURSOR = "\x1b7";
const RESTORE_CURSOR = "\x1b8";

/**
 * The last rows of the terminal. A frame rewrites only the rows that changed, never clears the screen, and never moves
 * above its own first row, so that everything above belongs to the terminal's scrollback.
 */
export class LiveRegion {
  readonly #write: (text: string) => void;
  #rows: string[] = [];
  /** The row that the cursor is in. */
  #row = 0;
  #column = 0;
  #isStale = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** How many rows are live. */
  get height(): number {
    return this.#rows.length;
  }

  /** Draws a frame. Each row must fit the terminal's width. */
  draw(frame: Frame): void {
    const rows = [...frame.finished, ...frame.live].map(onlyStyles);
    let out = "";
    for (const [index, row] of rows.entries()) {
      if (!this.#isStale && index < this.#rows.length && this.#rows[index] === row) continue;
      out += this.#moveTo(index) + row + (this.#isStale || index < this.#rows.length ? ERASE_REST : "");
      this.#column = -1;
    }
    for (let index = rows.length; index < this.#rows.length; index++) {
      if (this.#rows[index] !== "" || this.#isStale) out += this.#moveTo(index) + ERASE_REST;
    }
    const height = Math.max(this.#rows.length, rows.length);
    this.#rows = rows.slice();
    while (this.#rows.length < height) this.#rows.push("");
    out += this.#place(frame.finished.length + frame.cursor.row, frame.cursor.column);
    // Finished rows are no longer ours.
    this.#rows.splice(0, frame.finished.length);
    this.#row -= frame.finished.length;
    this.#isStale = false;
    if (out !== "") this.#write(out);
  }

  /** Draws the last rows and leaves the cursor on a new row below them. */
  end(finished: readonly string[]): void {
    this.draw({ finished, live: [], cursor: { row: 0, column: 0 } });
    this.forget();
  }

  /** Gives up the rows: others have written to the terminal, and the next frame begins on a row of its own. */
  forget(): void {
    this.#rows = [];
    this.#row = 0;
    this.#column = 0;
    this.#isStale = false;
  }

  /**
   * The terminal has another size, so all rows are drawn anew. Some terminals break rows that are too long, and some cut
   * them or take rows away below the cursor. Rows above the cursor count as they were: to move too far up would damage
   * what is not ours. Rows below it are erased as far as they can reach, and made again.
   */
  resized(columns: number): void {
    const heightOf = (row: string): number => Math.max(1, Math.ceil(displayWidth(row) / Math.max(1, columns)));
    const below = this.#rows.slice(this.#row).reduce((sum, row) => sum + heightOf(row), 0) - 1;
    if (below > 0) this.#write(`\r${SAVE_CURSOR}${`\x1b[B${ERASE_REST}`.repeat(below)}${RESTORE_CURSOR}`);
    this.#rows = Array.from({ length: this.#row + 1 }, () => "");
    this.#column = -1;
    this.#isStale = true;
  }

  /** Moves to the start of a row; a row below the last one is made by a line feed, which may scroll. */
  #moveTo(row: number): string {
    let out = this.#column === 0 && row === this.#row ? "" : "\r";
    const known = Math.max(this.#rows.length - 1, 0);
    const reachable = Math.min(row, Math.max(known, this.#row));
    if (reachable < this.#row) out += `\x1b[${this.#row - reachable}A`;
    if (reachable > this.#row) out += `\x1b[${reachable - this.#row}B`;
    for (let at = reachable; at < row; at++) out += "\n";
    this.#row = row;
    this.#column = 0;
    return out;
  }

  #place(row: number, column: number): string {
    if (this.#row === row && this.#column === column) return "";
    const out = this.#moveTo(row);
    this.#column = column;
    return column > 0 ? `${out}\x1b[${column}C` : out;
  }
}
