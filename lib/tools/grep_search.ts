import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { pathOrHere, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** The most matches one call returns when it does not say. */
export const MAX_MATCHES = 200;

/** Searches the text of files. */
export const grepSearch: Tool = {
  name: "grep_search",
  description: `Searches the text of files for a regular expression, without regard to case, and returns the lines.
Look-around and back-references are not available. Files that .gitignore or .qwenignore name are left out.`,
  kind: "read",
  parallel: true,
  aliases: ["Grep", "GrepTool", "SearchFiles", "search_file_content"],
  input: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "The regular expression." },
      glob: { type: "string", description: "Which files to search, such as *.ts or src/**/*.{ts,tsx}." },
      path: { type: "string", description: "The file or folder to search; the working folder by default." },
      limit: { type: "integer", minimum: 1, description: `The most lines to return, ${MAX_MATCHES} by default.` },
    },
    required: ["pattern"],
  },
  title: (input) => titleOf("Search", input.pattern),
  needs: (input, context) => [{ kind: "read", path: pathOrHere(input, context.cwd) }],
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/grep_search.ts")> {
  return import(deferred("./work/grep_search.ts"));
}
