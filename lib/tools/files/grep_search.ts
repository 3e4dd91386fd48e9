import { textOf } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { LineMatch, LineQuery, SearchEnd, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { FairSelection } from "../../search/fair_selection.ts";
import { FILE_TYPES } from "../../search/file_types.ts";
import { PatternError } from "../../search/pattern/syntax.ts";
import { parseSearchPattern } from "../../search/pattern/text_search.ts";
import { compileGlob, optionalFlag, optionalInteger, optionalText, pathOrHere, textField } from "../input.ts";
import { titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { type GrepMode, grepReport } from "./grep_report.ts";

/** The default limit of matches. */
const MAX_MATCHES = 200;

const MAX_LIMIT = 10_000;
const MAX_CONTEXT = 50;
const MODES: readonly string[] = ["content", "files_with_matches", "count"];

const integer = { type: "integer", minimum: 0, maximum: MAX_CONTEXT };

/** Searches the text of files. */
export const grepSearch: Tool = {
  name: "grep_search",
  description: `Searches file contents for a regular expression, ignoring case, and returns the matching lines.
Look-around and back-references are not supported. Ignored files (.gitignore, .ignore, .qwenignore) and binary files are
left out; a path that is named is searched even if it is ignored.`,
  kind: "read",
  acpKind: "search",
  parallel: true,
  aliases: ["Grep", "GrepTool", "SearchFiles", "SearchFilesTool", "search_file_content"],
  callNames: ["rg", "ripgrep", "search_files", "code_search", "search"],
  fieldAliases: {
    ...{ query: "pattern", regex: "pattern", include: "glob", include_pattern: "glob", file_pattern: "glob" },
    ...{ directory: "path", context: "-C", limit: "head_limit", max_results: "head_limit" },
  },
  ruleGroups: ["read_file"],
  claude: {
    name: "Grep",
    toInput: toClaude,
    fromInput: fromClaude,
    toResult: ({ data, output, shorten }) => ({
      mode: data.mode ?? "content",
      numFiles: data.numFiles ?? 0,
      filenames: data.filenames ?? [],
      content: shorten(textOf(output)),
      numLines: data.numMatches ?? 0,
    }),
  },
  input: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "The regular expression." },
      path: { type: "string", description: "The file or folder to search; the working folder by default." },
      glob: { type: "string", description: "The files to search, such as *.ts or src/**/*.{ts,tsx}." },
      type: { type: "string", description: "The type of the files to search, such as ts, py or rust." },
      output_mode: {
        type: "string",
        enum: [...MODES],
        description: "content (default) returns lines, files_with_matches paths, count the number of lines per file.",
      },
      "-A": { ...integer, description: "Lines to show after each match." },
      "-B": { ...integer, description: "Lines to show before each match." },
      "-C": { ...integer, description: "Lines to show before and after each match." },
      "-i": { type: "boolean", description: "Whether to ignore case; true by default." },
      case_sensitive: { type: "boolean", description: "Whether case matters; false by default." },
      "-n": { type: "boolean", description: "Whether to show line numbers; true by default." },
      multiline: { type: "boolean", description: "Whether a match may span lines; false by default." },
      head_limit: {
        type: "integer",
        minimum: 1,
        description: `The maximum number of results, ${MAX_MATCHES} by default.`,
      },
    },
    required: ["pattern"],
  },
  title: (input) => titleOf("Search", input.pattern),
  needs: (input, context) => [{ kind: "read", path: pathOrHere(input, context.cwd) }],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** Searches the files. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const query = queryOf(input);
  const { real: path, info } = await context.files.examine(pathOrHere(input, context.cwd), "read");
  if (!info) throw toolFailure(`Path not found: ${path}`, "Check the path with glob or list_directory.");
  const mode = modeOf(input);
  const globs = globsOf(input);
  const totals = new Map<string, number>();
  const selection = new FairSelection<LineMatch>(query.limit);
  let matches = 0;
  const end: SearchEnd = await context.files.search.lines(
    { path, globs, ignores: { git: true, own: true } },
    mode === "content" ? query : { ...query, before: 0, after: 0 },
    {
      signal: context.signal,
      onFiles: (files) => {
        for (const file of files) {
          matches += file.count;
          totals.set(file.path, file.count);
          file.matches.forEach((match, round) => selection.offer({ path: file.path, round }, () => match));
        }
      },
    },
  );
  return grepReport({
    pattern: query.pattern,
    path,
    filter: optionalText(input, "glob") ?? optionalText(input, "include") ?? optionalText(input, "type"),
    mode,
    hasNumbers: optionalFlag(input, "-n") ?? true,
    limit: query.limit,
    cwd: context.cwd,
    found: { matches, totals, selection, end },
  });
}

/** The search that an input asks for. Throws for a pattern that cannot be used. */
function queryOf(input: JsonObject): LineQuery {
  const pattern = textField(input, "pattern");
  if (pattern === "") throw toolFailure("The pattern is empty.", "Give a regular expression.");
  const isSensitive = optionalFlag(input, "case_sensitive");
  const ignoreCase = optionalFlag(input, "-i") ?? (isSensitive === null ? true : !isSensitive);
  const around = optionalInteger(input, "-C") ?? optionalInteger(input, "context") ?? 0;
  const lines = (name: "-A" | "-B"): number => Math.min(MAX_CONTEXT, optionalInteger(input, name) ?? around);
  const limit = optionalInteger(input, "head_limit") ?? optionalInteger(input, "limit") ?? MAX_MATCHES;
  const query = { pattern, ignoreCase, multiline: optionalFlag(input, "multiline") ?? false };
  try {
    parseSearchPattern(query);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw toolFailure(
      `Invalid regular expression pattern provided: ${pattern.slice(0, 200)}. ${error.message}.`,
      "Escape special characters that are meant literally; look-around and back-references are not supported.",
    );
  }
  return { ...query, before: lines("-B"), after: lines("-A"), limit: Math.min(Math.max(1, limit), MAX_LIMIT) };
}

function modeOf(input: JsonObject): GrepMode {
  const mode = optionalText(input, "output_mode") ?? "content";
  if (mode === "content" || mode === "files_with_matches" || mode === "count") return mode;
  throw toolFailure(`params/output_mode must be one of ${MODES.join(", ")}`);
}

function globsOf(input: JsonObject): string[] {
  const glob = optionalText(input, "glob") ?? optionalText(input, "include");
  if (glob !== null) compileGlob(glob);
  const type = optionalText(input, "type");
  if (type === null) return glob === null ? [] : [glob];
  const named = FILE_TYPES[type];
  if (!named) {
    throw toolFailure(
      `Unknown file type: ${type}.`,
      `Known types: ${Object.keys(FILE_TYPES).join(", ")}; or use glob.`,
    );
  }
  if (glob !== null) throw toolFailure("glob and type cannot be combined.", "Use glob alone.");
  return [...named];
}

/** Hosts of Claude Code expect their own names, and search with case by default. */
function toClaude({ limit, case_sensitive, include, ...input }: JsonObject): JsonObject {
  const ignoresCase = typeof input["-i"] === "boolean" ? input["-i"] : case_sensitive !== true;
  return {
    ...input,
    ...(include === undefined || input.glob !== undefined ? {} : { glob: include }),
    ...(limit === undefined || input.head_limit !== undefined ? {} : { head_limit: limit }),
    ...(ignoresCase ? { "-i": true } : {}),
  };
}

function fromClaude(input: JsonObject): JsonObject {
  return { ...input, "-i": input["-i"] === true };
}
