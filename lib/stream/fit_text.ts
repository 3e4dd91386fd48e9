const MARKER = "\n[... truncated for Headless transport ...]\n";

/** Bytes of one code point inside a JSON string, as the record writer escapes it. */
function escapedBytes(codePoint: number): number {
  if (codePoint < 0x20) return codePoint >= 8 && codePoint <= 13 && codePoint !== 11 ? 2 : 6;
  if (codePoint === 0x22 || codePoint === 0x5c) return 2;
  if (codePoint < 0x7f) return 1;
  if (codePoint === 0x7f || codePoint === 0x85 || codePoint === 0x2028 || codePoint === 0x2029) return 6;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** The number of leading code units of a text that fit into a number of escaped bytes. */
export function unitsThatFit(text: string, bytes: number): number {
  let used = 0;
  let index = 0;
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0;
    used += escapedBytes(codePoint);
    if (used > bytes) return index;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return index;
}

/** The bytes of a text inside a JSON string. */
export function escapedLength(text: string): number {
  let bytes = 0;
  for (const char of text) bytes += escapedBytes(char.codePointAt(0) ?? 0);
  return bytes;
}

/** The start of the longest tail of a text that fits into a number of escaped bytes. */
export function startOfTail(text: string, bytes: number): number {
  let used = 0;
  let index = text.length;
  while (index > 0) {
    const isPair = index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff;
    const next = index - (isPair ? 2 : 1);
    used += escapedBytes(text.codePointAt(next) ?? 0);
    if (used > bytes) return index;
    index = next;
  }
  return 0;
}

/**
 * The text, or its head and tail with a marker between them, so that its JSON string has at most `maxBytes` bytes.
 * Scans no more of the text than it keeps.
 */
export function fitText(text: string, maxBytes: number): string {
  const room = maxBytes - 2;
  if (text.length * 6 <= room || unitsThatFit(text, room) === text.length) return text;
  const budget = room - MARKER.length - 2;
  const head = Math.floor(budget / 5);
  return text.slice(0, unitsThatFit(text, head)) + MARKER + text.slice(startOfTail(text, budget - head));
}
