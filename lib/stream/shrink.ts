import { escapedLength, startOfTail, unitsThatFit } from "./fit_text.ts";
import { byteLength, copyOf, fits, serialize, stringify } from "./serialize.ts";

/** Stores a text that did not fit into its line, and returns where. */
export type Spill = (text: string) => Promise<{ path: string; bytes: number; sha256: string }>;

/** The note of a record about a spilled value. */
export interface SpillNote {
  /** Its path in the record, such as `/message/content/0/text`; empty for the whole record. */
  field: string;
  path: string;
  bytes: number;
  sha256: string;
}

interface Text {
  holder: Record<string | number, unknown>;
  key: string;
  field: string;
  text: string;
}

/** Texts that are shorter stay as they are. */
const MIN_CHARS = 600;
/** The least that is left of a text, in bytes of each end. */
const MIN_PREVIEW_BYTES = 200;
/** Room for the sentence in a preview and for the note about a text. */
const NOTE_BYTES = 700;
// The rest of a record that is too long although it holds no long text.
const BARE_VALUE_BYTES = 200;
const BARE_BYTES = 4_000;

/**
 * The line of a record that is too long. Its longest texts, largest first, are replaced by as much of their head and tail
 * as the line has room for, and stored whole elsewhere; `x-qwen-spill` in the record names the place. The record keeps
 * its structure, unless it has only small values: then the whole record is stored elsewhere.
 */
export async function shrink(
  record: object,
  { maxBytes, spill }: { maxBytes: number; spill: Spill },
): Promise<string> {
  const copy = copyOf(record) as Record<string, unknown>;
  const notes: SpillNote[] = [];
  const texts = textsIn(copy, "").sort((a, b) => b.text.length - a.text.length);
  let excess = byteLength(serialize(copy)) - maxBytes;
  for (const place of texts) {
    if (place.text.length < MIN_CHARS) break;
    const before = escapedLength(place.text);
    const note = { field: place.field, ...await spill(place.text) };
    notes.push(note);
    copy["x-qwen-spill"] = notes;
    const room = before - excess - NOTE_BYTES - byteLength(note.path) - byteLength(place.field);
    const bytes = Math.max(MIN_PREVIEW_BYTES, Math.floor(room / 2));
    const shown = preview(place.text, { path: note.path, bytes });
    place.holder[place.key] = shown;
    // The whole line is measured only when it may fit.
    excess -= before - escapedLength(shown) - byteLength(serialize(note));
    if (excess > 0) continue;
    const line = serialize(copy);
    if (fits(line, maxBytes)) return line;
    excess = byteLength(line) - maxBytes;
  }
  return await bare(record, spill);
}

async function bare(record: object, spill: Spill): Promise<string> {
  const rest: Record<string, unknown> = {};
  let room = BARE_BYTES;
  for (const [key, value] of Object.entries(record)) {
    const size = byteLength(serialize({ [key]: value }));
    if (size > BARE_VALUE_BYTES || size > room) continue;
    rest[key] = value;
    room -= size;
  }
  return serialize({ ...rest, "x-qwen-spill": [{ field: "", ...await spill(stringify(record)) }] });
}

function preview(text: string, cut: { path: string; bytes: number }): string {
  const { path, bytes } = cut;
  const head = text.slice(0, unitsThatFit(text, bytes));
  const tail = text.slice(Math.max(head.length, startOfTail(text, bytes)));
  const where = path === "" ? "and could not be kept" : `the whole is in ${path}`;
  return `${head}\n[... ${text.length - head.length - tail.length} characters left out, ${where} ...]\n${tail}`;
}

function textsIn(holder: Record<string, unknown>, prefix: string): Text[] {
  const found: Text[] = [];
  for (const [key, value] of Object.entries(holder)) {
    const field = `${prefix}/${key}`;
    if (typeof value === "string") found.push({ holder, key, field, text: value });
    else if (typeof value === "object" && value !== null) {
      for (const text of textsIn(value as Record<string, unknown>, field)) found.push(text);
    }
  }
  return found;
}
