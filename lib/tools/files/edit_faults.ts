import { linesOf } from "../../stream/text_file.ts";
import { toolFailure } from "../input.ts";
import type { QwenError } from "../../model/problem.ts";
import { findMatch, type Match, plainCharacters } from "./text_match.ts";

/** The most lines of the nearest place that are shown. */
const MAX_SHOWN = 12;
const MAX_LISTED = 10;
/** A longer line is shown and compared only in part. */
const MAX_LINE_CHARS = 300;

/** The failure of an edit whose text is not in the file: the nearest place, and what differs there. */
export function notFound(text: string, facts: { path: string; sought: string; label: string }): QwenError {
  const { path, sought, label } = facts;
  const head = `Failed to edit, 0 occurrences found for ${label} in ${path}. No edits made.`;
  const misread = misreadingOf(text, sought);
  if (misread !== null) return toolFailure(head, misread);
  const near = nearestPlace(linesOf(text), linesOf(sought));
  if (!near) return toolFailure(head, "Nothing in the file is similar: use read_file to see what it contains.");
  return toolFailure(head, `The nearest place is:\n${near}`);
}

/** The failure of an edit whose text is in the file several times. */
export function ambiguous(text: string, facts: Match & { path: string; label: string }): QwenError {
  const { path, label, places, way } = facts;
  const lines = places.slice(0, MAX_LISTED).map(({ start }) => lineAt(text, start));
  const more = places.length > MAX_LISTED ? ", …" : "";
  return toolFailure(
    `Failed to edit, ${label} occurs ${places.length} times in ${path} and must occur once: at lines ` +
      `${lines.join(", ")}${more}. No edits made.`,
    way === "exact"
      ? "Add surrounding lines to old_string, or set replace_all to change every occurrence."
      : "None of these places matches exactly: copy one of them as it is, with surrounding lines.",
  );
}

/** The number of the line, from 1, in which an offset lies. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Ways in which models misquote a file, with the advice that helps. */
const MISREADINGS: readonly [advice: string, read: (text: string) => string][] = [
  [
    "old_string begins its lines with the line numbers of read_file: leave out the numbers and the tabs after them.",
    (text) => text.replace(/^ *\d+(?:\t|→|: ?|\| ?)/gm, ""),
  ],
  [
    "old_string has HTML entities where the file has the characters themselves: write < > & and quotes as they are.",
    (text) =>
      text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&"),
  ],
  [
    "old_string has \\n or \\t as two characters where the file has newlines and tabs: escape them only once.",
    (text) => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll('\\"', '"'),
  ],
];

function misreadingOf(text: string, sought: string): string | null {
  for (const [advice, read] of MISREADINGS) {
    const old = read(sought);
    if (old !== sought && old.trim() !== "" && findMatch(text, { old, new: "" })) return advice;
  }
  return null;
}

function nearestPlace(lines: readonly string[], sought: readonly string[]): string | null {
  const start = nearestStart(lines, sought);
  if (start === null) return null;
  const end = Math.min(lines.length, start + Math.min(sought.length, MAX_SHOWN));
  const shown = lines.slice(start, end).map((line, index) => `${start + index + 1}\t${line.slice(0, MAX_LINE_CHARS)}`);
  const differs = sought.findIndex((line, index) => lines[start + index] !== line);
  if (differs < 0) return shown.join("\n");
  const own = lines[start + differs];
  const what = own === undefined
    ? `the file ends before line ${differs + 1} of old_string`
    : `line ${start + differs + 1} is ${quoted(own)}, old_string has ${quoted(sought[differs])}`;
  return `${shown.join("\n")}\nWhat differs first: ${what}.`;
}

/** The line at which most lines of the text sought stand where they should; else the line most like one of them. */
function nearestStart(lines: readonly string[], sought: readonly string[]): number | null {
  const simple = (line: string): string => plainCharacters(line).replace(/\s+/g, " ").trim();
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = simple(line);
    const known = places.get(key);
    if (known) known.push(index);
    else places.set(key, [index]);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of sought.entries()) {
    const key = simple(line);
    if (key.length < 3) continue;
    for (const place of places.get(key)?.slice(0, 200) ?? []) {
      const start = Math.max(0, place - index);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  const best = [...votes].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0];
  return best ? best[0] : mostSimilar(lines, sought);
}

/** At least this share of a line's pairs of characters must be the same. */
const MIN_SIMILARITY = 0.5;

function mostSimilar(lines: readonly string[], sought: readonly string[]): number | null {
  const longest = sought.reduce(
    (best, line, index) => line.trim().length > sought[best].trim().length ? index : best,
    0,
  );
  const wanted = pairsOf(sought[longest] ?? "");
  if (wanted.size < 3) return null;
  let best: { index: number; score: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const pairs = pairsOf(line);
    const score = wanted.intersection(pairs).size / Math.max(wanted.size, pairs.size, 1);
    if (score >= MIN_SIMILARITY && score > (best?.score ?? 0)) best = { index, score };
  }
  return best ? Math.max(0, best.index - longest) : null;
}

function pairsOf(line: string): Set<string> {
  const text = line.trim().slice(0, MAX_LINE_CHARS);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

/** A line in quotes, in which tabs and blanks at the ends can be told apart. */
function quoted(line: string): string {
  return JSON.stringify(line.slice(0, MAX_LINE_CHARS));
}
