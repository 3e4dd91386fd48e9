import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { absolutePath, textField, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

const DESCRIPTION = `Writes a file as a whole, making missing folders on the way.
A file that exists must have been read with read_file first; to change a part of it use edit.`;

/** Writes one file as a whole. */
export const writeFile: Tool = {
  name: "write_file",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["Write", "WriteFile", "WriteFileTool"],
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      content: { type: "string", description: "The whole new content." },
      record_as_artifact: { type: "boolean", description: "Marks the file as a result of the work." },
    },
    required: ["file_path", "content"],
  },
  title: (input) => titleOf("Write", input.file_path),
  needs: (input, context) => [{ kind: "write", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  confirm: async (input, context) => (await work()).confirm(input, context),
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/write_file.ts")> {
  return import(deferred("./work/write_file.ts"));
}
