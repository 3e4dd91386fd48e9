/** Path functions for systems whose paths begin with `/`. */
export { basename } from "@std/path/basename";
export { dirname } from "@std/path/dirname";
export { extname } from "@std/path/extname";
export { fromFileUrl } from "@std/path/from-file-url";
export { isAbsolute } from "@std/path/is-absolute";
export { join } from "@std/path/join";
export { normalize } from "@std/path/normalize";
export { relative } from "@std/path/relative";
export { resolve } from "@std/path/resolve";

/** The path itself: it already has `/` between its parts. */
export function slashed(path: string): string {
  return path;
}

/** No name has a meaning of its own. */
export function nameFault(_path: string): string | null {
  return null;
}

/** The path itself: its case counts. */
export function comparable(path: string): string {
  return path;
}
