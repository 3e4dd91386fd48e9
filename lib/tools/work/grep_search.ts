import { deferred } from "../../model/deferred.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { GlobPattern } from "../glob_pattern.ts";
import { MAX_MATCHES } from "../grep_search.ts";
import { optionalInteger, optionalText, pathOrHere, textField, toolFailure } from "../input.ts";
import { shortPath } from "../short_path.ts";
import { decodeText, linesOf } from "../text_file.ts";
import { unlessRefused } from "../unless_refused.ts";
import { walk } from "../walk.ts";

const MAX_LINE_CHARS = 500;
const MAX_OUTPUT_CHARS = 25_000;
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** How much is searched in one call. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_PATTERN_CHARS = 1000;
/** Files read at the same time. */
const CONCURRENCY = 16;

/** A search that runs. */
interface Search {
  test: (line: string) => boolean;
  limit: number;
  matches: { path: string; line: number; text: string }[];
  bytes: number;
}

/** Searches the files. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const pattern = textField(input, "pattern");
  const { real: place, info } = await context.files.examine(pathOrHere(input, context.cwd), "read");
  if (!info) throw toolFailure(`Path not found: ${place}`, "Check the path with glob or list_directory.");
  const search: Search = {
    test: await tester(pattern),
    limit: Math.min(optionalInteger(input, "limit") ?? MAX_MATCHES, 10_000),
    matches: [],
    bytes: 0,
  };
  if (info.isFile) await searchFile(place, search, context);
  else await searchFolder({ folder: place, glob: optionalText(input, "glob") }, search, context);
  return outcomeOf({ pattern, place, input }, search, context);
}

async function searchFolder(
  where: { folder: string; glob: string | null },
  search: Search,
  context: ToolContext,
): Promise<void> {
  const glob = where.glob === null ? null : new GlobPattern(where.glob.includes("/") ? where.glob : `**/${where.glob}`);
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const before = search.matches.length;
    await Promise.all(batch.map((path) => unlessRefused(searchFile(path, search, context))));
    // Files of a batch end in any order; lines of the answer do not.
    const found = search.matches.splice(before);
    search.matches.push(...found.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
    batch = [];
  };
  for await (const found of walk({ folder: where.folder }, context)) {
    if (found.isDirectory || (glob && !glob.matches(found.name))) continue;
    batch.push(found.path);
    if (batch.length < CONCURRENCY) continue;
    await flush();
    if (search.matches.length > search.limit || search.bytes > MAX_TOTAL_BYTES) return;
  }
  await flush();
}

async function searchFile(path: string, search: Search, context: ToolContext): Promise<void> {
  const info = await context.files.stat(path);
  if (!info?.isFile) return;
  const bytes = await context.files.read(path, { maxBytes: MAX_FILE_BYTES });
  context.signal.throwIfAborted();
  search.bytes += bytes.length;
  const file = decodeText(bytes);
  if (!file) return;
  let count = 0;
  for (const [index, line] of linesOf(file.text).entries()) {
    if (!search.test(line)) continue;
    search.matches.push({ path, line: index + 1, text: line.replace(/\r$/, "") });
    if (++count > search.limit) return;
  }
}

/** A test that takes linear time whatever the pattern. */
async function tester(pattern: string): Promise<(line: string) => boolean> {
  if (pattern === "") throw toolFailure("The pattern is empty.", "Give a regular expression.");
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw toolFailure(`The pattern has ${pattern.length} characters, at most ${MAX_PATTERN_CHARS} are allowed.`);
  }
  if (/^[\w\s\-/@#%&=,;:<>"'`~]+$/.test(pattern)) {
    const sought = pattern.toLowerCase();
    return (line) => line.toLowerCase().includes(sought);
  }
  const { RE2JS }: typeof import("re2js") = await import(deferred("re2js"));
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.CASE_INSENSITIVE);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw toolFailure(
      `Invalid regular expression pattern provided: ${pattern}. ${reason}.`,
      "Escape signs that are meant literally; look-around and back-references are not available.",
    );
  }
}

function outcomeOf(
  asked: { pattern: string; place: string; input: JsonObject },
  search: Search,
  context: ToolContext,
): ToolOutcome {
  const { matches, limit } = search;
  const glob = optionalText(asked.input, "glob");
  const where = `in path "${shortPath(asked.place, context.cwd)}"${glob ? ` (filter: "${glob}")` : ""}`;
  if (matches.length === 0) {
    return {
      output: [{ kind: "text", text: `No matches found for pattern "${asked.pattern}" ${where}.` }],
      display: { kind: "text", text: "No matches found" },
      data: { numMatches: 0, numFiles: 0, truncated: false },
    };
  }
  let text = "";
  let shown = 0;
  for (const match of matches.slice(0, limit)) {
    const content = match.text.length > MAX_LINE_CHARS ? `${match.text.slice(0, MAX_LINE_CHARS)}...` : match.text;
    const line = `${shortPath(match.path, context.cwd)}:${match.line}:${content}\n`;
    if (text.length + line.length > MAX_OUTPUT_CHARS) break;
    text += line;
    shown++;
  }
  const isCut = matches.length > shown;
  const count = isCut ? shown : matches.length;
  const words = `${count} ${count === 1 ? "match" : "matches"}`;
  const note = isCut ? "[... more matches were left out: use a narrower pattern, glob or path ...]\n" : "";
  return {
    output: [{
      kind: "text",
      text: `Found ${words} for pattern "${asked.pattern}" ${where}:\n---\n${text}${note}`.trimEnd(),
    }],
    display: { kind: "text", text: `Found ${words}${isCut ? " (truncated)" : ""}` },
    data: { numMatches: count, numFiles: new Set(matches.map((match) => match.path)).size, truncated: isCut },
  };
}
