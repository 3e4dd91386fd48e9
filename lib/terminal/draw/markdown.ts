import { highlightLine } from "./highlight.ts";
import type { Palette } from "./palette.ts";
import { displayWidth, wrapText } from "./text_width.ts";

/** Options of a Markdown stream. */
export interface MarkdownOptions {
  palette: () => Palette;
  columns: () => number;
  /** Whether bullets and rules may be drawn with characters beyond ASCII. */
  isUnicode: boolean;
}

/** The most rows of a table that are held back until its columns are known. */
const MAX_TABLE = 200;
/** A line that is longer is shown in pieces before its end is known. */
const MAX_PARTIAL = 4_000;

/** Renders Markdown that comes in pieces. A line is finished when its end is known, a table when it has ended. */
export class MarkdownStream {
  readonly #options: MarkdownOptions;
  #partial = "";
  #fence: { mark: string; language: string } | null = null;
  #table: string[] = [];
  /** The rows of the last frame; null when they have changed since. */
  #shown: { columns: number; palette: Palette; rows: readonly string[] } | null = null;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  /** The rows that a piece of text finishes. */
  push(text: string): string[] {
    if (text !== "") this.#shown = null;
    this.#partial += text;
    const isLong = this.#partial.length > MAX_PARTIAL;
    if (!isLong && !text.includes("\n")) return [];
    const lines = this.#partial.split("\n");
    this.#partial = lines.pop() ?? "";
    const rows = lines.flatMap((line) => this.#line(line));
    if (this.#partial.length > MAX_PARTIAL) {
      rows.push(...this.#line(this.#partial));
      this.#partial = "";
    }
    return rows;
  }

  /** The rows of the text whose end is not known yet. A frame without new text costs nothing. */
  tail(): readonly string[] {
    const columns = this.#options.columns();
    const palette = this.#palette;
    if (this.#shown?.columns !== columns || this.#shown.palette !== palette) {
      this.#shown = { columns, palette, rows: this.#tail() };
    }
    return this.#shown.rows;
  }

  #tail(): string[] {
    const rows = this.#table.length > 0 ? this.#tableRows(this.#table) : [];
    if (this.#partial === "" || this.#fence && this.#partial.trim().startsWith("```")) return rows;
    return [...rows, ...(isTableLine(this.#partial) ? [this.#partial] : this.#render(this.#partial))];
  }

  /** The rows that are left when nothing follows. */
  end(): string[] {
    const rows = this.#partial === "" ? [] : this.#line(this.#partial);
    this.#shown = null;
    this.#partial = "";
    rows.push(...this.#endTable());
    this.#fence = null;
    return rows;
  }

  #line(line: string): string[] {
    const fence = /^\s*(```+|~~~+)\s*([\w+#.-]*)/.exec(line);
    if (this.#fence) {
      if (fence && fence[1].startsWith(this.#fence.mark) && fence[2] === "") {
        this.#fence = null;
        return [];
      }
      return this.#render(line);
    }
    if (isTableLine(line) && this.#table.length < MAX_TABLE) {
      this.#table.push(line);
      return [];
    }
    const rows = this.#endTable();
    if (fence) {
      this.#fence = { mark: fence[1], language: fence[2] };
      return fence[2] === "" ? rows : [...rows, this.#palette.dim(`  ${fence[2]}`)];
    }
    return [...rows, ...this.#render(line)];
  }

  get #palette(): Palette {
    return this.#options.palette();
  }

  #render(line: string): string[] {
    const columns = this.#options.columns();
    const palette = this.#palette;
    if (this.#fence) {
      const { language } = this.#fence;
      const coloured = highlightLine(line.replaceAll("\t", "    "), { language, palette });
      return wrapText(`  ${coloured}`, { columns, indent: "  " });
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) return wrapText(palette.bold(palette.accent(inline(heading[2], palette))), { columns });
    if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      return [palette.dim((this.#options.isUnicode ? "─" : "-").repeat(Math.min(columns, 40)))];
    }
    const quote = /^\s*>\s?(.*)$/.exec(line);
    if (quote) {
      const bar = palette.dim(this.#options.isUnicode ? "│ " : "| ");
      return wrapText(bar + palette.italic(inline(quote[1], palette)), { columns, indent: bar });
    }
    const item = /^(\s*)([-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line);
    if (item) return this.#item(item, columns);
    return wrapText(inline(line, palette), { columns });
  }

  #item([, blanks, mark, box, text]: RegExpExecArray, columns: number): string[] {
    const { isUnicode } = this.#options;
    const bullet = /\d/.test(mark) ? mark : isUnicode ? "•" : "-";
    const ticked = box === undefined ? "" : `[${box === " " ? " " : "x"}] `;
    const head = `${blanks.slice(0, 12)}${bullet} ${ticked}`;
    return wrapText(head + inline(text, this.#palette), { columns, indent: " ".repeat(displayWidth(head)) });
  }

  #endTable(): string[] {
    if (this.#table.length === 0) return [];
    const rows = this.#tableRows(this.#table);
    this.#table = [];
    return rows;
  }

  #tableRows(lines: readonly string[]): string[] {
    const palette = this.#palette;
    const isRule = (line: string): boolean => /^[\s|:-]+$/.test(line) && line.includes("-");
    const cells = lines.filter((line) => !isRule(line)).map((line) =>
      cellsOf(line).map((cell) => inline(cell, palette))
    );
    const columns = this.#options.columns();
    const count = Math.max(...cells.map((row) => row.length), 1);
    const widths = fitWidths(
      Array.from({ length: count }, (_, at) => Math.max(1, ...cells.map((row) => displayWidth(row[at] ?? "")))),
      columns - 3 * (count - 1),
    );
    const bar = palette.dim(this.#options.isUnicode ? " │ " : " | ");
    const hasHead = lines.length > 1 && isRule(lines[1]);
    return cells.flatMap((row, index) => {
      const shown = tableRow(row, { widths, bar, style: hasHead && index === 0 ? palette.bold : (text) => text });
      if (!hasHead || index > 0) return shown;
      const rule = this.#options.isUnicode ? "─" : "-";
      return [...shown, palette.dim(widths.map((width) => rule.repeat(width)).join(rule.repeat(3)))];
    });
  }
}

function isTableLine(line: string): boolean {
  return /^\s*\|.*\|?\s*$/.test(line) && line.includes("|", line.indexOf("|") + 1);
}

function cellsOf(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Takes columns from the widest cells until a table fits. */
function fitWidths(widths: number[], room: number): number[] {
  const fitted = [...widths];
  for (let sum = fitted.reduce((a, b) => a + b, 0); sum > Math.max(room, fitted.length * 3); sum--) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if (fitted[widest] <= 3) break;
    fitted[widest]--;
  }
  return fitted;
}

function tableRow(
  row: readonly string[],
  { widths, bar, style }: { widths: readonly number[]; bar: string; style: (text: string) => string },
): string[] {
  const wrapped = widths.map((columns, at) => wrapText(row[at] ?? "", { columns }));
  const height = Math.max(...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, line) =>
    widths.map((width, at) => {
      const text = wrapped[at][line] ?? "";
      return style(text) + " ".repeat(Math.max(0, width - displayWidth(text)));
    }).join(bar).trimEnd());
}

/** The inline styles of one line. */
function inline(text: string, palette: Palette): string {
  const kept: string[] = [];
  const keep = (styled: string): string => `\u0000${kept.push(styled) - 1}\u0000`;
  const marked = text
    .replace(/(`+)(.+?)\1/g, (_, __, code: string) => keep(palette.code(code)))
    .replace(/!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, label: string, url: string) => {
      const address = label === url || label === "" ? "" : ` ${palette.dim(`(${url})`)}`;
      return keep(palette.underline(label || url) + address);
    })
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, (_, __, bold: string) => palette.bold(bold))
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, (_, word: string) => palette.italic(word))
    .replace(/(?<![\w_])_(?=\S)([^_]+?)(?<=\S)_(?![\w_])/g, (_, word: string) => palette.italic(word))
    .replace(/~~(.+?)~~/g, (_, gone: string) => palette.dim(gone));
  // deno-lint-ignore no-control-regex -- the marks of kept pieces; text never holds NUL.
  return marked.replace(/\u0000(\d+)\u0000/g, (_, index: string) => kept[Number(index)] ?? "");
}
