/** Finds `@path` in a text, and escapes spaces in such paths. */

/** A place in a text where a file is named. */
export interface AtToken {
  /** Index of the `@`. */
  start: number;
  /** Index after the last character. */
  end: number;
  /** The path without escapes. */
  path: string;
}

const BEFORE = /[\s([{<"'`,:;=]/;

/** Every `@path` of a text. An address such as `me@host` and an escaped `\@` do not count. */
export function findAtTokens(text: string): AtToken[] {
  const tokens: AtToken[] = [];
  let from = 0;
  for (let start = text.indexOf("@"); start >= 0; start = text.indexOf("@", from)) {
    from = start + 1;
    if (start > 0 && !BEFORE.test(text[start - 1])) continue;
    const end = endOfPath(text, start + 1);
    if (end === start + 1) continue;
    tokens.push({ start, end, path: unescapePath(text.slice(start + 1, end)) });
    from = end;
  }
  return tokens;
}

/** The `@path` that a cursor stands in, read up to the cursor, or null. */
export function atTokenBefore(text: string, cursor: number): AtToken | null {
  const head = text.slice(0, Math.max(0, cursor));
  for (let start = head.lastIndexOf("@"); start >= 0; start = start > 0 ? head.lastIndexOf("@", start - 1) : -1) {
    if (start > 0 && !BEFORE.test(head[start - 1])) continue;
    if (endOfPath(head, start + 1) !== head.length) return null;
    return { start, end: head.length, path: unescapePath(head.slice(start + 1)) };
  }
  return null;
}

/** A path as it is typed after `@`: white space and backslashes with a backslash before them. */
export function escapePath(path: string): string {
  return path.replace(/[\s\\]/g, "\\$&");
}

/** The path without its escapes. */
export function unescapePath(text: string): string {
  return text.replace(/\\([\s\S])/g, "$1");
}

function endOfPath(text: string, from: number): number {
  let index = from;
  while (index < text.length && !/\s/.test(text[index])) index += text[index] === "\\" ? 2 : 1;
  return Math.min(index, text.length);
}
