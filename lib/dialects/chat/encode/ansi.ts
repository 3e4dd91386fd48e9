/**
 * Escape sequences as data: the text without them, their positions and the style they give to the text. Text and
 * sequences together always restore the same string, code unit by code unit.
 */
import type { AnsiMark, Span } from "../../../../schemas/chat/out.gen.ts";
import { applySgr, PLAIN, styleOf, type TextStyle } from "./sgr.ts";

/** Text, and the escape sequences that were removed from it. */
export interface AnsiText {
  text: string;
  spans: Span[];
  ansi: AnsiMark[];
}

const ESC = 0x1b;
const BEL = 0x07;
const ST = 0x9c;
const MAX_SEQUENCE = 4_096;

/** Whether a text contains an escape character. */
export function hasAnsi(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (isIntroducer(text.charCodeAt(index))) return true;
  return false;
}

/** Separates a whole text from its escape sequences. */
export function parseAnsi(text: string): AnsiText {
  const reader = new AnsiReader();
  const head = reader.read(text);
  const tail = reader.end();
  if (tail.ansi.length === 0) return head;
  const ansi = [...head.ansi, ...tail.ansi.map((mark) => ({ ...mark, offset: head.text.length }))];
  return { ...head, ansi };
}

/** Reads output that comes in pieces: a sequence cut in two is held back, and colours last from piece to piece. */
export class AnsiReader {
  #held = "";
  #style: TextStyle = PLAIN;
  readonly #modes = new Set<string>();

  /** Reads the next piece, without an unfinished sequence at its end. */
  read(piece: string): AnsiText {
    const source = this.#held + piece;
    this.#held = "";
    const found: AnsiText = { text: "", spans: [], ansi: [] };
    let from = 0;
    for (let index = 0; index < source.length;) {
      if (!isIntroducer(source.charCodeAt(index))) {
        index++;
        continue;
      }
      const end = sequenceEnd(source, index);
      if (end === null && source.length - index <= MAX_SEQUENCE) {
        this.#add(found, source.slice(from, index));
        this.#held = source.slice(index);
        return found;
      }
      this.#add(found, source.slice(from, index));
      from = end ?? source.length;
      this.#mark(found, source.slice(index, from));
      index = from;
    }
    this.#add(found, source.slice(from));
    return found;
  }

  /** The text that was held back, unchanged. */
  end(): AnsiText {
    const held = this.#held;
    this.#held = "";
    return { text: "", spans: [], ansi: held === "" ? [] : [{ offset: 0, sequence: held }] };
  }

  /** The sequence that restores the terminal; empty when nothing was changed. */
  restore(): string {
    let sequence = "";
    for (const mode of this.#modes) sequence += `\u001b[?${mode}${mode === "25" || mode === "7" ? "h" : "l"}`;
    return this.#style === PLAIN ? sequence : `${sequence}\u001b[0m`;
  }

  #add(found: AnsiText, text: string): void {
    if (text === "") return;
    const start = found.text.length;
    found.text += text;
    if (this.#style === PLAIN) return;
    found.spans.push({ start_index: start, end_index: found.text.length, style: styleOf(this.#style) });
  }

  #mark(found: AnsiText, sequence: string): void {
    found.ansi.push({ offset: found.text.length, sequence });
    const body = sequence.startsWith("\u001b[") ? sequence.slice(2, -1) : sequence.slice(1, -1);
    const isCsi = sequence.startsWith("\u001b[") || sequence.startsWith("\u009b");
    if (!isCsi) return;
    const final = sequence.at(-1);
    if (final === "m") this.#style = applySgr(this.#style, body);
    else if ((final === "h" || final === "l") && body.startsWith("?")) this.#setModes(body.slice(1), final);
  }

  #setModes(list: string, final: "h" | "l"): void {
    for (const mode of list.split(";")) {
      // Only changes that outlive the program and that a person would notice.
      if (mode === "25" || mode === "7") final === "l" ? this.#modes.add(mode) : this.#modes.delete(mode);
      else if (["1", "47", "1000", "1002", "1003", "1004", "1006", "1047", "1049", "2004"].includes(mode)) {
        final === "h" ? this.#modes.add(mode) : this.#modes.delete(mode);
      }
    }
  }
}

function isIntroducer(code: number): boolean {
  return code === ESC || (code >= 0x80 && code <= 0x9f && code !== 0x85);
}

/** Index after the sequence that begins at `start`, or null when the text ends within it. */
function sequenceEnd(text: string, start: number): number | null {
  const first = text.charCodeAt(start);
  if (first !== ESC) {
    if (first === 0x9b) return csiEnd(text, start + 1);
    return isStringOpener(first) ? stringEnd(text, start + 1) : start + 1;
  }
  let index = start + 1;
  if (index >= text.length) return null;
  const second = text.charCodeAt(index);
  if (second === 0x5b) return csiEnd(text, index + 1);
  if (isStringOpener(second + 0x40)) return stringEnd(text, index + 1);
  while (index < text.length && text.charCodeAt(index) >= 0x20 && text.charCodeAt(index) <= 0x2f) index++;
  if (index >= text.length) return null;
  const final = text.charCodeAt(index);
  // A control character or anything beyond ASCII ends a broken sequence: the escape stands alone.
  return final >= 0x30 && final <= 0x7e ? index + 1 : index;
}

function isStringOpener(code: number): boolean {
  return code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f;
}

function csiEnd(text: string, from: number): number | null {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x40 && code <= 0x7e) return index + 1;
    if (code < 0x20 || code > 0x3f) return index;
  }
  return null;
}

function stringEnd(text: string, from: number): number | null {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BEL || code === ST) return index + 1;
    if (code !== ESC) continue;
    if (index + 1 >= text.length) return null;
    return text.charCodeAt(index + 1) === 0x5c ? index + 2 : index;
  }
  return null;
}
