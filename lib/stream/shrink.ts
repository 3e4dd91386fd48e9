import { byteLength, copyOf, fits, serialize, stringify } from "./serialize.ts";

/** Keeps a text that did not fit into its line, and says where. */
export type Spill = (text: string) => Promise<{ path: string; bytes: number; sha256: string }>;

/** What a record says about a value that was spilled. */
export interface SpillNote {
  /** Where it was in the record, such as `/message/content/0/text`; empty is the whole record. */
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
  note?: SpillNote;
}

// Long texts first, with enough of them left to be of use; then whatever is not short.
const PASSES = [{ minChars: 4_500, previewChars: 2_000 }, { minChars: 600, previewChars: 100 }];
// What is left of a record that is too long although it holds no long text.
const BARE_VALUE_BYTES = 200;
const BARE_BYTES = 4_000;

/**
 * The line of a record that is too long: its longest texts are replaced, largest first, by a head and a tail of
 * themselves, and kept whole elsewhere; `x-qwen-spill` on the record says where. The shape of the record stays, unless
 * it consists of nothing but small values: then the whole of it is kept elsewhere.
 */
export async function shrink(record: object, maxBytes: number, spill: Spill): Promise<string> {
  const copy = copyOf(record) as Record<string, unknown>;
  const notes: SpillNote[] = [];
  const texts = textsIn(copy, "").sort((a, b) => b.text.length - a.text.length);
  let excess = byteLength(serialize(copy)) - maxBytes;
  for (const { minChars, previewChars } of PASSES) {
    for (const place of texts) {
      if (place.text.length < minChars) break;
      const before = byteLength(serialize(place.holder[place.key]));
      place.note ??= { field: place.field, ...await spill(place.text) };
      if (!notes.includes(place.note)) notes.push(place.note);
      place.holder[place.key] = preview(place.text, { path: place.note.path, chars: previewChars });
      copy["x-qwen-spill"] = notes;
      excess -= before - byteLength(serialize(place.holder[place.key]));
      // The estimate leaves out the notes; the line itself has the last word, and is made only when it may fit.
      if (excess > 0) continue;
      const line = serialize(copy);
      if (fits(line, maxBytes)) return line;
      excess = byteLength(line) - maxBytes;
    }
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

function preview(text: string, cut: { path: string; chars: number }): string {
  const { path, chars } = cut;
  const head = text.slice(0, chars).toWellFormed();
  const tail = text.slice(-chars).toWellFormed();
  const where = path === "" ? "and could not be kept" : `the whole is in ${path}`;
  return `${head}\n[... ${text.length - 2 * chars} characters left out, ${where} ...]\n${tail}`;
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
