/**
 * Files as they were before our own edits, keyed by the user message whose turn edited them. Contents are kept once
 * by their hash; an append-only index says which message changed which file.
 */
import { isObject } from "../model/json.ts";
import type { Files, RestorePoint } from "../model/ports.ts";
import { type Problem, problem, reasonOf } from "../model/problem.ts";
import { lineChanges } from "./line_changes.ts";
import { appendLines } from "./lines.ts";
import { readLines } from "./read_lines.ts";
import { count } from "./record.ts";
import { makePrivateFolder, type Place, projectFolder, sessionName } from "./places.ts";
import { replaceFile } from "./replace_file.ts";

/** What going back would do, or did. */
export interface RewindResult {
  canRewind: boolean;
  error?: string;
  filesChanged: string[];
  insertions: number;
  deletions: number;
  /** Files that became links since: they are left alone. */
  skippedLinks: number;
  /** Files that were too large to keep. */
  notKept: string[];
}

/** What checkpoints are opened with. */
export interface CheckpointOptions {
  place: Place;
  sessionId: string;
  /** Whether the session has just begun, so that nothing can have been kept for it. */
  isNew?: boolean;
  /** Told once when a file could not be kept; the edit itself goes on. */
  onFailure(problem: Problem): void;
  maxFileBytes?: number;
  maxTotalBytes?: number;
  /** Through which files are read and put back: behind the fences of tools. */
  files: Files;
}

/** `blob` is null for a file that did not exist, and `lost` says that its content was not kept. */
interface Snapshot {
  blob: string | null;
  mode: number;
  lost: boolean;
}

interface Step {
  messageId: string;
  at: number;
  files: Map<string, Snapshot>;
}

interface Restore {
  path: string;
  /** Null removes the file. */
  content: Uint8Array | null;
  mode: number;
  insertions: number;
  deletions: number;
}

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
const MAX_INDEX_LINE = 64 * 1024;

/** The folder of a session's checkpoints. */
export function checkpointFolder(place: Place, sessionId: string): string {
  return `${projectFolder(place)}/file-history/${sessionName(sessionId)}`;
}

/** Opens a session's checkpoints; those of an earlier run of the same session count on. */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const folder = checkpointFolder(options.place, options.sessionId);
  const steps: Step[] = [];
  if (options.isNew) return new Checkpoints(options, { folder, steps });
  try {
    for await (const line of readLines(`${folder}/index.jsonl`, MAX_INDEX_LINE)) readStep(steps, line.text);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) options.onFailure(notKept(folder, error));
  }
  return new Checkpoints(options, { folder, steps });
}

function readStep(steps: Step[], text: string | null): void {
  let entry: unknown = null;
  try {
    entry = JSON.parse(text ?? "null");
  } catch (error) {
    // A line that was being written when the writer died.
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
  });
}

function notKept(path: string, error: unknown): Problem {
  const reason = reasonOf(error);
  return problem("internal", `Cannot keep a checkpoint of ${path}: ${reason}`, {
    detail: "checkpoint_not_kept",
    hint: "Edits go on, but this file cannot be put back by a rewind.",
  });
}

/** A session's file checkpoints. */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #folder: string;
  readonly #steps: Step[];
  #unwritten: Step[] = [];
  #totalBytes = 0;
  #hasFailed = false;
  /** Whether the index may end within a line, after an earlier run or a write that failed. */
  #mayBeCut: boolean;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: CheckpointOptions, kept: { folder: string; steps: Step[] }) {
    this.#options = options;
    this.#folder = kept.folder;
    this.#steps = kept.steps;
    this.#mayBeCut = !options.isNew;
  }

  /** The turns that edited files, newest first: what can be had back, by the id of their user message. */
  get points(): RestorePoint[] {
    return this.#steps.filter((step) => step.files.size > 0)
      .map(({ messageId, at, files }) => ({ id: messageId, at, label: labelOf([...files.keys()]) }))
      .reverse();
  }

  /** From now on edits belong to the turn of this user message. */
  begin(messageId: string, at: number): void {
    const step = { messageId, at, files: new Map() };
    this.#steps.push(step);
    this.#unwritten.push(step);
  }

  /** Whether a file needs no keeping in this turn. */
  isKept(path: string): boolean {
    return this.#steps.at(-1)?.files.has(path) ?? true;
  }

  /** Keeps a file as it is, once for each turn; to be called before it is edited. Never throws. */
  async keep(path: string): Promise<void> {
    const step = this.#steps.at(-1);
    if (step === undefined || step.files.has(path)) return;
    const kept = this.#queue.then(() => this.#keep(step, path));
    this.#queue = kept;
    await kept;
  }

  /** Puts files back as they were before a user message; with `dryRun` only tells what that would change. */
  async rewind(messageId: string, options: { dryRun: boolean }): Promise<RewindResult> {
    const result: RewindResult = {
      canRewind: false,
      filesChanged: [],
      insertions: 0,
      deletions: 0,
      skippedLinks: 0,
      notKept: [],
    };
    const from = this.#steps.findIndex((step) => step.messageId === messageId);
    if (from === -1) return { ...result, error: `No file checkpoint found for message ${messageId}` };
    try {
      // Everything is read before anything is written: a file that cannot be put back stops the whole.
      const restores = await this.#restores(from, result);
      if (!options.dryRun) { for (const restore of restores) await apply(restore, this.#options.files); }
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

  async #restores(from: number, result: RewindResult): Promise<Restore[]> {
    // The first snapshot after the message shows a file as it was before it: until then we had not touched it.
    const first = new Map<string, Snapshot>();
    for (const step of this.#steps.slice(from)) {
      for (const [path, snapshot] of step.files) if (!first.has(path)) first.set(path, snapshot);
    }
    const restores: Restore[] = [];
    for (const [path, snapshot] of first) {
      if (snapshot.lost) {
        result.notKept.push(path);
        continue;
      }
      const now = await currentContent(path);
      if (now === "link") {
        result.skippedLinks += 1;
        continue;
      }
      const before = snapshot.blob === null ? null : await Deno.readFile(this.#blobPath(snapshot.blob));
      if (isSame(now, before)) continue;
      restores.push({ path, content: before, mode: snapshot.mode, ...countLines(now, before) });
    }
    return restores;
  }

  async #keep(step: Step, path: string): Promise<void> {
    if (step.files.has(path)) return;
    try {
      const snapshot = await this.#snapshot(path);
      if (snapshot === null) return;
      const heads = this.#unwritten.map(({ messageId, at }) => ({ message: messageId, at }));
      await this.#appendIndex([...heads, { path, ...snapshot }]);
      this.#unwritten = [];
      step.files.set(path, snapshot);
    } catch (error) {
      step.files.set(path, { blob: null, mode: 0, lost: true });
      this.#mayBeCut = true;
      if (!this.#hasFailed) this.#options.onFailure(notKept(path, error));
      this.#hasFailed = true;
    }
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
    // Read as tools read: whoever swaps a link in must not have what it leads to kept.
    const content = await files.read(path);
    this.#totalBytes += content.length;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content as Uint8Array<ArrayBuffer>)).toHex();
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

function labelOf(paths: readonly string[]): string {
  const names = paths.slice(0, 3).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const more = paths.length - names.length;
  return `Before edits of ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

async function lstat(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}

async function currentContent(path: string): Promise<Uint8Array | null | "link"> {
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  const info = await lstat(path);
  if (info === null) return await leadsElsewhere(folder) ? "link" : null;
  if (info.isSymlink || await leadsElsewhere(folder)) return "link";
  return await Deno.readFile(path);
}

/** Whether a folder on the way was replaced by a link since. */
async function leadsElsewhere(folder: string): Promise<boolean> {
  try {
    return await Deno.realPath(folder) !== folder;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function countLines(now: Uint8Array | null, before: Uint8Array | null): { insertions: number; deletions: number } {
  const isBinary = (bytes: Uint8Array | null): boolean => bytes !== null && bytes.subarray(0, 8192).includes(0);
  if (isBinary(now) || isBinary(before)) return { insertions: 0, deletions: 0 };
  const text = (bytes: Uint8Array | null): string => bytes === null ? "" : new TextDecoder().decode(bytes);
  return lineChanges(text(now), text(before));
}

async function apply({ path, content, mode }: Restore, files: Pick<Files, "write">): Promise<void> {
  if (content === null) return await Deno.remove(path);
  await files.write(path, content);
  const info = await lstat(path);
  if (info?.isFile && ((info.mode ?? mode) & 0o777) !== mode) await Deno.chmod(path, mode);
}
