import { basename } from "../../../path/mod.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import { fail } from "../../../model/mod.ts";
import { secretPaths } from "../../../sandbox/policy/config_paths.ts";
import { parseFences } from "../../../sandbox/policy/fences.ts";
import { childEnvironment } from "../../../sandbox/process/child_environment.ts";
import { Confinement } from "../../../sandbox/process/confinement.ts";
import type { SandboxWish } from "../../../sandbox/process/confinement_options.ts";
import { socketVariables } from "../../../sandbox/process/mounts/host_sockets.ts";

/** A worktree that a run works in. */
export interface Worktree {
  path: string;
  branch: string;
  isNew: boolean;
}

/** Where and how git runs. */
interface GitPlace {
  cwd: string;
  wrap: (argv: readonly string[]) => readonly string[];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Enters the git worktree of a name, made if needed, beside the repository's other folders under `.qwen/worktrees`.
 * Throws `config_invalid` where there is no repository or git refuses.
 */
export async function enterWorktree(
  wanted: string,
  { cwd, sandbox = "auto" }: { cwd: string; sandbox?: SandboxWish },
): Promise<Worktree> {
  const name = wanted === "" ? `run-${crypto.randomUUID().slice(0, 8)}` : wanted;
  if (!NAME.test(name)) {
    throw fail("config_invalid", `--worktree takes a plain name, got ${JSON.stringify(wanted)}`, {
      hint:
        "Use letters, digits, dots and hyphens. To work on a pull request, check it out and run qwen in its folder.",
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
  await git(["worktree", "add", "--no-checkout", path, ...(hasBranch ? [branch] : ["-b", branch])], root);
  await checkOut(path, sandbox);
  return { path, branch, isNew: true };
}

/** Writes the files of a new worktree. Filters of the repository run here, so this happens in the sandbox. */
async function checkOut(path: string, wish: SandboxWish): Promise<void> {
  const folder = (await git(["rev-parse", "--absolute-git-dir"], path)).trim();
  const denyWrite = ["commondir", "gitdir", "HEAD", "config.worktree"].map((name) => `${folder}/${name}`);
  const home = homeFolder((name) => Deno.env.get(name));
  const confinement = new Confinement({
    wish,
    roots: [path, folder],
    fences: parseFences({ denyWrite }, { cwd: path, home }),
    secrets: secretPaths(home),
    home,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    sockets: socketVariables(Deno.env.toObject()),
  });
  try {
    await confinement.ready();
    const wrap: GitPlace["wrap"] = (argv) => confinement.wrap(argv, { cwd: path, profile: "workspace" });
    await git(["read-tree", "--reset", "-u", "HEAD"], { cwd: path, wrap });
  } finally {
    await confinement.close();
  }
}

async function git(args: readonly string[], around: string | GitPlace): Promise<string> {
  const { cwd, wrap } = typeof around === "string" ? { cwd: around, wrap: (argv: readonly string[]) => argv } : around;
  const decoder = new TextDecoder();
  try {
    // Creating a worktree must not run the repository's hooks.
    const argv = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args];
    const [command, ...rest] = wrap(argv);
    const child = new Deno.Command(command, {
      args: rest,
      cwd,
      env: childEnvironment({ source: Deno.env.toObject(), passEnv: [], runId: crypto.randomUUID() }),
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { success, stdout, stderr } = await child.output();
    if (success) return decoder.decode(stdout);
    throw new Error(decoder.decode(stderr).trim().slice(-500));
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
