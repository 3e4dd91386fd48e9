import { isObject } from "../../model/json.ts";
import type { Ids, Journal, JournalEntry } from "../../model/ports.ts";
import { type Problem, problem, QwenError, reasonOf } from "../../model/problem.ts";
import { joinBytes } from "../../stream/join_bytes.ts";
import { endsInLine, MAX_LINE_BYTES } from "./lines.ts";
import { sessionLocked, tryLock } from "./lock.ts";
import { agentFile, makePrivateFolderSync, sessionFile, type StorePaths } from "../store_paths.ts";
import { ChatRecords } from "./chat_records.ts";
import { ClaudeEntries } from "./claude_entries.ts";

/** What a journal is opened with. */
export interface JournalOptions {
  paths: StorePaths;
  sessionId: string;
  /** The version of this program, which every record contains. */
  version: string;
  ids: Ids;
  /** The last record of the conversation to continue. */
  parent?: string | null;
  gitBranch?: string | null;
  /** The sub-agent whose conversation this is. */
  side?: { agentId: string; agentName: string };
  /** Called once if the session cannot be saved any more; the session itself continues. */
  onFailure(problem: Problem): void;
}

/** Turns the entries of a journal into the records of its file. */
export interface JournalFormat {
  recordsOf(entry: JournalEntry): object[];
  /** Makes this record the parent of the next one. */
  continueFrom(leaf: string | null): void;
}

const MAX_PENDING_BYTES = 256 * 1024 * 1024;
const MAX_WRITE_NOW_BYTES = 64 * 1024;
const MAX_KEPT_STRING = 1024 * 1024;

/**
 * Opens a session's file for writing and locks it. Throws `session_locked` when another process writes it. If the
 * file cannot be written, `onFailure` is called and the journal keeps nothing.
 */
export async function openJournal(options: JournalOptions): Promise<FileJournal> {
  const { paths, sessionId, side } = options;
  const path = side ? agentFile(paths, { sessionId, agentId: side.agentId }) : sessionFile(paths, sessionId);
  let file: Deno.FsFile | null = null;
  try {
    file = openForAppending(path);
    let isLocked = await tryLock(file);
    // A writer that saved nothing removes its file at its end, so the locked file may have been removed.
    for (let tries = 0; isLocked && !isAt(file, path) && tries < 10; tries++) {
      file.close();
      file = openForAppending(path);
      isLocked = await tryLock(file);
    }
    if (!isLocked) {
      throw await sessionLocked(sessionId, path);
    }
    return new FileJournal(options, { path, file, end: endOf(file) });
  } catch (error) {
    file?.close();
    if (error instanceof QwenError) throw error;
    options.onFailure(notKept(path, error));
    return new FileJournal(options, { path, file: null, end: "fresh" });
  }
}

function openForAppending(path: string): Deno.FsFile {
  const options = { read: true, append: true, create: true, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    // The folder is missing only for the first session of a project.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    makePrivateFolderSync(path.slice(0, path.lastIndexOf("/")));
    return Deno.openSync(path, options);
  }
}

function isAt(file: Deno.FsFile, path: string): boolean {
  const open = file.statSync();
  try {
    const named = Deno.statSync(path);
    return named.ino === open.ino && named.dev === open.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function endOf(file: Deno.FsFile): OpenFile["end"] {
  if (file.statSync().size === 0) return "fresh";
  return endsInLine(file) ? "cut" : "whole";
}

/** The problem of a session that cannot be saved. */
export function notKept(path: string, error: unknown): Problem {
  const reason = reasonOf(error);
  return problem("internal", `Cannot keep this session in ${path}: ${reason}`, {
    detail: "session_not_kept",
    hint: "The run continues, but it cannot be resumed later. Use --no-session-persistence to silence this.",
  });
}

interface OpenFile {
  path: string;
  file: Deno.FsFile | null;
  /** Whether the file is empty, ends with a newline, or ends within a line. */
  end: "fresh" | "whole" | "cut";
}

/** A session's file, written in the order of the appends. */
export class FileJournal implements Journal {
  readonly path: string;
  /** Whether the file was empty when it was opened. */
  readonly isFresh: boolean;
  readonly #options: JournalOptions;
  readonly #encoder = new TextEncoder();
  #file: Deno.FsFile | null;
  readonly #format: JournalFormat;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #pump: Promise<void> | null = null;
  #synced = Promise.resolve();
  #isEmpty: boolean;

  constructor(options: JournalOptions, open: OpenFile) {
    this.#options = options;
    this.path = open.path;
    this.#file = open.file;
    this.#format = options.paths.claude ? new ClaudeEntries(options, options.paths.claude) : new ChatRecords(options);
    this.isFresh = this.#isEmpty = open.end === "fresh";
    if (open.end === "cut") this.#push(new Uint8Array([10]));
  }

  /** Makes this record the parent of the next one. */
  continueFrom(leaf: string | null): void {
    this.#format.continueFrom(leaf);
  }

  append(entry: JournalEntry): void {
    if (this.#file === null) return;
    for (const record of this.#format.recordsOf(entry)) this.#push(this.#encoder.encode(lineOf(record)));
    this.#start();
  }

  async sync(): Promise<void> {
    await this.#drain();
    // One sync after the other: a running sync may miss what was written after it began.
    this.#synced = this.#synced.then(() => this.#syncData());
    await this.#synced;
  }

  /** Does not sync: every turn has been synced at its end, and the few later notes can wait for the system. */
  async close(): Promise<void> {
    await this.#drain();
    await this.#synced;
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    try {
      // An empty session leaves no file behind.
      if (this.#isEmpty) await Deno.remove(this.path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) this.#options.onFailure(notKept(this.path, error));
    } finally {
      file.close();
    }
  }

  async #syncData(): Promise<void> {
    try {
      await this.#file?.syncData();
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #push(bytes: Uint8Array): void {
    this.#isEmpty = false;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#giveUp(new Error("the disk does not keep up"));
  }

  #start(): void {
    if (this.#pump !== null) return;
    if (this.#pendingBytes <= MAX_WRITE_NOW_BYTES) this.#writeNow();
    else this.#pump = this.#write().finally(() => this.#pump = null);
  }

  /** Writes a small amount synchronously, so that it survives the end of this process. */
  #writeNow(): void {
    const bytes = this.#takePending();
    try {
      for (let done = 0; done < bytes.length && this.#file !== null;) {
        done += this.#file.writeSync(bytes.subarray(done));
      }
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #takePending(): Uint8Array {
    const bytes = joinBytes(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    return bytes;
  }

  async #drain(): Promise<void> {
    if (this.#pending.length > 0) this.#start();
    while (this.#pump !== null) await this.#pump;
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0 && this.#file !== null) {
      const bytes = this.#takePending();
      try {
        for (let done = 0; done < bytes.length && this.#file !== null;) {
          done += await this.#file.write(bytes.subarray(done));
        }
      } catch (error) {
        this.#giveUp(error);
      }
    }
  }

  // After a failed write the file may end within a line: continuing would leave a gap in the middle of the tree.
  #giveUp(error: unknown): void {
    if (this.#file === null) return;
    this.#file.close();
    this.#file = null;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#options.onFailure(notKept(this.path, error));
  }
}

/** A record as a line; long strings are cut if the line would be too long to read. */
function lineOf(record: object): string {
  const line = JSON.stringify(record);
  return line.length < MAX_LINE_BYTES / 4 ? `${line}\n` : `${JSON.stringify(record, cutDown)}\n`;
}

function cutDown(_key: string, value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_KEPT_STRING) {
    return `${value.slice(0, MAX_KEPT_STRING)}\n[cut for the saved session: ${value.length} characters]`;
  }
  const media = isObject(value) && isObject(value.inlineData) ? value.inlineData.data : undefined;
  // A cut image is useless, so it is left out.
  if (typeof media !== "string" || media.length <= MAX_KEPT_STRING) return value;
  return { text: `[left out of the saved session: media of ${media.length} base64 characters]` };
}

/** A journal that saves nothing, for `--no-session-persistence`. */
export const NO_JOURNAL: Journal = {
  append(_entry: JournalEntry): void {},
  sync: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
