import { serialize } from "./serialize.ts";

/** Keeps a value that did not fit into its line, and says where. */
export type Spill = (text: string) => Promise<{ path: string; bytes: number; sha256: string }>;

/** What stands in a record for a value that was spilled. */
export interface SpillNote {
  field: string;
  path: string;
  bytes: number;
  sha256: string;
}

interface LongText {
  holder: Record<string, unknown> | unknown[];
  key: string | number;
  field: string;
  text: string;
}

const encoder = new TextEncoder();
const PREVIEW_CHARS = 2_000;
const MIN_SPILL_CHARS = 4_500;

/** Whether a serialised line is within the limit, counted in UTF-8 bytes. */
export function fits(line: string, maxBytes: number): boolean {
  return line.length * 3 <= maxBytes || (line.length <= maxBytes && encoder.encode(line).length <= maxBytes);
}

/**
 * The line of a record that is too long: its longest texts are replaced, largest first, by a head and a tail of
 * themselves, and kept whole elsewhere; `x-qwen-spill` on the record says where. The shape of the record stays.
 */
export async function shrink(record: object, maxBytes: number, spill: Spill): Promise<string> {
  const copy = structuredClone(record) as Record<string, unknown>;
  const notes: SpillNote[] = [];
  const long = longTexts(copy, "").sort((a, b) => b.text.length - a.text.length);
  for (const { holder, key, field, text } of long) {
    const kept = await spill(text);
    notes.push({ field, ...kept });
    (holder as Record<string | number, unknown>)[key] = preview(text, kept.path);
    copy["x-qwen-spill"] = notes;
    const line = serialize(copy);
    if (fits(line, maxBytes)) return line;
  }
  return serialize(copy);
}

function preview(text: string, path: string): string {
  const head = text.slice(0, PREVIEW_CHARS).toWellFormed();
  const tail = text.slice(-PREVIEW_CHARS).toWellFormed();
  return `${head}\n[... ${text.length - 2 * PREVIEW_CHARS} characters left out, the whole is in ${path} ...]\n${tail}`;
}

function longTexts(holder: Record<string, unknown> | unknown[], prefix: string): LongText[] {
  const found: LongText[] = [];
  for (const [key, value] of Object.entries(holder)) {
    const field = `${prefix}/${key}`;
    if (typeof value === "string" && value.length >= MIN_SPILL_CHARS) found.push({ holder, key, field, text: value });
    else if (typeof value === "object" && value !== null) {
      found.push(...longTexts(value as Record<string, unknown>, field));
    }
  }
  return found;
}
