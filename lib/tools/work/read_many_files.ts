import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { GlobPattern } from "../glob_pattern.ts";
import { absolutePath, textList, toolFailure } from "../input.ts";
import { fixedPart, hasWildcard, MAX_CHARS } from "../read_many_files.ts";
import { shortPath } from "../short_path.ts";
import { decodeText } from "../text_file.ts";
import { unlessRefused } from "../unless_refused.ts";
import { walk } from "../walk.ts";

const MAX_FILES = 200;
const MAX_FILE_CHARS = 50_000;
const MAX_FILE_BYTES = 1024 * 1024;

/** Reads the files. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
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
    const pattern = hasWildcard(path) ? new GlobPattern(wildcardPart(path)) : null;
    for await (const entry of walk({ folder: fixed }, context)) {
      if (entry.isDirectory || (input.recursive === false && !pattern && entry.name.includes("/"))) continue;
      if (!pattern || pattern.matches(entry.name)) found.add(entry.path);
      if (found.size > MAX_FILES * 5) return found;
    }
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

function anyDepth(pattern: string): GlobPattern {
  return new GlobPattern(pattern.includes("/") ? pattern : `**/${pattern}`);
}
