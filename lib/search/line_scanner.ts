import type { LineMatch, LineQuery } from "../model/ports/file_search.ts";
import { fill } from "./file_access.ts";
import type { Span } from "./pattern/span_matcher.ts";
import { type SearchedText, TextSearch } from "./pattern/text_search.ts";

/** The bytes that are read at once; a smaller file is searched in one piece. */
const CHUNK_BYTES = 64 * 1024;
/** A longer line is searched in pieces that overlap. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
const OVERLAP_CHARS = 64 * 1024;
/** The largest file in which matches may span lines. */
const MAX_MULTILINE_BYTES = 16 * 1024 * 1024;
/** The characters of a line that are returned. */
const SHOWN_CHARS = 500;

/** The matches in one file. */
export interface Scanned {
  /** How many lines match. */
  count: number;
  matches: LineMatch[];
}

/** Searches the lines of files, one file at a time, in a buffer that is used again and again. */
export class LineScanner {
  readonly #query: LineQuery;
  readonly #search: TextSearch;
  readonly #check: () => void;
  #buffer = new Uint8Array(CHUNK_BYTES);

  /** Throws PatternError for a pattern that cannot be used. `check` may throw to end a scan. */
  constructor(query: LineQuery, check: () => void) {
    this.#query = query;
    this.#search = new TextSearch(query, check);
    this.#check = check;
  }

  /** Searches an open file. `keeps` says whether the match with this number, counted from 0, is returned. */
  scan(file: Deno.FsFile, keeps: (round: number) => boolean): Scanned | "binary" | "too large" | null {
    let length = fill(file, this.#buffer);
    const encoding = encodingOf(this.#buffer.subarray(0, Math.min(length, 3)));
    if (length === this.#buffer.length && this.#query.multiline) {
      if (file.statSync().size > MAX_MULTILINE_BYTES) return "too large";
      const whole = new Uint8Array(MAX_MULTILINE_BYTES + 1);
      whole.set(this.#buffer);
      length += fill(file, whole.subarray(length));
      if (length > MAX_MULTILINE_BYTES) return "too large";
      return this.#scanWhole(whole.subarray(0, length), { encoding, keeps });
    }
    if (length < this.#buffer.length) return this.#scanWhole(this.#buffer.subarray(0, length), { encoding, keeps });
    return this.#scanChunks(file, { encoding, keeps });
  }

  #scanWhole(
    bytes: Uint8Array,
    { encoding, keeps }: { encoding: Encoding; keeps: (round: number) => boolean },
  ): Scanned | "binary" | null {
    const searched = decode(bytes, encoding);
    if (searched.text.includes("\0")) return "binary";
    const pass = new Pass(this.#query, { search: this.#search, keeps });
    pass.read(searched);
    return pass.scanned;
  }

  #scanChunks(
    file: Deno.FsFile,
    { encoding, keeps }: { encoding: Encoding; keeps: (round: number) => boolean },
  ): Scanned | "binary" | null {
    const decoder = new TextDecoder(encoding);
    const pass = new Pass(this.#query, { search: this.#search, keeps });
    let rest = "";
    for (let length = this.#buffer.length; length > 0; length = fill(file, this.#buffer)) {
      this.#check();
      const piece = decoder.decode(this.#buffer.subarray(0, length), { stream: true });
      if (piece.includes("\0")) return "binary";
      const text = rest + piece;
      const end = text.lastIndexOf("\n") + 1;
      pass.read(facts(text.slice(0, end)));
      rest = text.slice(end);
      if (rest.length > MAX_LINE_CHARS) {
        pass.readPart(facts(rest));
        rest = rest.slice(-OVERLAP_CHARS);
      }
    }
    pass.read(facts(rest + decoder.decode()));
    return pass.scanned;
  }
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

function decode(bytes: Uint8Array, encoding: Encoding): SearchedText {
  if (encoding !== "utf-8") return facts(new TextDecoder(encoding).decode(bytes));
  try {
    const text = strict.decode(bytes);
    return { text, isAscii: text.length === bytes.length, isLossy: false };
  } catch {
    // Invalid bytes match nothing; the rest of the file is searched.
    return { text: lenient.decode(bytes), isAscii: false, isLossy: true };
  }
}

function facts(text: string): SearchedText {
  return { text, isAscii: false, isLossy: text.includes("\uFFFD") };
}

/** One pass through a file, piece by piece. */
class Pass {
  readonly #query: LineQuery;
  readonly #search: TextSearch;
  readonly #keeps: (round: number) => boolean;
  readonly #matches: (LineMatch & { after: string[] })[] = [];
  #count = 0;
  #rounds = 0;
  #isKeeping = true;
  /** The number of the first line of the next piece. */
  #line = 1;
  /** The last lines before the next piece. */
  #before: string[] = [];
  /** Whether the unfinished line has already matched. */
  #hasMatched = false;

  constructor(query: LineQuery, parts: { search: TextSearch; keeps: (round: number) => boolean }) {
    this.#query = query;
    this.#search = parts.search;
    this.#keeps = parts.keeps;
  }

  get scanned(): Scanned | null {
    return this.#count === 0 ? null : { count: this.#count, matches: this.#matches };
  }

  /** Searches a piece that ends where a line ends. */
  read(searched: SearchedText): void {
    const { text } = searched;
    if (text === "") return;
    this.#completeContext(text);
    let from = 0;
    if (this.#hasMatched) {
      from = lineEnd(text, 0) + 1;
      this.#hasMatched = false;
    }
    let counted = 0;
    let line = this.#line;
    for (let found = this.#search.next(searched, from); found; found = this.#search.next(searched, found.end + 1)) {
      line += newlines(text, { start: counted, end: found.start });
      const lines = newlines(text, found) + 1;
      counted = found.start;
      this.#count += lines;
      this.#keep(text, { ...found, line });
    }
    this.#line = line + newlines(text, { start: counted, end: text.length });
    this.#before = linesBefore(text, { start: text.length, wanted: this.#query.before });
  }

  /** Searches the beginning of a line that is too long for memory. */
  readPart(searched: SearchedText): void {
    if (this.#hasMatched) return;
    const found = this.#search.next(searched, 0);
    if (!found) return;
    this.#hasMatched = true;
    this.#count++;
    this.#keep(searched.text, { ...found, line: this.#line });
  }

  #keep(text: string, { start, end, line }: { start: number; end: number; line: number }): void {
    if (!this.#isKeeping) return;
    this.#isKeeping = this.#keeps(this.#rounds++);
    if (!this.#isKeeping) return;
    const inPiece = linesBefore(text, { start, wanted: this.#query.before });
    const missing = this.#query.before - inPiece.length;
    this.#matches.push({
      line,
      lines: text.slice(start, end).split("\n", 1_000).map(shownLine),
      before: missing > 0 && this.#before.length > 0 ? [...this.#before.slice(-missing), ...inPiece] : inPiece,
      after: linesAfter(text, { start: end + 1, wanted: this.#query.after }),
    });
  }

  /** Adds the lines that follow the last matches of the piece before. */
  #completeContext(text: string): void {
    const last = this.#matches.at(-1);
    if (!last || this.#hasMatched) return;
    const missing = last.line + last.lines.length + this.#query.after - this.#line;
    if (missing <= 0 || last.after.length >= this.#query.after) return;
    last.after.push(...linesAfter(text, { start: 0, wanted: this.#query.after - last.after.length }));
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function newlines(text: string, { start: from, end: to }: Span): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The lines before the line that begins at a position. */
function linesBefore(text: string, { start, wanted }: { start: number; wanted: number }): string[] {
  const lines: string[] = [];
  for (let end = start - 1; end >= 0 && lines.length < wanted;) {
    const begin = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift(shownLine(text.slice(begin, end)));
    end = begin - 1;
  }
  return lines;
}

/** The lines from the one that begins at a position. */
function linesAfter(text: string, { start, wanted }: { start: number; wanted: number }): string[] {
  const lines: string[] = [];
  for (let begin = start; begin < text.length && lines.length < wanted;) {
    const end = lineEnd(text, begin);
    lines.push(shownLine(text.slice(begin, end)));
    begin = end + 1;
  }
  return lines;
}

/** A line as it is returned: without its ending and not too long. */
export function shownLine(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text;
}
