import { basename } from "@std/path/basename";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";

/** Whether a path is a folder or is inside it, by component. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The real path of the existing part of a path, followed by the rest unchanged. Synchronous, never throws. */
export function realPathNow(path: string): string {
  let head = path;
  let tail = "";
  while (head !== "/" && head !== ".") {
    try {
      return join(Deno.realPathSync(head), tail);
    } catch {
      tail = tail === "" ? basename(head) : `${basename(head)}/${tail}`;
      head = dirname(head);
    }
  }
  return join(head, tail);
}
