import { isAbsolute, relative } from "../../path/mod.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { compileGlob, pathOrHere, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { searchNotes } from "./grep_report.ts";

/** The most paths one call returns. */
const MAX_SHOWN = 100;

/** Finds files by name. */
export const glob: Tool = {
  name: "glob",
  description:
    `Finds files whose path matches a pattern such as src/**/*.{ts,tsx}. Returns at most ${MAX_SHOWN} paths, newest first.
Ignored files (.gitignore, .ignore, .qwenignore) are left out.`,
  kind: "read",
  acpKind: "search",
  parallel: true,
  aliases: ["Glob", "GlobTool", "FindFiles"],
  callNames: ["file_search", "find_files", "find_by_name"],
  fieldAliases: { query: "pattern", glob: "pattern", glob_pattern: "pattern", directory: "path", dir: "path" },
  ruleGroups: ["read_file"],
  claude: { name: "Glob", toResult: ({ data, durationMs }) => ({ ...data, durationMs }) },
  input: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "The pattern, relative to path." },
      path: { type: "string", description: "The folder to search; the working folder by default." },
    },
    required: ["pattern"],
  },
  title: (input) => titleOf("Find", input.pattern),
  needs: (input, context) => [{ kind: "read", path: pathOrHere(input, context.cwd) }],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** Finds the files. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { real: folder, info } = await context.files.examine(pathOrHere(input, context.cwd), "read");
  if (!info?.isDirectory) throw toolFailure(`Folder not found: ${folder}`, "Check the path with list_directory.");
  const written = textField(input, "pattern");
  const pattern = isAbsolute(written) ? relative(folder, written) : written.replace(/^(\.\/)+/, "");
  compileGlob(pattern);
  const { entries, files, ...rest } = await context.files.search.entries(
    // A pattern without a slash is meant for the folder itself.
    { path: folder, globs: [`./${pattern}`], ignores: { git: true, own: true } },
    { order: "newest", limit: MAX_SHOWN, folders: false },
    { signal: context.signal },
  );
  const notes = searchNotes({ files, ...rest });
  if (entries.length === 0) {
    const text = `No files found matching pattern "${written}" within ${folder}`;
    return {
      output: [{ kind: "text", text: [text, ...notes].join("\n") }],
      display: { kind: "text", text: "No files found" },
      data: { filenames: [], numFiles: 0, truncated: false },
    };
  }
  const shown = entries.map(({ path }) => path);
  const more = files - shown.length;
  const cut = more > 0 ? [`[... ${more.toLocaleString("en")} more: use a narrower pattern ...]`] : [];
  const head = `Found ${files} file(s) matching "${written}" within ${folder}, newest first:`;
  return {
    output: [{ kind: "text", text: [head, "---", ...shown, ...cut, ...notes].join("\n") }],
    display: { kind: "text", text: `Found ${files} matching file(s)` },
    data: { filenames: shown, numFiles: files, truncated: more > 0 },
  };
}
