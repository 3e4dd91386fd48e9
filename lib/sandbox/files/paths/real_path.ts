import { basename, dirname, IS_WINDOWS, join, normalize, realPathSync } from "../../../path/mod.ts";

/** The real path of the existing part of a path, followed by the rest unchanged. Synchronous, never throws. */
export function realPathNow(path: string): string {
  // Looking at a share would tell its server who asks.
  if (IS_WINDOWS && path.startsWith("//")) return normalize(path);
  let head = path;
  let tail = "";
  while (dirname(head) !== head) {
    try {
      return join(realPathSync(head), tail);
    } catch {
      tail = tail === "" ? basename(head) : `${basename(head)}/${tail}`;
      head = dirname(head);
    }
  }
  return join(head, tail);
}
