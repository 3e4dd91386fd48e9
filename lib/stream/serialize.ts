// DEL and the line breaks that JSON does not escape: readers that split on them would cut a record in two.
const UNSAFE = /[\u007f\u0085\u2028\u2029]/;
const UNSAFE_ALL = /[\u007f\u0085\u2028\u2029]/g;

const encoder = new TextEncoder();

// Deeper than any record of ours, and far below the limit of JSON.stringify.
const MAX_DEPTH = 500;

/** One record as one line of JSON, without its newline, safe for readers that split on other line breaks than LF. */
export function serialize(record: unknown): string {
  // JSON.stringify itself escapes C0 controls and lone surrogates.
  const text = stringify(record);
  return UNSAFE.test(text) ? text.replace(UNSAFE_ALL, escape) : text;
}

/** Whether a serialised line is within the limit, counted in UTF-8 bytes. */
export function fits(line: string, maxBytes: number): boolean {
  return line.length * 3 <= maxBytes || (line.length <= maxBytes && byteLength(line) <= maxBytes);
}

/** The length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The JSON of a record; values that are nested too deeply are left out. */
export function stringify(record: unknown): string {
  try {
    return JSON.stringify(record);
  } catch (error) {
    // Foreign values that can be parsed may still be nested too deeply for JSON.stringify.
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(copyOf(record));
  }
}

/** A copy of plain data without values that are nested too deeply. */
export function copyOf(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item, depth + 1)]));
}

function escape(char: string): string {
  return "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
}
