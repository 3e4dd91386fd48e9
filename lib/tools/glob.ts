import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { pathOrHere, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** The most paths one call returns. */
export const MAX_SHOWN = 100;

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
  needs: (input, context) => [{ kind: "read", path: pathOrHere(input, context.cwd) }],
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/glob.ts")> {
  return import(deferred("./work/glob.ts"));
}
