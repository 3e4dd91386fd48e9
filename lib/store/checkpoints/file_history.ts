/**
 * Files as they were before our own edits, keyed by the user message whose turn edited them. Contents are stored once
 * by their hash; an append-only index says which message changed which file.
 */
import { isObject } from "../../model/json.ts";
import { type ContentChange, type FileInfo, type Files, type RestorePoint, withWrites } from "../../model/ports.ts";
import { type Problem, problem, reasonOf } from "../../model/problem.ts";
import { appendLines } from "../journal/lines.ts";
import { readLines } from "../journal/read_lines.ts";
import { count } from "../journal/record.ts";
import { applyRestores, lstat, planRestores, type Restore, type Snapshot } from "./file_restore.ts";
import { replaceFile } from "../replace_file.ts";
import { type KeptFile, WorkspaceShadow } from "./workspace_shadow.ts";
import { makePrivateFolder, projectFolder, sessionName, type StorePaths } from "../store_paths.ts";

/** What a rewind would do, or did. */
export interface RewindResult {
  canRewind: boolean;
  error?: string;
  filesChanged: string[];
  insertions: number;
  deletions: number;
  /** Files that have become links since: they are left alone. */
  skippedLinks: number;
  /** Files that were too large to keep. */
  notKept: string[];
}

/** What a file history is opened with. */
export interface FileHistoryOptions {
  paths: StorePaths;
  sessionId: string;
  /** Whether the session is new, so that nothing can have been kept for it. */
  isNew?: boolean;
  /** Called once if a file could not be kept; the edit itself continues. */
  onFailure(problem: Problem): void;
  maxFileBytes?: number;
  maxTotalBytes?: number;
  /** The files of the workspace, with the fences of tools. */
  files: Files;
  /** The same files as commands find them, where `files` are those of a client. */
  disk?: Files;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether a file ends with the session, so that it is not kept; by default none does. */
  isTemporary?(path: string): Promise<boolean>;
  /** Whether something in these folders is not part of the workspace; by default nothing is. */
  isIgnored?: (path: string) => boolean;
  /** The folders in which commands may change files. */
  roots?: readonly string[];
}

interface Step {
  messageId: string;
  at: number;
  files: Map<string, Snapshot>;
}

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
const MAX_INDEX_LINE = 64 * 1024;

/** The folder of a session's file history. */
export function fileHistoryFolder(paths: StorePaths, sessionId: string): string {
  return `${projectFolder(paths)}/file-history/${sessionName(sessionId)}`;
}

/** Opens a session's file history, with the steps of earlier runs of the same session. */
export async function openFileHistory(options: FileHistoryOptions): Promise<FileHistory> {
  const folder = fileHistoryFolder(options.paths, options.sessionId);
  const steps: Step[] = [];
  if (options.isNew) return new FileHistory(options, { folder, steps });
  try {
    for await (const line of readLines(`${folder}/index.jsonl`, MAX_INDEX_LINE)) readStep(steps, line.text);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) options.onFailure(notKept(folder, error));
  }
  return new FileHistory(options, { folder, steps });
}

function readStep(steps: Step[], text: string | null): void {
  let entry: unknown = null;
  try {
    entry = JSON.parse(text ?? "null");
  } catch (error) {
    // The writer died while it wrote this line.
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isObject(entry)) return;
  if (typeof entry.message === "string") {
    steps.push({ messageId: entry.message, at: count(entry.at), files: new Map() });
  }
  if (typeof entry.path !== "string") return;
  steps.at(-1)?.files.set(entry.path, {
    blob: typeof entry.blob === "string" && /^[0-9a-f]{64}$/.test(entry.blob) ? entry.blob : null,
    mode: typeof entry.mode === "number" ? entry.mode : 0o644,
    lost: entry.lost === true,
    ...(typeof entry.link === "string" ? { link: entry.link } : {}),
    ...(entry.folder === true ? { folder: true } : {}),
    ...(entry.byCommand === true ? { byCommand: true } : {}),
  });
}

function notKept(path: string, error: unknown): Problem {
  const reason = reasonOf(error);
  return problem("internal", `Cannot keep a checkpoint of ${path}: ${reason}`, {
    detail: "checkpoint_not_kept",
    hint: "Edits continue, but a rewind cannot restore this file.",
  });
}

/** The file history of a session. */
export class FileHistory {
  /** The files of the workspace; every write keeps the old content first. */
  readonly files: Files;
  readonly #options: FileHistoryOptions;
  readonly #folder: string;
  readonly #steps: Step[];
  #unwritten: Step[] = [];
  #totalBytes = 0;
  #hasFailed = false;
  /** Whether the index may end within a line, after an earlier run or a failed write. */
  #mayBeCut: boolean;
  #queue: Promise<void> = Promise.resolve();
  readonly #shadow: WorkspaceShadow;
  /** The turn whose unasked commands may have changed files since they were last compared. */
  #unsettled: Step | null = null;

  constructor(options: FileHistoryOptions, kept: { folder: string; steps: Step[] }) {
    const { files } = options;
    this.#options = options;
    this.#folder = kept.folder;
    this.#steps = kept.steps;
    this.#mayBeCut = !options.isNew;
    const { roots = [], isIgnored = (): boolean => false } = options;
    this.#shadow = new WorkspaceShadow({
      files: options.disk ?? files,
      roots,
      isIgnored,
      folder: `${kept.folder}/shadow`,
    });
    this.files = withWrites(files, {
      write: (path, content) => this.#write(path, content),
      change: (changes) => this.#change(changes),
    });
  }

  /** The turns that edited files, newest first, by the id of their user message. */
  get points(): RestorePoint[] {
    return this.#steps.filter((step) => step.files.size > 0)
      .map(({ messageId, at, files }) => ({ id: messageId, at, label: labelOf([...files.keys()]) }))
      .reverse();
  }

  /** From now on edits belong to the turn of this user message. */
  begin(messageId: string): void {
    const step = { messageId, at: this.#options.now(), files: new Map() };
    this.#steps.push(step);
    this.#unwritten.push(step);
  }

  /** Keeps the workspace before a command that runs unasked. Returns what could not be kept, for people. */
  async beforeCommand(): Promise<string[]> {
    await this.settle();
    const step = this.#steps.at(-1);
    if (!step) return [];
    this.#unsettled = step;
    return await this.#shadow.keep();
  }

  /** Records what unasked commands have changed so far. */
  async settle(): Promise<void> {
    const step = this.#unsettled;
    if (!step) return;
    this.#unsettled = null;
    for (const { path, before } of this.#shadow.changes()) {
      if (step.files.has(path)) continue;
      const snapshot = snapshotOf(before);
      await this.#adopt(snapshot);
      const kept = this.#queue.then(() => this.#add(step, { path, snapshot }));
      this.#queue = kept;
      await kept;
    }
  }

  /** Records the last changes, and removes what was kept only for the case of a change. */
  async close(): Promise<void> {
    await this.settle();
    await this.#shadow.clear();
  }

  /** Restores files as they were before a user message; with `dryRun` only reports what that would change. */
  async rewind(messageId: string, options: { dryRun: boolean }): Promise<RewindResult> {
    const result: RewindResult = {
      canRewind: false,
      filesChanged: [],
      insertions: 0,
      deletions: 0,
      skippedLinks: 0,
      notKept: [],
    };
    await this.settle();
    const from = this.#steps.findIndex((step) => step.messageId === messageId);
    if (from === -1) return { ...result, error: `No file checkpoint found for message ${messageId}` };
    try {
      // Everything is read before anything is written: one file that cannot be restored stops the rewind.
      const restores = await this.#restores(from, result);
      if (!options.dryRun) await applyRestores(restores, this.#options);
      for (const { path, insertions, deletions } of restores) {
        result.filesChanged.push(path);
        result.insertions += insertions;
        result.deletions += deletions;
      }
      return { ...result, canRewind: true };
    } catch (error) {
      return { ...result, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #write(path: string, content: Uint8Array): Promise<FileInfo> {
    await this.settle();
    await this.#keepUnlessKept(path);
    return await this.#options.files.write(path, content);
  }

  async #change(changes: readonly ContentChange[]): Promise<(FileInfo | null)[]> {
    await this.settle();
    for (const { path } of changes) await this.#keepUnlessKept(path);
    return await this.#options.files.change(changes);
  }

  async #keepUnlessKept(path: string): Promise<void> {
    const isKept = this.#steps.at(-1)?.files.has(path) ?? true;
    if (!isKept && !await this.#options.isTemporary?.(path)) {
      await this.#keepOnce(await this.#options.files.resolve(path, "write"));
    }
  }

  /** Keeps a file as it is, once for each turn. Never throws. */
  async #keepOnce(path: string): Promise<void> {
    const step = this.#steps.at(-1);
    if (step === undefined || step.files.has(path)) return;
    const kept = this.#queue.then(() => this.#keep(step, path));
    this.#queue = kept;
    await kept;
  }

  async #restores(from: number, result: RewindResult): Promise<Restore[]> {
    // The first snapshot since the message shows the file before the message: no earlier turn since changed it.
    const first = new Map<string, Snapshot>();
    for (const step of this.#steps.slice(from)) {
      for (const [path, snapshot] of step.files) if (!first.has(path)) first.set(path, snapshot);
    }
    return await planRestores(first, { result, read: (blob) => Deno.readFile(this.#blobPath(blob)) });
  }

  async #keep(step: Step, path: string): Promise<void> {
    if (step.files.has(path)) return;
    try {
      const snapshot = await this.#snapshot(path);
      if (snapshot !== null) await this.#add(step, { path, snapshot });
    } catch (error) {
      step.files.set(path, { blob: null, mode: 0, lost: true });
      this.#mayBeCut = true;
      if (!this.#hasFailed) this.#options.onFailure(notKept(path, error));
      this.#hasFailed = true;
    }
  }

  async #add(step: Step, { path, snapshot }: { path: string; snapshot: Snapshot }): Promise<void> {
    // Turns that began after this one follow with their own first file.
    const heads = this.#unwritten.slice(0, this.#unwritten.indexOf(step) + 1);
    const lines = heads.map(({ messageId, at }) => ({ message: messageId, at }));
    await this.#appendIndex([...lines, { path, ...snapshot }]);
    this.#unwritten = this.#unwritten.slice(heads.length);
    step.files.set(path, snapshot);
  }

  /** Moves the copy of a changed file to the contents that are kept for good. */
  async #adopt({ blob }: Snapshot): Promise<void> {
    if (blob === null || await lstat(this.#blobPath(blob)) !== null) return;
    await makePrivateFolder(`${this.#folder}/blobs`);
    await Deno.copyFile(this.#shadow.copyOf(blob), this.#blobPath(blob));
  }

  async #snapshot(path: string): Promise<Snapshot | null> {
    const info = await lstat(path);
    if (info === null) return { blob: null, mode: 0o644, lost: false };
    if (!info.isFile) return null;
    const { files, maxFileBytes = MAX_FILE_BYTES, maxTotalBytes = MAX_TOTAL_BYTES } = this.#options;
    const mode = (info.mode ?? 0o644) & 0o777;
    if (info.size > maxFileBytes || this.#totalBytes + info.size > maxTotalBytes) {
      return { blob: null, mode, lost: true };
    }
    // Read with the fences of tools: the target of a link that is swapped in must not be kept.
    const content = await files.read(path);
    this.#totalBytes += content.length;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(content))).toHex();
    const target = this.#blobPath(hash);
    if (await lstat(target) === null) {
      await makePrivateFolder(`${this.#folder}/blobs`);
      await replaceFile(target, content);
    }
    return { blob: hash, mode, lost: false };
  }

  #blobPath(hash: string): string {
    return `${this.#folder}/blobs/${hash}`;
  }

  async #appendIndex(entries: readonly object[]): Promise<void> {
    await makePrivateFolder(this.#folder);
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const path = `${this.#folder}/index.jsonl`;
    if (this.#mayBeCut) appendLines(path, text);
    else await Deno.writeTextFile(path, text, { append: true, mode: 0o600 });
    this.#mayBeCut = false;
  }
}

/** What a command found before it changed something. */
function snapshotOf(before: KeptFile | null): Snapshot {
  if (before === null) return { blob: null, mode: 0o644, lost: false, byCommand: true };
  const { hash, mode, link, isFolder } = before;
  if (link !== undefined) return { blob: null, mode, lost: false, byCommand: true, link };
  if (isFolder) return { blob: null, mode, lost: false, byCommand: true, folder: true };
  return { blob: hash, mode, lost: hash === null, byCommand: true };
}

function labelOf(paths: readonly string[]): string {
  const names = paths.slice(0, 3).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const more = paths.length - names.length;
  return `Before edits of ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
