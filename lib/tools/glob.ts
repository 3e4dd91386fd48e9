import { isAbsolute } from "@std/path/is-absolute";
import { relative } from "@std/path/relative";
import type { JsonObject } from "../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { GlobPattern } from "./glob_pattern.ts";
import { absolutePath, optionalText, textField, titleOf, toolFailure } from "./input.ts";
import { unlessRefused } from "./unless_refused.ts";
import { walk } from "./walk.ts";
import { quietly } from "./quietly.ts";

/** The most paths one call returns. */
const MAX_SHOWN = 100;
/** The most matches that are sorted. */
const MAX_MATCHES = 5000;

/** Finds files by name. */
export const glob: Tool = {
  name: "glob",
  description: `Finds files whose path matches a pattern such as src/**/*.ts, the newest first, at most ${MAX_SHOWN}.
Files that .gitignore or .qwenignore name are left out.`,
  kind: "read",
  parallel: true,
  aliases: ["Glob", "GlobTool", "FindFiles"],
  input: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "The pattern, relative to path." },
      path: { type: "string", description: "The folder to search; the working folder by default." },
    },
    required: ["pattern"],
  },
  title: (input) => titleOf("Find", input.pattern),
  needs: (input, context) => [{ kind: "read", path: folderOf(input, context) }],
  run: (input, context) => quietly(() => run(input, context)),
};

function folderOf(input: JsonObject, context: ToolContext): string {
  return absolutePath(optionalText(input, "path") ?? context.cwd, context.cwd);
}

async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { real: folder, info } = await context.files.examine(folderOf(input, context), "read");
  if (!info?.isDirectory) throw toolFailure(`Folder not found: ${folder}`, "Check the path with list_directory.");
  const written = textField(input, "pattern");
  const pattern = new GlobPattern(isAbsolute(written) ? relative(folder, written) : written);
  const matches: { path: string; mtimeMs: number }[] = [];
  for await (const found of walk({ folder }, context)) {
    if (found.isDirectory || !pattern.matches(found.name)) continue;
    matches.push({ path: found.path, mtimeMs: (await unlessRefused(context.files.stat(found.path)))?.mtimeMs ?? 0 });
    if (matches.length >= MAX_MATCHES) break;
  }
  if (matches.length === 0) {
    return {
      output: [{ kind: "text", text: `No files found matching pattern "${written}" within ${folder}` }],
      display: { kind: "text", text: "No files found" },
      data: { filenames: [], numFiles: 0, truncated: false },
    };
  }
  matches.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  const shown = matches.slice(0, MAX_SHOWN).map((match) => match.path);
  const rest = matches.length - shown.length;
  const cut = rest > 0 ? `\n[... ${rest} more: use a narrower pattern ...]` : "";
  const head = `Found ${matches.length} file(s) matching "${written}" within ${folder}, newest first:`;
  return {
    output: [{ kind: "text", text: `${head}\n---\n${shown.join("\n")}${cut}` }],
    display: { kind: "text", text: `Found ${matches.length} matching file(s)` },
    data: { filenames: shown, numFiles: matches.length, truncated: rest > 0 },
  };
}
