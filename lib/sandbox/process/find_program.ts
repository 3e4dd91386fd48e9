import { IS_WINDOWS, isAbsolute, isInside, join, searchFolders } from "../../path/mod.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";

/** Finds a program in the absolute folders of a PATH, except in folders that tools can write; null when absent. */
export function findProgram(name: string, search: { path: string; avoid: readonly string[] }): string | null {
  return searchFolders(search.path)
    .filter((folder) => isAbsolute(folder) && !search.avoid.some((root) => isInside(folder, root)))
    .flatMap((folder) => spellings(name).map((spelled) => join(folder, spelled)))
    .find((path) => statOrNull(path)?.isDirectory === false) ?? null;
}

/** The files that a program's name can mean: on Windows it may lack its ending. */
function spellings(name: string): string[] {
  return IS_WINDOWS && !/\.[a-z]+$/i.test(name) ? [".exe", ".cmd", ".bat"].map((ending) => name + ending) : [name];
}
