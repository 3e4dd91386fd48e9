/**
 * Finds the place that an edit means. Each way is more forgiving than the one before; a forgiving way counts only where
 * exactly one place fits.
 */

/** How a text was found. */
export type MatchWay = "exact" | "line_ends" | "indentation" | "quotes";

/** A place in a text and what is to stand there. */
export interface Place {
  start: number;
  end: number;
  replacement: string;
}

/** The places of the first way that fits anywhere. */
export interface Match {
  way: MatchWay;
  places: Place[];
}

/** A text and its replacement, both with plain newlines. */
export interface Wanted {
  old: string;
  new: string;
}

/** The places that an edit may mean; null when no way fits. The text has plain newlines. */
export function findMatch(text: string, wanted: Wanted): Match | null {
  for (const [way, find] of WAYS) {
    const places = find(text, wanted);
    if (places.length > 0) return { way, places };
  }
  return null;
}

const WAYS: readonly [MatchWay, (text: string, wanted: Wanted) => Place[]][] = [
  ["exact", (text, wanted) => occurrences(text, wanted)],
  ["line_ends", (text, wanted) => blocks(text, { ...wanted, simplify: (line) => line.trimEnd() })],
  ["indentation", (text, wanted) => blocks(text, { ...wanted, simplify: (line) => line.trim() })],
  ["quotes", findQuoted],
];

/** Characters that models write in place of others, each with the plain one. */
const PLAIN: readonly [RegExp, string][] = [
  [/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"'],
  [/[\u2018\u2019\u201a\u201b]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u00a0\u2007\u202f]/g, " "],
];

/** A text with plain quotes, dashes and blanks, character by character. */
export function plainCharacters(text: string): string {
  return PLAIN.reduce((plain, [characters, character]) => plain.replace(characters, character), text);
}

function findQuoted(text: string, wanted: Wanted): Place[] {
  const plain = plainCharacters(text);
  const old = plainCharacters(wanted.old);
  const found = occurrences(plain, { ...wanted, old });
  return found.length > 0 ? found : blocks(text, { ...wanted, simplify: (line) => plainCharacters(line).trim() });
}

function occurrences(text: string, wanted: Wanted): Place[] {
  const places: Place[] = [];
  const size = wanted.old.length;
  for (let at = text.indexOf(wanted.old); at >= 0; at = text.indexOf(wanted.old, at + size)) {
    places.push({ start: at, end: at + size, replacement: wanted.new });
  }
  return places;
}

/** Blocks of whole lines that equal the lines sought, once both are simplified. */
function blocks(text: string, wanted: Wanted & { simplify: (line: string) => string }): Place[] {
  const { simplify } = wanted;
  const hasEnd = wanted.old.endsWith("\n");
  const sought = (hasEnd ? wanted.old.slice(0, -1) : wanted.old).split("\n");
  const simple = sought.map(simplify);
  // A few blank lines would fit anywhere.
  if (simple.every((line) => line === "")) return [];
  const lines = text.split("\n");
  const own = lines.map(simplify);
  const places: Place[] = [];
  let start = 0;
  for (let first = 0; first + sought.length <= lines.length; first++) {
    if (simple.every((line, index) => own[first + index] === line)) {
      const found = lines.slice(first, first + sought.length);
      const replacement = indented(wanted.new, { sought, found });
      const end = start + found.join("\n").length;
      const isLast = end >= text.length;
      if (replacement !== null && !(hasEnd && isLast)) {
        // The text sought has no line end, so that of the file stays.
        const kept = found.at(-1)?.endsWith("\r") ? 1 : 0;
        places.push({ start, end: hasEnd ? end + 1 : end - kept, replacement });
      }
    }
    start += lines[first].length + 1;
  }
  return places;
}

/** The replacement with the indentation of the file; null when the two indentations do not correspond. */
function indented(text: string, block: { sought: readonly string[]; found: readonly string[] }): string | null {
  const indents = new Map<string, string>();
  for (const [index, line] of block.sought.entries()) {
    if (line.trim() === "") continue;
    const [theirs, ours] = [indentOf(line), indentOf(block.found[index])];
    if ((indents.get(theirs) ?? ours) !== ours) return null;
    indents.set(theirs, ours);
  }
  if ([...indents].every(([theirs, ours]) => theirs === ours)) return text;
  return text.split("\n").map((line) => {
    if (line.trim() === "") return line;
    const indent = indentOf(line);
    return translated(indent, indents) + line.slice(indent.length);
  }).join("\n");
}

/** An indentation of the replacement in the file's own characters. */
function translated(indent: string, indents: ReadonlyMap<string, string>): string {
  const same = indents.get(indent);
  if (same !== undefined) return same;
  const known = [...indents].toSorted(([a], [b]) => b.length - a.length);
  const inner = known.find(([theirs]) => indent.startsWith(theirs));
  if (inner) return inner[1] + inTheStyle(indent.slice(inner[0].length), indents);
  const [theirs, ours] = known[known.length - 1];
  // Less indented than everything sought: the difference stays the same.
  if (ours.endsWith(theirs)) return ours.slice(0, ours.length - theirs.length) + indent;
  const removed = theirs.endsWith(ours) ? theirs.length - ours.length : 0;
  return indent.slice(removed);
}

/** Further indentation with tabs where the file has tabs, and with blanks where it has blanks. */
function inTheStyle(rest: string, indents: ReadonlyMap<string, string>): string {
  const ours = [...indents.values()].join("");
  const theirs = [...indents.keys()].join("");
  const width = Math.max(
    1,
    Math.round(ours.includes("\t") ? theirs.length / ours.length : ours.length / theirs.length),
  );
  if (ours.includes("\t") && !rest.includes("\t")) return "\t".repeat(Math.ceil(rest.length / (width > 1 ? width : 4)));
  if (!ours.includes("\t") && rest.includes("\t")) {
    return rest.replaceAll("\t", " ".repeat(theirs.includes("\t") && width > 1 ? width : 4));
  }
  return rest;
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
