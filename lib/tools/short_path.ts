import { relative } from "@std/path/relative";

/** A path as a person reads it: relative to the working folder where it lies in it. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  return short.startsWith("..") ? path : short;
}
