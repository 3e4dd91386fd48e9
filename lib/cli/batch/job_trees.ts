import { basename, dirname } from "../../path/mod.ts";
import { AttemptRepository, type AttemptTree } from "../best_of/best_of_tree.ts";

/** The worktree of a job. */
export interface JobTree extends AsyncDisposable {
  cwd: string;
  /** What the job has changed, as a patch for `git apply`. */
  patch(): Promise<string>;
}

/** Makes a worktree for each job, and removes those that a killed run of the same batch has left behind. */
export class JobTrees {
  readonly #prefix: string;
  readonly #cleaned = new Set<string>();
  /** Git changes the list of worktrees one command at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `batch` names the batch: the same one for a run that continues it. */
  constructor(batch: string) {
    this.#prefix = `qwen_batch_${batch}_`;
  }

  /** Makes a worktree at `HEAD` of a folder. Throws `config_invalid` where there is no repository. */
  async add(cwd: string): Promise<JobTree> {
    const { repository, tree } = await this.#alone(() => this.#add(cwd));
    return {
      cwd: tree.cwd,
      patch: async () => await repository.patchText(tree),
      [Symbol.asyncDispose]: async () => await this.#alone(() => repository.close()),
    };
  }

  async #add(cwd: string): Promise<{ repository: AttemptRepository; tree: AttemptTree }> {
    const repository = await AttemptRepository.open(cwd, { flag: "--worktree", prefix: this.#prefix });
    try {
      await this.#clean(repository);
      return { repository, tree: await repository.add(1) };
    } catch (error) {
      await repository.close();
      throw error;
    }
  }

  /** Removes worktrees of an earlier run: their names tell that they belong to this batch, which only one run holds. */
  async #clean(repository: AttemptRepository): Promise<void> {
    if (this.#cleaned.has(repository.root)) return;
    this.#cleaned.add(repository.root);
    for (const path of await repository.worktrees()) {
      const folder = dirname(path);
      if (!basename(folder).startsWith(this.#prefix) || repository.owns(path)) continue;
      await Deno.remove(folder, { recursive: true });
    }
  }

  async #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return await done;
  }
}
