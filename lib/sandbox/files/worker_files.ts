import { isInside, join, normalize } from "../../path/mod.ts";
import { fail, QwenError } from "../../model/problem.ts";
import { after } from "../../model/timer.ts";
import type { ContentChange, FileInfo, Files, FileSearch } from "../../model/ports.ts";
import type { FileAnswer, FileQuestion, FileTask } from "./file_worker.ts";
import { type OpenedPath, whileOpen } from "./paths/opened_path.ts";
import { attempt } from "./paths/path_checks.ts";
import { realPathNow } from "./paths/real_path.ts";
import type { HeldMatch, SearchTask } from "./search/confined_search.ts";
import { type RipgrepHost, RipgrepSearch } from "./search/ripgrep_search.ts";
import { TEMPORARY, type TemporaryOptions } from "./session_temporary.ts";
import { WorkerSearch } from "./search/worker_search.ts";
import type { Entry } from "./folder_entries.ts";
import { WorkspaceFiles } from "./workspace_files.ts";
import type { Held, Reading, WorkspaceOptions } from "./workspace_options.ts";

/** What the files are opened with. */
export interface WorkerFilesOptions extends WorkspaceOptions {
  /** Whether a rule forbids reading a file, whatever tool comes upon it. */
  forbids?: (path: string) => boolean;
  /** The command line that runs ripgrep confined to reading; null where it cannot be used. Absent is the same. */
  ripgrep?: RipgrepHost["command"];
  /** The folder that commands see as `/tmp`, once it is known whether they are confined; absent means that they are not. */
  commandTemporary?: {
    /** Where it will be; null where commands cannot be confined. */
    readonly folder: string | null;
    /** Resolves to the folder, or to null where commands use the machine's own `/tmp`. */
    shared(): Promise<string | null>;
  };
  /** The longest time of one call; by default a minute. */
  deadlineMs?: number;
  /** Whether a real path is a placeholder of the sandbox, which is not listed; by default none is. */
  isPlaceholder?: (path: string) => boolean;
  /** Called with the path of each file that was written or removed. */
  onWritten?: (path: string) => void;
  /** Called once if no worker can be started and files are accessed without one. */
  onFallback?: (reason: string) => void;
}

/** A file on a dead network drive, or a pipe in the place of a file, must not block a call forever. */
const DEADLINE_MS = 60_000;

/**
 * The port `Files` of a session, in a worker whose Deno permissions cover the roots and nothing else. The first call
 * starts the worker; a change of the roots replaces it. Without a worker the same checks run in the main thread.
 */
export class WorkerFiles implements Files {
  readonly #options: WorkerFilesOptions;
  readonly #direct: WorkspaceFiles;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  /** What to do with the news of running searches. */
  readonly #news = new Map<number, (found: HeldMatch[]) => void>();
  readonly search: FileSearch;
  #questions = 0;
  /** The session's `/tmp`, asked for when a path in it is first used. */
  #temporary: Promise<string | null> | null = null;
  #temporaryFolder: string | null = null;
  #worker: Worker | null = null;
  #isDirect = false;
  #isClosed = false;

  constructor(options: WorkerFilesOptions) {
    this.#options = options;
    this.#direct = new WorkspaceFiles(options);
    const forbids = (path: string): boolean => options.forbids?.(path) ?? false;
    const builtin = new WorkerSearch({
      direct: this.#direct,
      forbids,
      run: (task, onFound) => this.#search(task, onFound),
      confirm: ({ path, handle }) => this.#ask({ op: "confirm", path, handle }),
    });
    const { ripgrep } = options;
    const search = ripgrep ? new RipgrepSearch({ builtin, direct: this.#direct, forbids, command: ripgrep }) : builtin;
    this.search = {
      lines: async (request, ...rest) => await this.#reach(request.path).then(() => search.lines(request, ...rest)),
      entries: async (request, ...rest) => {
        await this.#reach(request.path);
        const { entries, ...end } = await search.entries(request, ...rest);
        return { ...end, entries: entries.filter(({ path }) => !options.isPlaceholder?.(path)) };
      },
    };
  }

  get roots(): readonly string[] {
    return this.#direct.roots;
  }

  get readRoots(): readonly string[] {
    return this.#direct.readRoots;
  }

  /** Where files are accessed: `worker` unless it failed to start. */
  get backend(): "worker" | "direct" {
    return this.#isDirect ? "direct" : "worker";
  }

  /** Opens another folder for reading and writing. */
  addRoot(root: string): void {
    this.#direct.addRoot(root);
    this.#rootsChanged();
  }

  /** Closes a folder that was opened with `addRoot`. */
  removeRoot(root: string): void {
    this.#direct.removeRoot(root);
    this.#rootsChanged();
  }

  /** Starts the worker, which takes longer than any call, before the first call needs it. */
  ready(): Promise<void> {
    return attempt(() => void this.#started());
  }

  async resolve(path: string, purpose: "read" | "write"): Promise<string> {
    return await this.#ask({ op: "resolve", path, purpose }) as string;
  }

  async read(path: string, limits: { maxBytes: number } = { maxBytes: Infinity }): Promise<Uint8Array> {
    this.#refuseForbidden(path);
    const maxBytes = Number.isFinite(limits.maxBytes) ? limits.maxBytes : null;
    const worker = this.#started();
    const { bytes, ...held } = await this.#ask({ op: "read", path, maxBytes }) as Reading;
    await this.#whileHeld({ ...held, worker }, (opened) => {
      if (opened) return this.#direct.admit(path, opened);
      return this.#ask({ op: "confirm", path, handle: held.handle });
    });
    return bytes;
  }

  async examine(path: string, purpose: "read" | "write"): Promise<{ real: string; info: FileInfo | null }> {
    return await this.#ask({ op: "examine", path, purpose }) as { real: string; info: FileInfo | null };
  }

  async stat(path: string): Promise<FileInfo | null> {
    return (await this.examine(path, "read")).info;
  }

  async list(path: string): Promise<Entry[]> {
    this.#refuseForbidden(path);
    const worker = this.#started();
    const held = await this.#ask({ op: "hold", path }) as Held;
    const entries = await this.#whileHeld({ ...held, worker }, (opened) => {
      return opened ? this.#direct.listOpened(path, opened) : this.#ask({ op: "look", path });
    }) as Entry[];
    const { isPlaceholder } = this.#options;
    if (!isPlaceholder) return entries;
    const folder = realPathNow(path);
    return entries.filter(({ name }) => !isPlaceholder(join(folder, name)));
  }

  async write(path: string, content: Uint8Array): Promise<FileInfo> {
    const info = await this.#ask({ op: "write", path, content }) as FileInfo;
    this.#options.onWritten?.(path);
    return info;
  }

  async change(changes: readonly ContentChange[]): Promise<(FileInfo | null)[]> {
    const infos = await this.#ask({ op: "change", changes }) as (FileInfo | null)[];
    for (const { path } of changes) this.#options.onWritten?.(path);
    return infos;
  }

  /** Ends the worker; later calls are refused. */
  close(): void {
    this.#isClosed = true;
    this.#drop("the session is over");
  }

  /** Runs a check while the worker holds a file open. Only the main thread may be able to see where the file is. */
  async #whileHeld(
    held: Held & { worker: Worker | null },
    act: (opened: OpenedPath | null) => unknown,
  ): Promise<unknown> {
    try {
      return await whileOpen(held, act);
    } finally {
      const { handle, worker } = held;
      if (this.#isDirect) this.#direct.release(handle);
      else worker?.postMessage({ op: "release", handle, id: 0 } satisfies FileQuestion);
    }
  }

  /** Tools that search many files are judged by their start folder, so each file is judged here. */
  #refuseForbidden(path: string): void {
    if (!this.#options.forbids?.(path)) return;
    throw fail("tool_failed", `Cannot access ${path}: a deny rule matches it`, { detail: "path_refused" });
  }

  #rootsChanged(): void {
    const temporary = this.#sharedTemporary();
    if (temporary) this.#direct.share(temporary);
    this.#drop("the workspace changed");
  }

  /** Opens the session's `/tmp` before the first path in it is used. */
  async #reach(path: string): Promise<void> {
    const { commandTemporary } = this.#options;
    if (!commandTemporary || this.#temporaryFolder !== null || !isInside(normalize(path), TEMPORARY)) return;
    this.#temporaryFolder = await (this.#temporary ??= commandTemporary.shared());
    const shared = this.#sharedTemporary();
    if (!shared) return;
    this.#direct.share(shared);
    this.#worker?.postMessage({ id: 0, op: "share", temporary: shared } satisfies FileQuestion);
  }

  #sharedTemporary(): TemporaryOptions | null {
    if (this.#temporaryFolder === null) return null;
    const shown = [...this.roots, ...this.readRoots].flatMap((path) => [path, realPathNow(path)]);
    return { folder: this.#temporaryFolder, shown };
  }

  async #ask(task: FileTask): Promise<unknown> {
    if ("path" in task) await this.#reach(task.path);
    else if (task.op === "change") { for (const { path } of task.changes) await this.#reach(path); }
    const worker = this.#started();
    if (!worker) return await this.#directly(task);
    const answer = await this.#post(worker, task);
    // The worker could not be loaded, so the task runs here.
    return answer === FAILED ? await this.#directly(task) : answer;
  }

  async #post(worker: Worker, task: FileTask & { onFound?: OnFound }): Promise<unknown> {
    const { onFound, ...question } = task;
    const id = ++this.#questions;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const deadlineMs = this.#options.deadlineMs ?? DEADLINE_MS;
    const giveUp = (): void => this.#drop(`it took longer than ${deadlineMs / 1000} seconds`);
    let cancelDeadline = after(deadlineMs, giveUp);
    if (onFound) {
      this.#news.set(id, (found) => {
        // A search may take long, but not without a sign of life.
        cancelDeadline();
        cancelDeadline = after(deadlineMs, giveUp);
        if (found.length === 0) return;
        const handles = found.map(({ handle }) => handle);
        onFound(found).catch((error) => answer.reject(error))
          .finally(() => worker.postMessage({ op: "received", search: id, handles, id: 0 } satisfies FileQuestion));
      });
    }
    try {
      worker.postMessage({ ...question, id } satisfies FileQuestion);
      return await answer.promise;
    } finally {
      cancelDeadline();
      this.#waiting.delete(id);
      this.#news.delete(id);
    }
  }

  /** Runs a search in the worker; null where it has to run in this thread. */
  async #search(task: SearchTask, onFound: OnFound): Promise<unknown> {
    const worker = this.#started();
    const answer = worker ? await this.#post(worker, { ...task, onFound }) : FAILED;
    return answer === FAILED ? null : answer;
  }

  #directly(task: FileTask): Promise<unknown> {
    switch (task.op) {
      case "open":
      case "share":
        return Promise.resolve(null);
      case "resolve":
        return this.#direct.resolve(task.path, task.purpose);
      case "read":
        return this.#direct.readHeld(task.path, { maxBytes: task.maxBytes ?? Infinity });
      case "examine":
        return this.#direct.examine(task.path, task.purpose);
      case "hold":
        return Promise.resolve(this.#direct.hold(task.path));
      case "look":
        return this.#direct.look(task.path);
      case "confirm":
        return Promise.resolve(this.#direct.confirm(task.path, task.handle));
      case "release":
        return Promise.resolve(this.#direct.release(task.handle));
      case "write":
        return this.#direct.write(task.path, task.content);
      case "change":
        return this.#direct.change(task.changes);
      default:
        throw new Error(`${task.op} runs in the worker only`);
    }
  }

  #started(): Worker | null {
    if (this.#isClosed) throw fail("tool_failed", "Cannot access files: the session is over");
    if (this.#worker || this.#isDirect) return this.#worker;
    try {
      this.#worker = new Worker(workerUrl(), {
        type: "module",
        name: "files",
        deno: { permissions: this.#permissions() },
      });
    } catch (error) {
      this.#fallBack(error instanceof Error ? error.message : String(error));
      return null;
    }
    this.#worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => this.#settle(data);
    this.#worker.onerror = (event): void => {
      event.preventDefault();
      this.#fallBack(event.message);
    };
    this.#worker.postMessage({ id: 0, op: "open", options: this.#workerOptions() } satisfies FileQuestion);
    return this.#worker;
  }

  #workerOptions(): WorkspaceOptions {
    const { denyRead = [], denyWrite } = this.#options;
    const temporary = this.#sharedTemporary();
    const permitted = [...this.roots, ...this.readRoots];
    const isPermitted = (path: string): boolean => permitted.some((root) => isInside(path, root));
    return {
      roots: this.roots,
      readRoots: this.readRoots,
      denyRead: denyRead.filter(isPermitted),
      // The worker has no permission to resolve paths outside the roots, so they are resolved here.
      denySettled: denyRead.filter((path) => !isPermitted(path)).flatMap((path) => [path, realPathNow(path)]),
      ...(denyWrite ? { denyWrite } : {}),
      ...(temporary ? { temporary } : {}),
    };
  }

  #permissions(): Deno.PermissionOptions {
    const both = (paths: readonly string[]): string[] => [...new Set([...paths, ...paths.map(realPathNow)])];
    const { folder = null } = this.#options.commandTemporary ?? {};
    const temporary = folder === null ? [] : [folder];
    return {
      read: both([...this.roots, ...this.readRoots, ...temporary]),
      write: both([...this.roots, ...temporary]),
      net: false,
      env: false,
      run: false,
      ffi: false,
      sys: false,
      import: false,
    };
  }

  #settle(answer: FileAnswer): void {
    if ("found" in answer) return this.#news.get(answer.id)?.(answer.found);
    const waiting = this.#waiting.get(answer.id);
    if ("problem" in answer) waiting?.reject(new QwenError(answer.problem));
    else waiting?.resolve(answer.value);
  }

  #fallBack(reason: string): void {
    this.#isDirect = true;
    this.#endWorker();
    this.#options.onFallback?.(reason);
    for (const waiting of this.#waiting.values()) waiting.resolve(FAILED);
  }

  #drop(reason: string): void {
    this.#endWorker();
    for (const waiting of this.#waiting.values()) waiting.reject(fail("tool_failed", `Cannot access files: ${reason}`));
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

const FAILED = Symbol("failed");

type OnFound = (found: HeldMatch[]) => Promise<void>;

/** The worker's module: a source file, or the bundle that the build puts beside this one. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./file_worker.ts" : "./file_worker.js", import.meta.url);
}
