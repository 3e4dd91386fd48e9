import { join } from "../../path/mod.ts";
import { lstatOrNull } from "../files/paths/stat_or_null.ts";
import type { GuardedPath } from "./config_paths.ts";

/** How deep repositories of submodules are searched, and how many are found at most. */
const MAX_DEPTH = 8;
const MAX_REPOSITORIES = 500;

/**
 * The guarded paths of the repository in a folder. The repository stays writable, because commits need it, but nothing
 * in it that decides which programs git runs: its configuration, hooks and attributes, and the files that lead git to
 * another configuration.
 */
export function gitGuards(root: string): GuardedPath[] {
  const git = join(root, ".git");
  const info = lstatOrNull(git);
  // In a linked worktree it is a file; replacing it by a folder would make another repository.
  if (info?.isFile) return [{ path: git, placeholder: null }];
  return info?.isDirectory ? repositoryGuards(git) : [];
}

/** The guarded paths of a repository, such as the folder `.git` or that of a linked worktree. */
export function repositoryGuards(git: string): GuardedPath[] {
  const nested = ["modules", "worktrees"].flatMap((name) => {
    const found: string[] = [];
    collectRepositories(join(git, name), { found, depth: 0 });
    return found.flatMap((folder) => ownGuards(folder, { isWorktree: name === "worktrees" }));
  });
  return [
    ...ownGuards(git, { isWorktree: false }),
    { path: join(git, "worktrees"), placeholder: "folder" },
    ...nested.map((guard): GuardedPath => ({ ...guard, isNested: true })),
  ];
}

function ownGuards(git: string, { isWorktree }: { isWorktree: boolean }): GuardedPath[] {
  const file = (name: string, text: string | null): GuardedPath => ({
    path: join(git, name),
    placeholder: text === null ? null : { text },
  });
  return [
    { path: git, placeholder: null, isPinned: true },
    { path: join(git, "info"), placeholder: "folder", isPinned: true },
    file("config", ""),
    file("config.worktree", ""),
    // Without a text git takes the repository for a broken one. A worktree has its own, unless git is just making it.
    file("commondir", isWorktree ? null : ".\n"),
    file("gitdir", null),
    { path: join(git, "hooks"), placeholder: "folder" },
    file("info/attributes", ""),
    file("info/grafts", ""),
    // New repositories of submodules cannot be made, because their configuration would not be guarded.
    { path: join(git, "modules"), placeholder: "folder" },
  ];
}

/** Finds the folders below `modules` and `worktrees` that git takes for repositories. */
function collectRepositories(folder: string, around: { found: string[]; depth: number }): void {
  const { found, depth } = around;
  if (depth > MAX_DEPTH) return;
  for (const { name, isDirectory } of entriesOf(folder)) {
    if (!isDirectory || found.length >= MAX_REPOSITORIES) continue;
    const path = join(folder, name);
    if (lstatOrNull(join(path, "HEAD")) === null) collectRepositories(path, { found, depth: depth + 1 });
    else {
      found.push(path);
      collectRepositories(join(path, "modules"), { found, depth: depth + 1 });
    }
  }
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    // Absent, or not a folder.
    return [];
  }
}
