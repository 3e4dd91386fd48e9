import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { absolutePath, textField, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** The most lines one call returns. */
export const MAX_LINES = 2000;

const DESCRIPTION = `Reads a file and returns its content.
Text is returned as it is, without line numbers; of a long file the first ${MAX_LINES} lines. Then the answer says how many \
lines there are, and offset and limit read the rest. Images are returned as images.
Reading a file that has not changed since you read it says only that it is unchanged.`;

/** Reads one file. */
export const readFile: Tool = {
  name: "read_file",
  description: DESCRIPTION,
  kind: "read",
  parallel: true,
  aliases: ["Read", "ReadFile", "ReadFileTool"],
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      offset: { type: "integer", minimum: 0, description: "The first line to return, counted from 0." },
      limit: { type: "integer", minimum: 1, description: "How many lines to return." },
      pages: { type: "string", description: "Pages of a PDF, such as 1-5." },
    },
    required: ["file_path"],
  },
  title: (input) => titleOf("Read", input.file_path),
  needs: (input, context) => [{ kind: "read", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/read_file.ts")> {
  return import(deferred("./work/read_file.ts"));
}
