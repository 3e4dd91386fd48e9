import { dirname } from "@std/path/dirname";
import { resolve } from "@std/path/resolve";

/** Settings by which a repository makes git run programs, also when it is only asked to show something. */
const RUNS_PROGRAMS =
  /^\s*\[\s*(include|includeif|alias|filter)\b|\b(fsmonitor|external|textconv|pager|sshcommand|hookspath|editor|program|command|process|clean|smudge|helper|askpass|driver|proxy|gitproxy|attributesfile|worktree)\s*(=|$)/im;

/** Whether git in a folder does what it is asked and nothing that the repository's own configuration adds to it. */
export function isPlainRepository(root: string): boolean {
  return configFiles(root).every((path) => {
    const text = readIfThere(path);
    return text === null || !RUNS_PROGRAMS.test(text);
  });
}

function configFiles(root: string): string[] {
  const dotGit = `${root}/.git`;
  // In a linked worktree it is a file that names the real place.
  const named = /^gitdir:\s*(.+)$/m.exec(readIfThere(dotGit) ?? "")?.[1].trim();
  const folder = named === undefined ? dotGit : resolve(root, named);
  const shared = readIfThere(`${folder}/commondir`)?.trim();
  const folders = [folder, shared === undefined ? dirname(dirname(folder)) : resolve(folder, shared)];
  const places = named === undefined ? [folder] : folders;
  // A bare repository can hide in any folder: its configuration lies beside its objects.
  const bare = readIfThere(`${root}/HEAD`) === null ? [] : [root];
  return [...places, ...bare].flatMap((place) => [`${place}/config`, `${place}/config.worktree`]);
}

function readIfThere(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
