import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { GlobPattern } from "../glob_pattern.ts";
import { absolutePath, textField, textList, toolFailure } from "../input.ts";
import { IgnoreRules } from "../walk.ts";

const MAX_SHOWN = 2000;

/** Lists the folder. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(textField(input, "path"), context.cwd);
  const { real, info } = await context.files.examine(path, "read");
  if (!info) throw toolFailure(`Folder not found: ${path}`, "Check the path with glob.");
  if (!info.isDirectory) throw toolFailure(`${path} is a file, not a folder.`, "Use read_file for files.");
  const names = ignoreFilesOf(input);
  const rules = await (await IgnoreRules.above(real, names, context)).with(real, names, context);
  const unwanted = textList(input, "ignore").map((pattern) => new GlobPattern(pattern));
  const all = await context.files.list(real);
  const shown = all.filter((entry) =>
    !unwanted.some((pattern) => pattern.matches(entry.name)) &&
    !rules.ignores(`${real}/${entry.name}`, entry.isDirectory ? "folder" : "file")
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

function ignoreFilesOf(input: JsonObject): string[] {
  const options = isObject(input.file_filtering_options) ? input.file_filtering_options : {};
  return [
    ...(options.respect_git_ignore === false ? [] : [".gitignore"]),
    ...(options.respect_qwen_ignore === false ? [] : [".qwenignore"]),
  ];
}
