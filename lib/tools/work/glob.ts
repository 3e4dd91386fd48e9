import { isAbsolute } from "@std/path/is-absolute";
import { relative } from "@std/path/relative";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { MAX_SHOWN } from "../glob.ts";
import { GlobPattern } from "../glob_pattern.ts";
import { pathOrHere, textField, toolFailure } from "../input.ts";
import { unlessRefused } from "../unless_refused.ts";
import { walk } from "../walk.ts";

/** The most matches that are sorted. */
const MAX_MATCHES = 5000;

/** Finds the files. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { real: folder, info } = await context.files.examine(pathOrHere(input, context.cwd), "read");
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
