import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { absolutePath, textField, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** Lists one folder. */
export const listDirectory: Tool = {
  name: "list_directory",
  description: "Lists the files and folders directly in a folder, folders first, without those that ignore files name.",
  kind: "read",
  parallel: true,
  aliases: ["LS", "ListFiles", "ListFilesTool", "ReadFolder"],
  input: {
    type: "object",
    properties: {
      path: { type: "string", description: "The absolute path of the folder." },
      ignore: { type: "array", items: { type: "string" }, description: "Patterns of names to leave out." },
      file_filtering_options: {
        type: "object",
        properties: {
          respect_git_ignore: { type: "boolean", description: "Whether .gitignore holds; it does by default." },
          respect_qwen_ignore: { type: "boolean", description: "Whether .qwenignore holds; it does by default." },
        },
      },
    },
    required: ["path"],
  },
  title: (input) => titleOf("List", input.path),
  needs: (input, context) => [{ kind: "read", path: absolutePath(textField(input, "path"), context.cwd) }],
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/list_directory.ts")> {
  return import(deferred("./work/list_directory.ts"));
}
