import type { FileChange } from "../event.ts";
import type { FileSearch } from "./file_search.ts";

/**
 * Access to files: the only way for tools. Paths are absolute. Access is confined by real path to the workspace roots;
 * a path outside throws QwenError. Where commands are confined, `/tmp` is the session's own: tools and commands share it,
 * and it ends with the session. Elsewhere a path in `/tmp` is outside like any other.
 */
export interface Files {
  /** Starts the file worker, so that the first access does not wait for it. May be called as soon as a call is likely. */
  ready?(): Promise<void>;
  /** The real path; throws a QwenError that says why access is refused. */
  resolve(path: string, purpose: "read" | "write"): Promise<string>;
  /** The content; with `maxBytes` only the first bytes. Without it, a file too large for memory throws. */
  read(path: string, limits?: { maxBytes: number }): Promise<Uint8Array>;
  stat(path: string): Promise<FileInfo | null>;
  /** The real path, as `resolve` returns it, with the file's facts; null where nothing exists. */
  examine(path: string, purpose: "read" | "write"): Promise<{ real: string; info: FileInfo | null }>;
  list(path: string): Promise<{ name: string; isDirectory: boolean; isSymlink: boolean }[]>;
  /** Searches many files at once, where the files are. */
  readonly search: FileSearch;
  /** Atomic: a reader sees the old content or the new one. Creates missing folders. Returns the new facts. */
  write(path: string, content: Uint8Array): Promise<FileInfo>;
  /** Changes several files, all or none. Returns their new facts in order; null for a removed file. */
  change(changes: readonly ContentChange[]): Promise<(FileInfo | null)[]>;
}

/** A file with its new content. */
export interface ContentChange {
  path: string;
  /** Null removes the file. */
  content: Uint8Array | null;
  /** A file whose permissions a new file gets, because it takes its place. */
  like?: string;
}

/** Tracks what changes in the workspace during a prompt. */
export interface WorkTracker {
  /** A new prompt starts: changes from here on belong to it. */
  startPrompt(): void;
  /** Called before each command; the first one of a prompt records the state of the workspace. Never rejects. */
  beforeCommand(): Promise<void>;
  /** The changes of the prompt, sorted by path. Never rejects. */
  changes(): Promise<FileChange[]>;
}

/** Facts about a file. */
export interface FileInfo {
  isFile: boolean;
  isDirectory: boolean;
  size: number;
  mtimeMs: number;
}

/** Runs commands: the only way for tools to start processes. */
export interface Shell {
  /**
   * Resolves when commands may run: the sandbox was verified, or it is unavailable and not required. Otherwise throws
   * QwenError `sandbox_unavailable`. Where it exists it must be awaited before `run`.
   */
  ready?(profile?: ShellProfile): Promise<void>;
  /** Keeps the files that a command may change. Returns what could not be kept, for people. */
  keepFiles?(): Promise<readonly string[]>;
  /** Runs in its own process group, without our stdin or stdout, with a clean environment. */
  run(request: ShellRequest): ShellRun;
}

/**
 * What a command can reach inside the sandbox: `read-only` for one that runs because it only reads, `guarded` for one
 * that runs unasked (the files that something else executes later are read-only), `workspace` for all others.
 */
export type ShellProfile = "read-only" | "guarded" | "workspace";

/** A command to run. */
export interface ShellRequest {
  command: string;
  cwd: string;
  /** Infinity is no limit. */
  timeoutMs: number;
  signal: AbortSignal;
  /** A word before the working folder that the shell reports at its end, as a line on stderr. Absent: no report. */
  folderMark?: string;
  /** `workspace` when absent. */
  profile?: ShellProfile;
  /** Variables besides those of the session. */
  env?: Readonly<Record<string, string>>;
  /** The command runs until it ends or `stop` is called. */
  background?: boolean;
  /** The tool call that runs the command. */
  callId?: string;
}

/** A command that runs. */
export interface ShellRun {
  readonly pid: number;
  /** The process id that later commands know it by. */
  readonly ownPid?: Promise<number>;
  /** Output as it arrives. Ends shortly after the process has ended and its pipes are drained. */
  readonly output: AsyncIterable<{ channel: "stdout" | "stderr"; bytes: Uint8Array }>;
  readonly status: Promise<{ code: number | null; signal: string | null; timedOut: boolean }>;
  /** Ends the whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** The same files, whose writes are done in another way. */
export function withWrites(files: Files, writes: Pick<Files, "write" | "change">): Files {
  return {
    ...(files.ready ? { ready: () => files.ready?.() ?? Promise.resolve() } : {}),
    resolve: (path, purpose) => files.resolve(path, purpose),
    read: (path, limits) => files.read(path, limits),
    stat: (path) => files.stat(path),
    examine: (path, purpose) => files.examine(path, purpose),
    list: (path) => files.list(path),
    search: files.search,
    ...writes,
  };
}
