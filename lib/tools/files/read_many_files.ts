import { isAbsolute } from "../../path/mod.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import type { Glob } from "../../search/glob.ts";
import { decodeText } from "../../stream/text_file.ts";
import { absolutePath, compileGlob, textList, titleOf, toolFailure } from "../input.ts";
import { shortPath } from "../short_path.ts";
import { withoutProgress } from "../without_progress.ts";
import { QwenError } from "../../model/problem.ts";

/** The most characters one call returns. */
const MAX_CHARS = 200_000;

const MAX_FILES = 200;
const MAX_FILE_CHARS = 50_000;
const MAX_FILE_BYTES = 1024 * 1024;

/** Reads many files at once. */
export const readManyFiles: Tool = {
  name: "read_many_files",
  description: `Reads several text files at once. Paths are files, folders or patterns such as src/**/*.ts.
Ignored files are left out; files that are not text are listed as left out. The answer is cut after ${MAX_CHARS} \
characters.`,
  kind: "read",
  parallel: true,
  aliases: ["ReadManyFiles", "ReadManyFilesTool"],
  callNames: ["read_files", "read_multiple_files"],
  fieldAliases: { files: "paths", file_paths: "paths" },
  ruleGroups: ["read_file"],
  input: {
    type: "object",
    properties: {
      paths: { type: "array", items: { type: "string" }, minItems: 1, description: "Files, folders or patterns." },
      include: { type: "array", items: { type: "string" }, description: "Further ones." },
      exclude: { type: "array", items: { type: "string" }, description: "Patterns of files to leave out." },
      recursive: { type: "boolean", description: "Whether to read subfolders; true by default." },
    },
    required: ["paths"],
  },
  title: (input) => titleOf("Read", Array.isArray(input.paths) ? input.paths.join(", ") : ""),
  needs: (input, context) =>
    [...textList(input, "paths"), ...textList(input, "include")]
      .map((path) => ({ kind: "read", path: absolutePath(fixedPart(path), context.cwd) })),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** Whether a path is a pattern. */
function hasWildcard(path: string): boolean {
  return /[*?{[]/.test(path);
}

/** The folders before the first wildcard. */
function fixedPart(path: string): string {
  if (!hasWildcard(path)) return path;
  const steps = path.split("/");
  const fixed = steps.slice(0, steps.findIndex(hasWildcard)).join("/");
  return fixed === "" ? (isAbsolute(path) ? "/" : ".") : fixed;
}

/** Reads the files. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const excluded = textList(input, "exclude").map(anyDepth);
  const skipped: string[] = [];
  const read: string[] = [];
  let text = "";
  for (const path of await filesOf(input, context)) {
    const name = shortPath(path, context.cwd);
    if (excluded.some((pattern) => pattern.matches(name))) continue;
    if (read.length >= MAX_FILES || text.length >= MAX_CHARS) {
      skipped.push(`${name} (the answer is full)`);
      continue;
    }
    const content = await contentOf(path, context);
    if (content.text === null) {
      skipped.push(`${name} (${content.reason})`);
      continue;
    }
    read.push(path);
    text += `--- ${path} ---\n\n${content.text}\n\n`;
  }
  if (read.length === 0 && skipped.length === 0) {
    throw toolFailure("No files matching the paths were found.", "Check them with glob.");
  }
  const left = skipped.length > 0
    ? `Left out:\n${skipped.slice(0, MAX_FILES).map((name) => `- ${name}`).join("\n")}\n`
    : "";
  return {
    output: [{ kind: "text", text: `${text}${left}--- End of content ---` }],
    display: {
      kind: "text",
      text: `Read ${read.length} file(s)${skipped.length > 0 ? `, left out ${skipped.length}` : ""}`,
    },
    data: { filenames: read, skipped },
  };
}

async function filesOf(input: JsonObject, context: ToolContext): Promise<Set<string>> {
  const wanted = [...textList(input, "paths"), ...textList(input, "include")];
  if (wanted.length === 0) throw toolFailure("params/paths must NOT have fewer than 1 items");
  const found = new Set<string>();
  for (const path of wanted) {
    const { real: fixed, info } = await context.files.examine(absolutePath(fixedPart(path), context.cwd), "read");
    if (info?.isFile && !hasWildcard(path)) found.add(fixed);
    if (!info?.isDirectory) continue;
    const pattern = hasWildcard(path) ? wildcardPart(path) : null;
    if (pattern !== null) compileGlob(pattern);
    const { entries } = await context.files.search.entries(
      {
        path: fixed,
        globs: pattern === null ? [] : [`./${pattern}`],
        ignores: { git: true, own: true },
        isShallow: input.recursive === false && pattern === null,
      },
      { order: "path", limit: MAX_FILES * 5, folders: false },
      { signal: context.signal },
    );
    for (const entry of entries) found.add(entry.path);
    if (found.size > MAX_FILES * 5) break;
  }
  return found;
}

async function contentOf(
  path: string,
  context: ToolContext,
): Promise<{ text: string } | { text: null; reason: string }> {
  const info = await unlessRefused(context.files.stat(path));
  if (info && !info.isFile) return { text: null, reason: "not a file" };
  if (!info) return { text: null, reason: "may not be read" };
  const bytes = await unlessRefused(context.files.read(path, { maxBytes: MAX_FILE_BYTES }));
  if (!bytes) return { text: null, reason: "may not be read" };
  context.signal.throwIfAborted();
  const file = decodeText(bytes);
  if (!file) return { text: null, reason: "not text" };
  const isWhole = info.size === bytes.length && file.text.length <= MAX_FILE_CHARS;
  context.memory.seen.set(path, { mtimeMs: info.mtimeMs, size: info.size, whole: isWhole });
  return {
    text: isWhole ? file.text : `${file.text.slice(0, MAX_FILE_CHARS)}\n[... cut: read_file reads the rest ...]`,
  };
}

function wildcardPart(path: string): string {
  const steps = path.split("/");
  return steps.slice(steps.findIndex(hasWildcard)).join("/");
}

function anyDepth(pattern: string): Glob {
  return compileGlob(pattern.includes("/") ? pattern : `**/${pattern}`);
}

/** The result of a file operation, or null when it is refused: one refused file must not end a search through many. */
async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QwenError && error.problem.code === "tool_failed") return null;
    throw error;
  }
}
