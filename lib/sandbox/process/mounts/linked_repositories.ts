import { dirname, join, resolve } from "../../../path/mod.ts";
import { realPathNow } from "../../files/paths/real_path.ts";
import { lstatOrNull } from "../../files/paths/stat_or_null.ts";

const MAX_LINK_BYTES = 4_096;

/**
 * The repository of a linked worktree, which lies outside of it; none for any other folder. The repository must name
 * the worktree in turn: a file in a folder from a stranger must not open any other folder.
 */
export function linkedRepositories(root: string): string[] {
  const file = join(root, ".git");
  const folder = /^gitdir: ([^\n]+)\n?$/.exec(shortText(file))?.[1];
  if (folder === undefined) return [];
  const own = realPathNow(resolve(root, folder));
  const back = shortText(join(own, "gitdir")).trimEnd();
  const shared = shortText(join(own, "commondir")).trimEnd();
  if (back === "" || shared === "" || realPathNow(resolve(own, back)) !== realPathNow(file)) return [];
  const common = realPathNow(resolve(own, shared));
  return dirname(dirname(own)) === common ? [common] : [];
}

function shortText(path: string): string {
  const info = lstatOrNull(path);
  if (!info?.isFile || info.size > MAX_LINK_BYTES) return "";
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // It was removed meanwhile, or it is not readable.
    return "";
  }
}
