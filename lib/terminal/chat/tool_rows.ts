import type { Display, ToolCompleted } from "../../model/mod.ts";
import { diffLine } from "../draw/highlight.ts";
import type { Palette } from "../draw/palette.ts";
import { cutToWidth } from "../draw/text_width.ts";
import { oneLine, plain } from "../plain_text.ts";

/** How rows are drawn. */
export interface RowStyle {
  palette: Palette;
  columns: number;
}

/** A unified diff in colour, cut after some rows. */
export function diffRows(diff: string, { palette, columns, maxRows }: RowStyle & { maxRows: number }): string[] {
  const all = plain(diff).split("\n");
  // The line of the call names the file already.
  const lines = all.slice(Math.max(0, all.findIndex((line) => line.startsWith("@@"))))
    .filter((line) => !/^(Index: |=+$|\\ No newline)/.test(line));
  while (lines.at(-1) === "") lines.pop();
  const rows = lines.slice(0, maxRows).map((line) => {
    const shown = cutToWidth(line.replaceAll("\t", "    "), columns - 2);
    return `  ${diffLine(shown, palette)}`;
  });
  if (lines.length > maxRows) rows.push(palette.dim(`  … ${lines.length - maxRows} more lines`));
  return rows;
}

/** The rows below the line of a finished call: its diff, todos or output. */
export function displayRows(display: Display | null, style: RowStyle & { maxRows: number }): string[] {
  const { palette, columns, maxRows } = style;
  switch (display?.kind) {
    case "diff":
      return diffRows(display.diff, style);
    case "todos":
      return display.todos.slice(0, maxRows).map(({ content, status }) => {
        const box = status === "completed" ? "[x]" : status === "in_progress" ? "[>]" : "[ ]";
        const row = cutToWidth(`  ${box} ${oneLine(content, 200)}`, columns);
        return status === "completed" ? palette.dim(row) : row;
      });
    default:
      return [];
  }
}

/** The whole output of a call, which is shown on demand. */
export function outputRows(event: ToolCompleted, style: RowStyle & { maxRows: number }): string[] {
  const { palette, columns, maxRows } = style;
  const shown = displayRows(event.display, style);
  if (shown.length > 0) return shown;
  const text = event.output.map((part) => part.kind === "text" ? part.text : "").join("");
  const lines = plain(text).replaceAll("\t", "    ").split("\n");
  const rows = lines.slice(0, maxRows).map((line) => palette.dim(cutToWidth(`  ${line}`, columns)));
  if (lines.length > maxRows) rows.push(palette.dim(`  … ${lines.length - maxRows} more lines`));
  return rows;
}
