import { isObject, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { absolutePath, compileGlob, optionalFlag, textField, textList, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

const MAX_SHOWN = 2000;

/** Lists one folder. */
export const listDirectory: Tool = {
  name: "list_directory",
  description: "Lists the entries of a folder, folders first. Ignored files are left out.",
  kind: "read",
  acpKind: "search",
  parallel: true,
  aliases: ["LS", "ListFiles", "ListFilesTool", "ReadFolder"],
  callNames: ["list_dir", "list_files", "listdir"],
  fieldAliases: { directory: "path", dir: "path", dir_path: "path", folder: "path" },
  ruleGroups: ["read_file"],
  claude: { name: "LS" },
  input: {
    type: "object",
    properties: {
      path: { type: "string", description: "The absolute path of the folder." },
      ignore: {
        type: "array",
        items: { type: "string" },
        description: "Patterns of names to leave out, such as *.log.",
      },
      file_filtering_options: {
        type: "object",
        properties: {
          respect_git_ignore: { type: "boolean", description: "Default: true." },
          respect_qwen_ignore: {
            type: "boolean",
            description: "Default: true.",
          },
        },
      },
    },
    required: ["path"],
  },
  title: (input) => titleOf("List", input.path),
  needs: (input, context) => [{ kind: "read", path: absolutePath(textField(input, "path"), context.cwd) }],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** Lists the folder. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(textField(input, "path"), context.cwd);
  const { real, info } = await context.files.examine(path, "read");
  if (!info) throw toolFailure(`Folder not found: ${path}`, "Check the path with glob.");
  if (!info.isDirectory) throw toolFailure(`${path} is a file, not a folder.`, "Use read_file for files.");
  const unwanted = textList(input, "ignore").map((pattern) => compileGlob(pattern));
  const all = await context.files.list(real);
  const { entries } = await context.files.search.entries(
    { path: real, globs: [], ignores: ignoresOf(input), isShallow: true },
    { order: "path", limit: all.length, folders: true },
    { signal: context.signal },
  );
  const allowed = new Set(entries.map((entry) => entry.path.slice(entry.path.lastIndexOf("/") + 1)));
  const shown = all.filter(({ name, isSymlink }) =>
    !unwanted.some((pattern) => pattern.matches(name)) && (allowed.has(name) || isSymlink || name === ".git")
  );
  const lines = [
    ...shown.filter((entry) => entry.isDirectory).map((entry) => `[DIR] ${entry.name}`),
    ...shown.filter((entry) => !entry.isDirectory).map((entry) => entry.name),
  ];
  const hidden = all.length - shown.length;
  const note = hidden > 0 ? `\n\n(${hidden} left out by ignore rules)` : "";
  if (lines.length === 0) {
    return {
      output: [{ kind: "text", text: `Directory ${path} is empty.${note}` }],
      display: { kind: "text", text: "Directory is empty." },
    };
  }
  const cut = lines.length > MAX_SHOWN ? `\n[... ${lines.length - MAX_SHOWN} more ...]` : "";
  return {
    output: [{
      kind: "text",
      text: `Directory listing for ${path}:\n${lines.slice(0, MAX_SHOWN).join("\n")}${cut}${note}`,
    }],
    display: { kind: "text", text: `Listed ${lines.length} item(s).` },
  };
}

function ignoresOf(input: JsonObject): { git: boolean; own: boolean } {
  const options = isObject(input.file_filtering_options) ? input.file_filtering_options : {};
  return {
    git: optionalFlag(options, "respect_git_ignore") ?? true,
    own: optionalFlag(options, "respect_qwen_ignore") ?? true,
  };
}
