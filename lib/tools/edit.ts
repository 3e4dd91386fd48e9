import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { absolutePath, textField, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

const DESCRIPTION = `Replaces text in a file that was read with read_file before.
old_string must be the exact text, with its whitespace and enough lines around it to occur only once; with replace_all \
every occurrence is replaced. An empty old_string makes a new file of new_string.`;

/** Replaces text in one file. */
export const edit: Tool = {
  name: "edit",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["Edit", "EditTool", "replace"],
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      old_string: { type: "string", description: "The exact text to replace." },
      new_string: { type: "string", description: "The text to put in its place." },
      replace_all: { type: "boolean", description: "Replaces every occurrence instead of the only one." },
    },
    required: ["file_path", "old_string", "new_string"],
  },
  title: (input) => titleOf("Edit", input.file_path),
  needs: (input, context) => [{ kind: "write", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  confirm: async (input, context) => (await work()).confirm(input, context),
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/edit.ts")> {
  return import(deferred("./work/edit.ts"));
}
