import { isAbsolute } from "@std/path/is-absolute";
import { join } from "@std/path/join";
import { isInside } from "../files/real_path.ts";
import { statOrNull } from "../files/stat_or_null.ts";

/** Finds a program in the absolute folders of a PATH, except in folders that tools can write; null when absent. */
export function findProgram(name: string, search: { path: string; avoid: readonly string[] }): string | null {
  return search.path.split(":")
    .filter((folder) => isAbsolute(folder) && !search.avoid.some((root) => isInside(folder, root)))
    .map((folder) => join(folder, name))
    .find((path) => statOrNull(path)?.isDirectory === false) ?? null;
}
