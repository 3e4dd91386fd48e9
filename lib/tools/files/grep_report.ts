import type { LeftOut, LineMatch, SearchEnd, ToolOutcome } from "../../model/ports.ts";
import { comparePaths, type FairSelection } from "../../search/fair_selection.ts";
import { shortPath } from "../short_path.ts";

/** How the result of a search is shown. */
export type GrepMode = "content" | "files_with_matches" | "count";

/** A finished search with the way in which it is shown. */
export interface GrepResult {
  pattern: string;
  path: string;
  /** The files that were asked for; null for all. */
  filter: string | null;
  mode: GrepMode;
  hasNumbers: boolean;
  limit: number;
  cwd: string;
  found: {
    /** How many lines match. */
    matches: number;
    /** How many lines match in each file. */
    totals: ReadonlyMap<string, number>;
    selection: FairSelection<LineMatch>;
    end: SearchEnd;
  };
}

const MAX_OUTPUT_CHARS = 25_000;

const REASONS: Readonly<Record<keyof LeftOut, { noun: "file" | "folder"; why: string }>> = {
  unreadable: { noun: "file", why: "that may not be read" },
  folder: { noun: "folder", why: "that may not be read" },
  size: { noun: "file", why: "too large for multiline" },
  name: { noun: "file", why: "with a name that is not UTF-8" },
};

/** The outcome of a search: totals of everything that was found, and as much of it as the limits allow. */
export function grepReport(result: GrepResult): ToolOutcome {
  const { found, mode } = result;
  const filter = result.filter === null ? "" : ` (filter: "${result.filter}")`;
  const where = `for pattern "${result.pattern}" in path "${shortPath(result.path, result.cwd)}"${filter}`;
  const notes = searchNotes(found.end);
  const files = found.totals.size;
  if (found.matches === 0) {
    return {
      output: [{ kind: "text", text: [`No matches found ${where}.`, ...notes].join("\n") }],
      display: { kind: "text", text: "No matches found" },
      data: { mode, numMatches: 0, numFiles: 0, truncated: false },
    };
  }
  const { text, shown, filenames } = mode === "content" ? contentOf(result) : listOf(result);
  const all = mode === "content" ? found.matches : files;
  const isCut = shown < all;
  const head = mode === "content"
    ? isCut
      ? `Showing ${number(shown)} of ${plural(found.matches, "match")} in ${plural(files, "file")} ${where}:`
      : `Found ${plural(found.matches, "match")} ${where}:`
    : isCut
    ? `Showing ${number(shown)} of ${plural(files, "file")} with ${plural(found.matches, "match")} ${where}:`
    : `Found ${plural(found.matches, "match")} in ${plural(files, "file")} ${where}:`;
  const advice = isCut ? ["[More matches were left out: use a narrower pattern, glob or path.]"] : [];
  return {
    output: [{ kind: "text", text: [head, "---", text, ...advice, ...notes].join("\n") }],
    display: {
      kind: "text",
      text: isCut
        ? `Found ${plural(found.matches, "match")} in ${plural(files, "file")} (truncated)`
        : `Found ${plural(found.matches, "match")}`,
    },
    data: {
      mode,
      numMatches: found.matches,
      numFiles: files,
      truncated: isCut,
      ...(mode === "content" ? {} : { filenames }),
    },
  };
}

/** What a search left out, for the model. */
export function searchNotes({ leftOut, ignored }: SearchEnd): string[] {
  const reasons = Object.entries(REASONS).flatMap(([reason, { noun, why }]) => {
    const count = leftOut[reason as keyof LeftOut] ?? 0;
    return count === 0 ? [] : [`${plural(count, noun)} ${why}`];
  });
  return [
    ...(reasons.length > 0 ? [`[Left out: ${reasons.join(", ")}.]`] : []),
    ...(ignored ? ["[Ignore rules applied: name an ignored path to search it.]"] : []),
  ];
}

interface Shown {
  text: string;
  /** How many matches, or files, the text contains. */
  shown: number;
  filenames: string[];
}

function contentOf({ found, cwd, hasNumbers }: GrepResult): Shown {
  const lines: string[] = [];
  let size = 0;
  let shown = 0;
  for (const { path, items } of fitting(found.selection, cwd)) {
    const name = shortPath(path, cwd);
    let last = 0;
    for (const match of items) {
      const block = blockOf(match, { name, hasNumbers, last });
      const hasGap = last > 0 && match.line - match.before.length > last + 1 && hasContext(match);
      if (hasGap) lines.push("--");
      for (const line of block) size += line.length + 1;
      if (size > MAX_OUTPUT_CHARS && shown > 0) return { text: lines.join("\n"), shown, filenames: [] };
      lines.push(...block);
      last = match.line + match.lines.length - 1 + match.after.length;
      shown += match.lines.length;
    }
  }
  return { text: lines.join("\n"), shown, filenames: [] };
}

/** The files of a selection; where the text would be too long, later matches of files go before first ones. */
function fitting(selection: FairSelection<LineMatch>, cwd: string): { path: string; items: LineMatch[] }[] {
  const files = selection.files();
  const sizeOf = (path: string, match: LineMatch): number =>
    [...match.before, ...match.lines, ...match.after].reduce(
      (sum, line) => sum + line.length + shortPath(path, cwd).length + 8,
      0,
    );
  let room = MAX_OUTPUT_CHARS;
  const kept = new Map<string, LineMatch[]>();
  for (let round = 0; files.some(({ items }) => items.length > round); round++) {
    for (const { path, items } of files) {
      if (items.length <= round) continue;
      room -= sizeOf(path, items[round]);
      if (room < 0 && kept.size > 0) return [...kept].map(([path, items]) => ({ path, items }));
      kept.set(path, [...kept.get(path) ?? [], items[round]]);
    }
  }
  return [...kept].map(([path, items]) => ({ path, items }));
}

function hasContext({ before, after }: LineMatch): boolean {
  return before.length > 0 || after.length > 0;
}

/** The lines of a match with its context, without those that were shown before. */
function blockOf(match: LineMatch, at: { name: string; hasNumbers: boolean; last: number }): string[] {
  const first = match.line - match.before.length;
  const all = [
    ...match.before.map((text) => ({ text, mark: "-" })),
    ...match.lines.map((text) => ({ text, mark: ":" })),
    ...match.after.map((text) => ({ text, mark: "-" })),
  ];
  return all.flatMap(({ text, mark }, index) => {
    const line = first + index;
    if (line <= at.last && mark === "-") return [];
    return [`${at.name}${mark}${at.hasNumbers ? `${line}${mark}` : ""}${text}`];
  });
}

function listOf({ found, cwd, limit, mode }: GrepResult): Shown {
  const filenames = [...found.totals.keys()].sort(comparePaths).slice(0, limit);
  const lines: string[] = [];
  let size = 0;
  for (const path of filenames) {
    const line = mode === "count" ? `${shortPath(path, cwd)}:${found.totals.get(path)}` : shortPath(path, cwd);
    size += line.length + 1;
    if (size > MAX_OUTPUT_CHARS && lines.length > 0) break;
    lines.push(line);
  }
  return { text: lines.join("\n"), shown: lines.length, filenames: filenames.slice(0, lines.length) };
}

function number(value: number): string {
  return value.toLocaleString("en");
}

function plural(count: number, noun: "match" | "file" | "folder"): string {
  return `${number(count)} ${count === 1 ? noun : noun === "match" ? "matches" : `${noun}s`}`;
}
