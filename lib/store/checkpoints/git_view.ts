import type { Shell } from "../../model/mod.ts";

/** The parts of a view. */
export interface GitViewParts {
  cwd: string;
  shell: Shell;
  /** Whether git may run here without a question; it may not where the repository configures programs. */
  isAllowed(command: string): Promise<boolean>;
}

/** The state of a repository. Paths are relative to the working folder. */
export interface GitStatus {
  /** The commit of HEAD; null before the first one. */
  commit: string | null;
  /** Files that differ from it, untracked ones included. */
  dirty: string[];
}

/** Facts about a repository for the model. */
export interface GitFacts {
  branch: string;
  dirty: string[];
  commits: string[];
}

const GIT = "git --no-optional-locks -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.quotepath=false";
const FACTS_MS = 1_000;
const READING = { timeoutMs: 4_000, maxBytes: 24 * 1024 * 1024 };
const MAX_FACT_BYTES = 64 * 1024;
// Paths per command line, which is bounded.
const PATHS_AT_ONCE = 200;

/** Reads a repository through the sandboxed shell. Every command is bounded in time and output. */
export class GitView {
  readonly #parts: GitViewParts;

  constructor(parts: GitViewParts) {
    this.#parts = parts;
  }

  /** The state of the repository; null where there is none or it cannot be read. */
  async status(): Promise<GitStatus | null> {
    if (!await this.#parts.isAllowed("git status")) return null;
    const text = await this.#run(
      `${GIT} rev-parse --show-prefix && ${GIT} status --porcelain=v1 -z -uall --no-renames -- .`,
    );
    if (text === null) return null;
    const end = text.indexOf("\n");
    const prefix = text.slice(0, end);
    const dirty = entriesOf(text.slice(end + 1)).map((path) => path.slice(prefix.length));
    const commit = (await this.#run(`${GIT} rev-parse --verify -q HEAD`))?.trim() || null;
    return { commit, dirty };
  }

  /** Files that differ from a commit, or have been changed by commits since. */
  async touchedSince(commit: string | null): Promise<string[]> {
    const status = await this.status();
    if (!status) return [];
    if (commit === null || status.commit === commit) return status.dirty;
    const named = await this.#run(
      `${GIT} diff --name-only -z --no-renames --no-ext-diff --relative ${commit} HEAD -- .`,
    );
    return [...new Set([...status.dirty, ...(named ?? "").split("\0").filter((path) => path !== "")])];
  }

  /** The contents of files at a commit; files that it does not have are left out. */
  async contentsAt(commit: string, paths: readonly string[]): Promise<Map<string, string>> {
    const contents = new Map<string, string>();
    const plain = paths.filter((path) => !path.includes("\n"));
    for (let at = 0; at < plain.length; at += PATHS_AT_ONCE) {
      const some = plain.slice(at, at + PATHS_AT_ONCE);
      const names = some.map((path) => quoted(`${commit}:./${path}`)).join(" ");
      const output = await this.#bytes(`printf '%s\\n' ${names} | ${GIT} cat-file --batch`, READING);
      if (output) readBatch(output, { paths: some, contents });
    }
    return contents;
  }

  /** Branch, changed files and last commits for the model; null outside of a repository. */
  async facts(): Promise<GitFacts | null> {
    if (!await this.#parts.isAllowed("git status")) return null;
    const command = `${GIT} status --porcelain=v1 -b --no-renames -- . && echo --commits && ` +
      `${GIT} log -3 --no-show-signature --format='%h %s' 2>/dev/null || true`;
    const bytes = await this.#bytes(command, { timeoutMs: FACTS_MS, maxBytes: MAX_FACT_BYTES });
    if (bytes === null) return null;
    const [state, log = ""] = new TextDecoder().decode(bytes).split("\n--commits\n");
    const [head, ...dirty] = state.split("\n").filter((line) => line !== "");
    if (!head?.startsWith("## ")) return null;
    const branch = head.slice(3).replace(/^No commits yet on /, "").split("...")[0];
    return { branch, dirty, commits: log.split("\n").filter((line) => line !== "") };
  }

  async #run(command: string): Promise<string | null> {
    const bytes = await this.#bytes(command, READING);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** The standard output of a command; null when it failed, took too long or wrote too much. */
  async #bytes(
    command: string,
    { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
  ): Promise<Uint8Array | null> {
    const { shell, cwd } = this.#parts;
    const stop = new AbortController();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      await shell.ready?.("read-only");
      const run = shell.run({ command, cwd, timeoutMs, profile: "read-only", signal: stop.signal });
      for await (const { channel, bytes } of run.output) {
        if (channel !== "stdout") continue;
        size += bytes.length;
        if (size > maxBytes) stop.abort();
        else chunks.push(bytes);
      }
      if ((await run.status).code !== 0 || stop.signal.aborted) return null;
    } catch {
      // Without a shell or a sandbox there is nothing to be read.
      return null;
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/** The paths of `git status -z`. */
function entriesOf(text: string): string[] {
  return text.split("\0").filter((entry) => entry.length > 3).map((entry) => entry.slice(3));
}

/** Reads the output of `git cat-file --batch`. */
function readBatch(
  output: Uint8Array,
  { paths, contents }: { paths: readonly string[]; contents: Map<string, string> },
): void {
  const decoder = new TextDecoder();
  let at = 0;
  for (const path of paths) {
    const end = output.indexOf(10, at);
    if (end === -1) return;
    const head = decoder.decode(output.subarray(at, end));
    at = end + 1;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) continue;
    contents.set(path, decoder.decode(output.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
