import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { absolutePath, textList, titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** The most characters one call returns. */
export const MAX_CHARS = 200_000;

/** Reads many files at once. */
export const readManyFiles: Tool = {
  name: "read_many_files",
  description: `Reads several text files at once: paths are files, folders or patterns such as src/**/*.ts.
Files that ignore files name and files that are not text are left out, and the answer says so. It is cut after \
${MAX_CHARS} characters.`,
  kind: "read",
  parallel: true,
  aliases: ["ReadManyFiles", "ReadManyFilesTool"],
  input: {
    type: "object",
    properties: {
      paths: { type: "array", items: { type: "string" }, minItems: 1, description: "Files, folders or patterns." },
      include: { type: "array", items: { type: "string" }, description: "More patterns of files to read." },
      exclude: { type: "array", items: { type: "string" }, description: "Patterns of files to leave out." },
      recursive: { type: "boolean", description: "Whether folders are read with what is below; they are by default." },
    },
    required: ["paths"],
  },
  title: (input) => titleOf("Read", Array.isArray(input.paths) ? input.paths.join(", ") : ""),
  needs: (input, context) =>
    [...textList(input, "paths"), ...textList(input, "include")]
      .map((path) => ({ kind: "read", path: absolutePath(fixedPart(path), context.cwd) })),
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

/** Whether a path is a pattern. */
export function hasWildcard(path: string): boolean {
  return /[*?{[]/.test(path);
}

/** The folders before the first wildcard. */
export function fixedPart(path: string): string {
  if (!hasWildcard(path)) return path;
  const steps = path.split("/");
  const fixed = steps.slice(0, steps.findIndex(hasWildcard)).join("/");
  return fixed === "" ? (path.startsWith("/") ? "/" : ".") : fixed;
}

function work(): Promise<typeof import("./work/read_many_files.ts")> {
  return import(deferred("./work/read_many_files.ts"));
}
