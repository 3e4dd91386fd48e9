import { relative } from "../path/mod.ts";

/** A path for display: relative if it is inside the working folder. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  return short.startsWith("..") ? path : short;
}
