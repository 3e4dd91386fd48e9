// deno-lint-ignore-file no-control-regex -- styles are escape sequences.
/** How wide text is on a terminal, and how it breaks into rows. Text may hold styles of the palette. */
import { graphemes } from "./graphemes.ts";

const STYLE = /\x1b\[[0-9;]*m/g;
const RESET = "\x1b[0m";
/** Text of which each character takes one column. */
const ASCII = /^[\x20-\x7e]*$/;
const TAB = "    ";

/** Ranges of characters that take two columns. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274c],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

/** The columns that a text without line breaks takes. */
export function displayWidth(text: string): number {
  const bare = text.includes("\x1b") ? text.replace(STYLE, "") : text;
  if (ASCII.test(bare)) return bare.length;
  let width = 0;
  for (const { segment } of graphemes(bare)) width += segmentWidth(segment);
  return width;
}

function segmentWidth(segment: string): number {
  const code = segment.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 32 ? 0 : 1;
  if (/^\p{M}+$/u.test(segment)) return 0;
  if (segment.includes("\ufe0f")) return 2;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** A text cut to some columns, with an ellipsis where something is missing. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  const [first = ""] = breakRows(text, { widths: [Math.max(1, columns - 1), 1], byWord: false, maxRows: 1 });
  return `${first}…`;
}

/** How a text is broken into rows. */
export interface WrapOptions {
  columns: number;
  /** Put before each row after the first. */
  indent?: string;
}

/** Breaks a text into rows: at its line breaks, between words and, where a word is too long, within it. */
export function wrapText(text: string, { columns, indent = "" }: WrapOptions): string[] {
  const rows: string[] = [];
  const widths = [columns, Math.max(1, columns - displayWidth(indent))] as const;
  for (const line of text.replaceAll("\t", TAB).split("\n")) {
    if (displayWidth(line) <= columns) {
      rows.push(line);
      continue;
    }
    const broken = ASCII.test(line) ? breakAscii(line, widths) : breakRows(line, { widths, byWord: true });
    for (const [index, row] of broken.entries()) rows.push(index === 0 ? row : `${indent}${row}`);
  }
  return rows;
}

/** Breaks a text of one column for each character: the usual case, which must not cost a frame. */
function breakAscii(text: string, [first, rest]: readonly [number, number]): string[] {
  const rows: string[] = [];
  for (let at = 0; at < text.length;) {
    const columns = rows.length === 0 ? first : rest;
    let end = at + columns;
    if (end < text.length && text[end] !== " ") {
      const blank = text.lastIndexOf(" ", end - 1);
      if (blank > at) end = blank;
    }
    rows.push(text.slice(at, end));
    // The blank at which a row was broken is dropped.
    at = text[end] === " " ? end + 1 : end;
  }
  return rows;
}

interface Cell {
  text: string;
  width: number;
  isStyle: boolean;
}

function cellsOf(text: string): Cell[] {
  const cells: Cell[] = [];
  let last = 0;
  const add = (bare: string): void => {
    if (ASCII.test(bare)) {
      for (const char of bare) cells.push({ text: char, width: 1, isStyle: false });
      return;
    }
    for (const { segment } of graphemes(bare)) {
      cells.push({ text: segment, width: segmentWidth(segment), isStyle: false });
    }
  };
  for (const match of text.matchAll(STYLE)) {
    add(text.slice(last, match.index));
    cells.push({ text: match[0], width: 0, isStyle: true });
    last = match.index + match[0].length;
  }
  add(text.slice(last));
  return cells;
}

interface BreakOptions {
  /** The columns of the first row and of the others. */
  widths: readonly [number, number];
  byWord: boolean;
  maxRows?: number;
}

function breakRows(text: string, { widths: [first, rest], byWord, maxRows = Infinity }: BreakOptions): string[] {
  const cells = cellsOf(text);
  const rows: string[] = [];
  let styles = "";
  for (let at = 0; at < cells.length && rows.length < maxRows;) {
    const end = rowEnd(cells, { at, columns: rows.length === 0 ? first : rest, byWord });
    let row = styles;
    for (let index = at; index < end; index++) {
      const cell = cells[index];
      row += cell.text;
      if (cell.isStyle) styles = cell.text === RESET ? "" : styles + cell.text;
    }
    rows.push(styles === "" ? row : `${row}${RESET}`);
    at = end;
    // The blank at which a row was broken is dropped.
    if (at < cells.length && cells[at].text === " ") at++;
  }
  return rows;
}

function rowEnd(cells: readonly Cell[], of: { at: number; columns: number; byWord: boolean }): number {
  let width = 0;
  let blank = -1;
  for (let end = of.at; end < cells.length; end++) {
    const cell = cells[end];
    if (width + cell.width > of.columns) {
      if (cell.text === " ") return end;
      if (of.byWord && blank > of.at) return blank;
      return Math.max(end, of.at + 1);
    }
    if (cell.text === " " && width > 0) blank = end;
    width += cell.width;
  }
  return cells.length;
}
