import { join, realPath } from "../../path/mod.ts";
import { fail } from "../../model/mod.ts";

/** A detached worktree for one attempt. */
export interface AttemptTree {
  /** The root of the worktree. */
  root: string;
  /** The working folder of the attempt: the same place in the repository as that of the run. */
  cwd: string;
  /** The worktree's own data in the repository; the attempt cannot change it. */
  gitDir: string;
}

const SAFE = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
const decoder = new TextDecoder();

/** How a repository is used. */
export interface RepositoryUse {
  /** The flag that asks for worktrees, for messages. */
  flag: "--best-of" | "--worktree";
  /** The beginning of the name of the folder that holds the worktrees. */
  prefix: string;
}

/** The repository in which several attempts are made. */
export class AttemptRepository {
  readonly root: string;
  readonly #prefix: string;
  readonly #commit: string;
  readonly #folder: string;
  /** The last worktree that was begun: git makes them one after the other. */
  #adding: Promise<unknown> = Promise.resolve();
  readonly #flag: RepositoryUse["flag"];

  private constructor(
    facts: { root: string; prefix: string; commit: string; folder: string; flag: RepositoryUse["flag"] },
  ) {
    this.root = facts.root;
    this.#prefix = facts.prefix;
    this.#commit = facts.commit;
    this.#folder = facts.folder;
    this.#flag = facts.flag;
  }

  /** Opens the repository of a folder. Throws `config_invalid` where there is none or no commit. */
  static async open(cwd: string, { flag, prefix: name }: RepositoryUse): Promise<AttemptRepository> {
    const root = (await git(["rev-parse", "--show-toplevel"], { cwd, flag })).trim();
    const prefix = (await git(["rev-parse", "--show-prefix"], { cwd, flag })).trim();
    const commit = (await git(["rev-parse", "--verify", "HEAD"], { cwd, flag })).trim();
    const folder = await realPath(await Deno.makeTempDir({ prefix: name }));
    return new AttemptRepository({ root, prefix, commit, folder, flag });
  }

  /** Throws `config_invalid` where the tree has changes: a patch may not fit it. */
  async requireCleanTree(): Promise<void> {
    const status = await this.#git(["status", "--porcelain"], this.root);
    if (status === "") return;
    const files = status.trim().split("\n").length;
    throw fail("config_invalid", `${this.#flag} needs a clean tree: ${files} files differ`, {
      hint: "Commit or stash the changes first; `git status` lists them.",
    });
  }

  /** The paths of all worktrees of the repository. */
  async worktrees(): Promise<string[]> {
    const list = await this.#git(["worktree", "list", "--porcelain", "-z"], this.root);
    return list.split("\0").flatMap((line) => line.startsWith("worktree ") ? [line.slice("worktree ".length)] : []);
  }

  /** Whether a worktree was made here. */
  owns(path: string): boolean {
    return path.startsWith(`${this.#folder}/`);
  }

  /** Makes the worktree of an attempt. */
  async add(number: number): Promise<AttemptTree> {
    const tree = this.#adding.then(() => this.#add(number));
    this.#adding = tree.catch(() => undefined);
    return await tree;
  }

  async #add(number: number): Promise<AttemptTree> {
    const root = join(this.#folder, `attempt-${number}`);
    await this.#git(["worktree", "add", "--detach", "--quiet", root, this.#commit], this.root);
    const gitDir = (await this.#git(["rev-parse", "--absolute-git-dir"], root)).trim();
    return { root, cwd: join(root, this.#prefix), gitDir };
  }

  /** The change of an attempt as a patch; empty when nothing changed. */
  async patchOf(tree: AttemptTree): Promise<string> {
    await this.#git([...placeOf(tree), "add", "--all", "."], tree.root);
    return await this.#diff(tree);
  }

  /** The change of an attempt as the text of a patch. Files that are not UTF-8 are written as binary ones. */
  async patchText(tree: AttemptTree): Promise<string> {
    const file = await this.patchOf(tree);
    if (file === "") return "";
    const text = await readUtf8(file);
    if (text !== null) return text;
    const names = await this.#git([...placeOf(tree), "diff", "--cached", "--name-only", "-z", this.#commit], tree.root);
    let attributes = "";
    for (const name of names.split("\0").filter((name) => name !== "")) {
      const own = await this.#diff(tree, { paths: [`:(top,literal)${name}`] });
      if (await readUtf8(own) === null) attributes += `${attributePattern(name)} -diff\n`;
    }
    const list = join(this.#folder, "attributes");
    await Deno.writeTextFile(list, attributes);
    return await Deno.readTextFile(await this.#diff(tree, { options: ["-c", `core.attributesFile=${list}`] }));
  }

  /** Writes the staged change to a file; its path, or nothing when nothing changed. */
  async #diff(
    tree: AttemptTree,
    { options = [], paths = [] }: { options?: readonly string[]; paths?: readonly string[] } = {},
  ): Promise<string> {
    const file = join(this.#folder, "winner.patch");
    const diff = ["diff", "--cached", "--binary", "--no-ext-diff", "--no-textconv", `--output=${file}`, this.#commit];
    await this.#git([...options, ...placeOf(tree), ...diff, "--", ...paths], tree.root);
    return (await Deno.stat(file)).size === 0 ? "" : file;
  }

  /** Applies a patch to the tree of the run. */
  async apply(patch: string): Promise<void> {
    if (patch !== "") await this.#git(["apply", "--whitespace=nowarn", patch], this.root);
  }

  /** Removes all worktrees. */
  async close(): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
    await this.#git(["worktree", "prune"], this.root);
  }

  #git(args: readonly string[], cwd: string): Promise<string> {
    return git(args, { cwd, flag: this.#flag });
  }
}

/** The place of a worktree. Its `.git` file was within reach of the attempt, so it is not followed. */
function placeOf({ root, gitDir }: AttemptTree): string[] {
  return [`--git-dir=${gitDir}`, `--work-tree=${root}`];
}

/** The text of a file; null when it is not UTF-8. */
async function readUtf8(path: string): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A path as the pattern of an attribute. */
function attributePattern(path: string): string {
  const pattern = `/${path.replace(/[\\*?[\]]/g, "\\$&")}`;
  return JSON.stringify(pattern);
}

async function git(args: readonly string[], { cwd, flag }: { cwd: string; flag: string }): Promise<string> {
  try {
    const command = new Deno.Command("git", {
      args: [...SAFE, ...args],
      cwd,
      env: { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { success, stdout, stderr } = await command.output();
    if (success) return decoder.decode(stdout);
    throw new Error(decoder.decode(stderr).trim().slice(0, 500));
  } catch (error) {
    const verb = args.find((word, at) => !word.startsWith("-") && args[at - 1] !== "-c") ?? "";
    throw fail("config_invalid", `${flag}: git ${verb} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
      hint: "It needs git and a folder inside a repository with at least one commit.",
    });
  }
}
