import { basename } from "@std/path/basename";
import { fail } from "../model/mod.ts";

/** A worktree that a run works in. */
export interface Worktree {
  path: string;
  branch: string;
  isNew: boolean;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Enters the git worktree of a name, made if needed, beside the repository's other folders under `.qwen/worktrees`.
 * Throws `config_invalid` where there is no repository or git refuses.
 */
export async function enterWorktree(wanted: string, cwd: string): Promise<Worktree> {
  const name = wanted === "" ? `run-${crypto.randomUUID().slice(0, 8)}` : wanted;
  if (!NAME.test(name)) {
    throw fail("config_invalid", `--worktree takes a plain name, got ${JSON.stringify(wanted)}`, {
      hint: "Use letters, digits, dots and hyphens; check out a pull request by hand and name its folder with cd.",
    });
  }
  const root = (await git(["rev-parse", "--show-toplevel"], cwd)).trim();
  const path = `${root}/.qwen/worktrees/${name}`;
  const branch = `worktree-${name}`;
  const known = await git(["worktree", "list", "--porcelain"], root);
  if (
    known.split("\n").some((line) => line.startsWith("worktree ") && basename(line) === name && line.endsWith(path))
  ) {
    return { path, branch, isNew: false };
  }
  const hasBranch = (await git(["branch", "--list", branch], root)).trim() !== "";
  await git(["worktree", "add", path, ...(hasBranch ? [branch] : ["-b", branch])], root);
  return { path, branch, isNew: true };
}

async function git(args: readonly string[], cwd: string): Promise<string> {
  const decoder = new TextDecoder();
  try {
    // The repository's own hooks must not run only because somebody wants a folder of it.
    const command = new Deno.Command("git", {
      args: ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args],
      cwd,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { success, stdout, stderr } = await command.output();
    if (success) return decoder.decode(stdout);
    throw new Error(decoder.decode(stderr).trim().slice(0, 500));
  } catch (error) {
    throw fail(
      "config_invalid",
      `--worktree: git ${args[0]} failed: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
        hint: "It needs git and a folder inside a repository with at least one commit.",
      },
    );
  }
}
