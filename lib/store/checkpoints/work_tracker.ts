import { isAbsolute, join, relative } from "../../path/mod.ts";
import { type FileChange, type Files, withWrites, type WorkTracker } from "../../model/mod.ts";
import type { GitView } from "./git_view.ts";
import { lineChanges } from "./line_changes.ts";

/** The parts of a tracker. */
export interface WorkTrackerParts {
  cwd: string;
  files: Files;
  /** The same files as commands find them, where `files` are those of a client. */
  disk?: Files;
  git: GitView;
}

/** The state of a workspace before the first command of a prompt. */
interface Baseline {
  /** The commit at which it was; null outside of a repository and before the first commit. */
  commit: string | null;
  isRepository: boolean;
  /** Contents of files that differ from the commit; outside of a repository, of all files. */
  contents: Map<string, Content>;
  /** Whether some files were left out, so that a missing entry says nothing. */
  isPartial: boolean;
}

/** A file that is too large to be kept, or unreadable. */
const UNKNOWN = Symbol("unknown");
/** The content of a file; null where there is none. */
type Content = string | null | typeof UNKNOWN;

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_CHARS = 16 * 1024 * 1024;
const MAX_FILES = 2_000;
const MAX_DEPTH = 12;
const MAX_CHANGES = 1_000;
/** Folders of generated files, which are not searched for changes outside of a repository. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", ".venv", "__pycache__", "target", "dist"]);

/**
 * Finds the files that a prompt has changed: those that tools write through `files`, and those that commands change,
 * by comparing the workspace with its state before the first command.
 */
export class WorkspaceTracker implements WorkTracker {
  /** The files of the workspace; writes through it are tracked. */
  readonly files: Files;
  readonly #parts: WorkTrackerParts;
  /** Contents before the first write by a tool: of writes before the baseline was taken, and after. */
  #early = new Map<string, Content>();
  #late = new Map<string, Content>();
  #baseline: Promise<Baseline> | null = null;

  constructor(parts: WorkTrackerParts) {
    this.#parts = parts;
    const { files } = parts;
    this.files = withWrites(files, {
      write: async (path, content) => {
        await this.#keep(path);
        return await files.write(path, content);
      },
      change: async (changes) => {
        for (const { path } of changes) await this.#keep(path);
        return await files.change(changes);
      },
    });
  }

  startPrompt(): void {
    this.#early = new Map();
    this.#late = new Map();
    this.#baseline = null;
  }

  async beforeCommand(): Promise<void> {
    this.#baseline ??= this.#takeBaseline();
    await this.#baseline;
  }

  async changes(): Promise<FileChange[]> {
    const before = await this.#contentsBefore();
    const changes: FileChange[] = [];
    for (const [path, from] of [...before].sort(([a], [b]) => a < b ? -1 : 1).slice(0, MAX_CHANGES)) {
      const change = changeOf(path, { from, to: await this.#read(path, this.#sourceOf(path)) });
      if (change) changes.push(change);
    }
    return changes;
  }

  /** Every file that may have changed, with its content before. */
  async #contentsBefore(): Promise<Map<string, Content>> {
    const baseline = await this.#baseline;
    if (!baseline) return this.#early;
    const found = new Map(baseline.contents);
    if (baseline.isRepository) await this.#addTouched(found, baseline.commit);
    else if (!baseline.isPartial) {
      for (const path of (await this.#walk()).paths) if (!found.has(path)) found.set(path, null);
    }
    for (const [path, content] of this.#late) if (!found.has(path)) found.set(path, content);
    // Writes before the first command are older than the baseline.
    for (const [path, content] of this.#early) found.set(path, content);
    return found;
  }

  /** Adds files that differ from a commit, with their content in it. */
  async #addTouched(found: Map<string, Content>, commit: string | null): Promise<void> {
    const { git } = this.#parts;
    const touched = new Set([...await git.touchedSince(commit), ...this.#late.keys()]).difference(found);
    const committed = commit === null ? new Map<string, string>() : await git.contentsAt(commit, [...touched]);
    for (const path of touched) found.set(path, committed.get(path) ?? this.#late.get(path) ?? null);
  }

  async #takeBaseline(): Promise<Baseline> {
    const status = await this.#parts.git.status();
    const { paths, isPartial } = status ? { paths: status.dirty, isPartial: false } : await this.#walk();
    const contents = new Map<string, Content>();
    let total = 0;
    for (const path of paths.slice(0, MAX_FILES)) {
      const content = total > MAX_TOTAL_CHARS ? UNKNOWN : await this.#read(path, this.#sourceOf(path));
      if (typeof content === "string") total += content.length;
      contents.set(path, content);
    }
    return { commit: status?.commit ?? null, isRepository: status !== null, contents, isPartial };
  }

  async #walk(): Promise<{ paths: string[]; isPartial: boolean }> {
    const paths: string[] = [];
    const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
    for (let folder = folders.shift(); folder && paths.length < MAX_FILES; folder = folders.shift()) {
      const { path, depth } = folder;
      const entries = await this.#parts.files.list(join(this.#parts.cwd, path)).catch(() => []);
      for (const { name, isDirectory, isSymlink } of entries) {
        const child = path === "" ? name : `${path}/${name}`;
        if (isSymlink) continue;
        if (!isDirectory) paths.push(child);
        else if (depth < MAX_DEPTH && !SKIPPED.has(name)) folders.push({ path: child, depth: depth + 1 });
      }
    }
    return { paths, isPartial: folders.length > 0 };
  }

  /** The content of a file of the workspace. Unreadable files count as unknown. */
  async #read(name: string, files: Files): Promise<Content> {
    const path = join(this.#parts.cwd, name);
    try {
      const info = await files.stat(path);
      if (!info?.isFile) return null;
      if (info.size > MAX_FILE_BYTES) return UNKNOWN;
      return new TextDecoder().decode(await files.read(path, { maxBytes: MAX_FILE_BYTES }));
    } catch {
      return UNKNOWN;
    }
  }

  /** Keeps the content of a file before the first write by a tool. */
  async #keep(path: string): Promise<void> {
    const name = this.#nameOf(path);
    const written = this.#baseline ? this.#late : this.#early;
    if (name !== null && !written.has(name)) written.set(name, await this.#read(name, this.#parts.files));
  }

  /** A client is asked only for files that tools have written: commands change the others on disk. */
  #sourceOf(name: string): Files {
    const { files, disk = files } = this.#parts;
    return this.#early.has(name) || this.#late.has(name) ? files : disk;
  }

  /** A path relative to the workspace; null for one outside of it. */
  #nameOf(path: string): string | null {
    const name = relative(this.#parts.cwd, path);
    return name === "" || name === ".." || name.startsWith("../") || isAbsolute(name) ? null : name;
  }
}

function changeOf(path: string, { from, to }: { from: Content; to: Content }): FileChange | null {
  if (from === to && from !== UNKNOWN) return null;
  // Two states that are both unknown cannot be compared; the file was touched, so it is listed.
  const status = from === null ? "added" : to === null ? "deleted" : "modified";
  if (from === UNKNOWN || to === UNKNOWN || from?.includes("\0") || to?.includes("\0")) {
    return { path, status, added: 0, removed: 0 };
  }
  const { insertions, deletions } = lineChanges(from ?? "", to ?? "");
  return { path, status, added: insertions, removed: deletions };
}
