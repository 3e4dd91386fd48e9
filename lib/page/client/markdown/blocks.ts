/** Splits Markdown into blocks, from any place at which a block begins. */

/** A block of Markdown. */
export type Block =
  | { kind: "code"; language: string; text: string }
  | { kind: "heading"; level: number; text: string }
  | { kind: "rule" }
  | { kind: "quote"; text: string }
  | { kind: "list"; items: ListItem[]; isOrdered: boolean; start: number }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "paragraph"; text: string };

/** An item of a list; its text may hold further blocks. */
export interface ListItem {
  text: string;
  /** Whether the box of a task is ticked; null for an item without a box. */
  isTicked: boolean | null;
}

/** A block, its place, and whether later text cannot change it. */
export interface FoundBlock {
  block: Block;
  start: number;
  /** Where the next block begins. */
  end: number;
  isFinal: boolean;
  /** How far the lines of the next block are indented where it continues an item of a list; 0 otherwise. */
  base: number;
}

/** How a block is looked for. */
export interface BlockOptions {
  /** How far its lines are indented because it continues an item of a list. */
  base?: number;
  /** A longer paragraph need not be read to its end: its block is not final. */
  maxParagraph?: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/;
const INDENTED = /^(?: {4}|\t)\s*\S/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)(?:\[([ xX])\]\s+)?(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** A longer list or quotation is split, so that what is complete of it need not be read again. */
const MAX_PARTS = 100;
const MAX_CHARS = 6_000;
/** A longer line is read as several. */
const MAX_LINE = 4_000;

/** The block that begins at a place of the text, after blank lines; null where there is none. */
export function nextBlock(text: string, from: number, options: BlockOptions = {}): FoundBlock | null {
  const lines = new LineCursor(text, { from, base: options.base ?? 0 });
  while (lines.line !== null && lines.line.trim() === "") lines.next();
  if (lines.line === null) return null;
  lines.leaveItem();
  const start = lines.at;
  const { block, isFinal, inner = 0 } = readBlock(lines, options.maxParagraph ?? Infinity);
  return { block, start, end: lines.at, isFinal, base: inner > 0 ? lines.base + inner : lines.base };
}

/** A block of which the cursor has passed the lines. */
interface ReadBlock {
  block: Block;
  isFinal: boolean;
  /** How far the next line is indented where it belongs to the last item of the list. */
  inner?: number;
}

function readBlock(lines: LineCursor, maxParagraph: number): ReadBlock {
  const first = lines.line ?? "";
  if (INDENTED.test(first)) return indentedBlock(lines);
  const fence = FENCE.exec(first);
  if (fence) return codeBlock(lines, { mark: fence[1], language: fence[2] });
  const heading = HEADING.exec(first);
  if (heading) return single(lines, { kind: "heading", level: heading[1].length, text: heading[2] ?? "" });
  if (RULE.test(first)) return single(lines, { kind: "rule" });
  if (QUOTE.test(first)) return quoteBlock(lines);
  if (ITEM.test(first)) return listBlock(lines);
  if (first.includes("|") && TABLE_RULE.test(lines.peek() ?? "") && (lines.peek() ?? "").includes("-")) {
    return tableBlock(lines);
  }
  return paragraphBlock(lines, maxParagraph);
}

/** The head of a table at a place of the text, after blank lines; null where another block begins, or might. */
export function openingTable(text: string, from: number): { head: string[]; start: number } | null {
  const lines = new LineCursor(text, { from });
  while (lines.line !== null && lines.line.trim() === "") lines.next();
  const first = lines.line ?? "";
  if (!first.includes("|") || INDENTED.test(first) || startsBlock(first)) return null;
  lines.next();
  const rule = lines.line ?? "";
  if (!TABLE_RULE.test(rule) || !rule.includes("-") || lines.isLast) return null;
  return { head: cellsOf(first), start: lines.at + rule.length + 1 };
}

/** The fence that opens a code block at a place of the text, after blank lines; null where another block begins. */
export function openingFence(text: string, from: number): { mark: string; language: string; start: number } | null {
  const lines = new LineCursor(text, { from });
  while (lines.line !== null && lines.line.trim() === "") lines.next();
  const fence = FENCE.exec(lines.line ?? "");
  if (!fence || lines.isLast) return null;
  return { mark: fence[1], language: fence[2], start: lines.at + (lines.line?.length ?? 0) + 1 };
}

/** Whether a line closes a code block. */
export function closesFence(line: string, mark: string): boolean {
  const fence = FENCE.exec(line);
  return fence !== null && fence[2] === "" && fence[1].startsWith(mark);
}

/** The lines of a text from a place on, without the indentation that they share. */
class LineCursor {
  readonly text: string;
  /** Where the present line begins. */
  at: number;
  line: string | null;
  base: number;
  #end: number;

  constructor(text: string, { from, base = 0 }: { from: number; base?: number }) {
    this.text = text;
    this.at = from;
    this.base = base;
    this.#end = from;
    this.line = null;
    this.#read(from);
  }

  /** A line that is indented less than the item before does not belong to it. */
  leaveItem(): void {
    if (this.base === 0) return;
    const blanks = /^\s*/.exec(this.text.slice(this.at, this.at + this.base + 1))?.[0].length ?? 0;
    if (blanks >= this.base) return;
    this.base = 0;
    this.#read(this.at);
  }

  /** Whether the present line is the last and may still grow. */
  get isLast(): boolean {
    return this.#end >= this.text.length && !this.text.endsWith("\n");
  }

  /** Whether the present line is one, and not the rest of one that was too long. */
  get isLineStart(): boolean {
    return this.at === 0 || this.text[this.at - 1] === "\n";
  }

  get rawLength(): number {
    return this.#end - this.at;
  }

  next(): void {
    const isCut = this.#end < this.text.length && this.text[this.#end] !== "\n";
    this.#read(Math.min(this.text.length, isCut ? this.#end : this.#end + 1));
  }

  peek(): string | null {
    const from = this.#end + 1;
    if (from >= this.text.length) return null;
    const end = this.text.indexOf("\n", from);
    return this.text.slice(from, end < 0 ? undefined : end);
  }

  #read(from: number): void {
    this.at = from;
    if (from >= this.text.length) {
      this.line = null;
      this.#end = this.text.length;
      return;
    }
    const end = this.text.indexOf("\n", from);
    this.#end = end < 0 ? this.text.length : end;
    if (this.#end - from > MAX_LINE) {
      const space = this.text.lastIndexOf(" ", from + MAX_LINE);
      this.#end = space > from ? space + 1 : from + MAX_LINE;
    }
    const line = this.text.slice(from, this.#end);
    const blanks = this.base === 0 ? 0 : /^\s*/.exec(line)?.[0].length ?? 0;
    this.line = line.slice(Math.min(blanks, this.base));
  }
}

function single(lines: LineCursor, block: Block): ReadBlock {
  const isFinal = !lines.isLast;
  lines.next();
  return { block, isFinal };
}

function codeBlock(lines: LineCursor, { mark, language }: { mark: string; language: string }): ReadBlock {
  const start = lines.at + (lines.line?.length ?? 0) + 1;
  for (lines.next(); lines.line !== null; lines.next()) {
    if (!closesFence(lines.line, mark)) continue;
    const text = lines.text.slice(start, Math.max(start, lines.at - 1));
    const isFinal = !lines.isLast;
    lines.next();
    return { block: { kind: "code", language, text }, isFinal };
  }
  return { block: { kind: "code", language, text: lines.text.slice(start) }, isFinal: false };
}

/** Code without a fence: lines that are indented by four spaces. */
function indentedBlock(lines: LineCursor): ReadBlock {
  const code: string[] = [];
  const start = lines.at;
  for (; lines.line !== null && (INDENTED.test(lines.line) || lines.line.trim() === ""); lines.next()) {
    if (code.length >= MAX_PARTS || lines.at - start > MAX_CHARS) break;
    code.push(lines.line.replace(/^( {1,4}|\t)/, ""));
  }
  const text = code.join("\n").trimEnd();
  return { block: { kind: "code", language: "", text }, isFinal: lines.line !== null };
}

function quoteBlock(lines: LineCursor): ReadBlock {
  const inner: string[] = [];
  const start = lines.at;
  for (; lines.line !== null; lines.next()) {
    const quote = QUOTE.exec(lines.line);
    if (!quote || inner.length >= MAX_PARTS || lines.at - start > MAX_CHARS) break;
    inner.push(quote[1]);
  }
  return { block: { kind: "quote", text: inner.join("\n") }, isFinal: lines.line !== null };
}

function listBlock(lines: LineCursor): ReadBlock {
  const items: ListItem[] = [];
  const from = lines.at;
  const first = ITEM.exec(lines.line ?? "");
  const isOrdered = /\d/.test(first?.[2] ?? "");
  let inner: string[] = [];
  let indent = 2;
  let isCut = false;
  const finish = (): void => {
    const last = items.at(-1);
    if (last) last.text = inner.join("\n").trimEnd();
  };
  for (; lines.line !== null; lines.next()) {
    const item = ITEM.exec(lines.line);
    const blanks = /^\s*/.exec(lines.line)?.[0].length ?? 0;
    if (item && (items.length === 0 || blanks < indent) && /\d/.test(item[2]) === isOrdered) {
      if (items.length >= MAX_PARTS || lines.at - from > MAX_CHARS) break;
      finish();
      indent = item[1].length + item[2].length + 1;
      items.push({ text: "", isTicked: item[4] === undefined ? null : item[4] !== " " });
      inner = [item[5]];
    } else if (lines.line.trim() === "") {
      inner.push("");
    } else if (lines.at - from > MAX_CHARS) {
      isCut = blanks >= Math.min(indent, 2);
      break;
    } else if (blanks >= Math.min(indent, 2)) {
      inner.push(lines.line.slice(Math.min(blanks, indent)));
    } else if (inner.at(-1) !== "" && !startsBlock(lines.line)) {
      inner.push(lines.line);
    } else break;
  }
  finish();
  const start = isOrdered ? Number.parseInt(first?.[2] ?? "1") : 1;
  const inside = isCut ? { inner: indent } : {};
  return { block: { kind: "list", items, isOrdered, start }, isFinal: lines.line !== null, ...inside };
}

/** Whether a line begins a block other than a paragraph or a table. */
export function startsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);
}

function tableBlock(lines: LineCursor): ReadBlock {
  const head = cellsOf(lines.line ?? "");
  lines.next();
  const rows: string[][] = [];
  for (lines.next(); lines.line !== null && lines.line.includes("|"); lines.next()) rows.push(cellsOf(lines.line));
  return { block: { kind: "table", head, rows }, isFinal: lines.line !== null };
}

/** The cells of a line of a table. */
export function cellsOf(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function paragraphBlock(lines: LineCursor, maxChars: number): ReadBlock {
  const start = lines.at;
  let end = lines.at;
  for (; lines.line !== null && lines.line.trim() !== ""; lines.next()) {
    if (lines.at > start && startsBlock(lines.line) && lines.isLineStart) break;
    if (end - start > maxChars) {
      return { block: { kind: "paragraph", text: lines.text.slice(start, end) }, isFinal: false };
    }
    end = lines.at + lines.rawLength;
  }
  const block: Block = { kind: "paragraph", text: lines.text.slice(start, end) };
  return { block, isFinal: lines.line !== null };
}
