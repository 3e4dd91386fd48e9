import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { decodeText, lineEnding, withLineEnding } from "../../stream/text_file.ts";
import { absolutePath, FILE_PATH_ALIASES, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { requireRead } from "./seen_files.ts";
import { confirmationOf, type PlannedChange, writeChange } from "./write_change.ts";

const DESCRIPTION = `Writes a whole file and creates missing folders.
Read an existing file with read_file first. To change a part of a file, use edit.`;

/** Writes one whole file. */
export const writeFile: Tool = {
  name: "write_file",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["Write", "WriteFile", "WriteFileTool"],
  callNames: ["create_file", "write_to_file", "save_file", "fs_write", "create"],
  insteadOf: ["str_replace_editor", "str_replace_based_edit_tool"],
  fieldAliases: {
    ...FILE_PATH_ALIASES,
    ...{ contents: "content", file_text: "content" },
  },
  ruleGroups: ["edit"],
  claude: { name: "Write" },
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      content: { type: "string", description: "The complete new content." },
      record_as_artifact: { type: "boolean" },
    },
    required: ["file_path", "content"],
  },
  title: (input) => titleOf("Write", input.file_path),
  needs: (input, context) => [{ kind: "write", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  confirm: async (input, context) => confirmationOf(await planOf(input, context), { verb: "Write", context }),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

async function planOf(input: JsonObject, context: ToolContext): Promise<PlannedChange> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const content = textField(input, "content");
  const { real, info } = await context.files.examine(path, "write");
  if (!info) return { real, change: { path, before: null, after: content }, encoding: "utf-8" };
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Give the path of a file.");
  requireRead({ real, info, replaces: true }, context);
  const old = decodeText(await context.files.read(real));
  if (!old) return { real, change: { path, before: "", after: content }, encoding: "utf-8" };
  const after = lineEnding(old.text) === "\r\n" ? withLineEnding(content, "\r\n") : content;
  return { real, change: { path, before: old.text, after }, encoding: old.encoding };
}

/** Writes the file. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const plan = await planOf(input, context);
  const { path, before, after } = plan.change;
  return await writeChange(plan, {
    context,
    whole: true,
    text: before === null
      ? `Successfully created and wrote to new file: ${path}.`
      : `Successfully overwrote file: ${path}.`,
    data: ({ patch }) => ({
      type: before === null ? "create" : "update",
      filePath: path,
      content: after,
      structuredPatch: patch,
      originalFile: before,
    }),
  });
}
