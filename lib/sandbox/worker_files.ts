import { fail, QwenError } from "../model/problem.ts";
import type { FileInfo, Files } from "../model/ports.ts";
import type { FileAnswer, FileQuestion, FileTask } from "./file_worker.ts";
import { type OpenedPath, openedPath } from "./opened_path.ts";
import { isInside, realPathNow } from "./real_path.ts";
import { Watchdog } from "./watchdog.ts";
import { type Entry, type Held, type Reading, WorkspaceFiles, type WorkspaceOptions } from "./workspace_files.ts";

/** What the files are opened with. */
export interface WorkerFilesOptions extends WorkspaceOptions {
  /** Whether a rule keeps a file from being read, wherever it lies. */
  forbids?: (path: string) => Promise<boolean>;
  /** Told once when no thread could be had and files are touched from this one. */
  onFallback?: (reason: string) => void;
}

/** A file on a dead network drive, or a pipe that took a file's place, must not hold a call for ever. */
const DEADLINE_MS = 60_000;

/**
 * The port `Files` in a thread that Deno lets touch the roots and nothing else. The thread is started by the first
 * call, kept, and replaced when the roots change. Where there can be no thread the same checks run in this one.
 */
export class WorkerFiles implements Files {
  readonly #options: WorkerFilesOptions;
  readonly #direct: WorkspaceFiles;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #watchdog = new Watchdog(
    DEADLINE_MS,
    () => this.#drop(`it took longer than ${DEADLINE_MS / 1000} seconds`),
  );
  #thread: Worker | null = null;
  #isDirect = false;
  #isClosed = false;

  constructor(options: WorkerFilesOptions) {
    this.#options = options;
    this.#direct = new WorkspaceFiles(options);
  }

  get roots(): readonly string[] {
    return this.#direct.roots;
  }

  get readRoots(): readonly string[] {
    return this.#direct.readRoots;
  }

  /** Where files are touched: `worker` until it has failed to start. */
  get place(): "worker" | "direct" {
    return this.#isDirect ? "direct" : "worker";
  }

  /** Opens another folder for reading and writing. */
  addRoot(root: string): void {
    this.#direct.addRoot(root);
    this.#drop("the workspace changed");
  }

  /** Closes a folder that was opened with `addRoot`. */
  removeRoot(root: string): void {
    this.#direct.removeRoot(root);
    this.#drop("the workspace changed");
  }

  /** Starts the thread ahead of the first question. */
  start(): void {
    this.#started();
  }

  async resolve(path: string, purpose: "read" | "write"): Promise<string> {
    return await this.#ask({ op: "resolve", path, purpose }) as string;
  }

  async read(path: string, limits: { maxBytes: number } = { maxBytes: Infinity }): Promise<Uint8Array> {
    await this.#refuseForbidden(path);
    const maxBytes = Number.isFinite(limits.maxBytes) ? limits.maxBytes : null;
    const thread = this.#started();
    const { bytes, ...held } = await this.#ask({ op: "read", path, maxBytes }) as Reading;
    await this.#whileHeld({ ...held, thread }, (opened) => {
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
    await this.#refuseForbidden(path);
    const thread = this.#started();
    const held = await this.#ask({ op: "hold", path }) as Held;
    return await this.#whileHeld({ ...held, thread }, (opened) => {
      return opened ? this.#direct.tell(path, opened) : this.#ask({ op: "look", path });
    }) as Entry[];
  }

  async write(path: string, content: Uint8Array): Promise<FileInfo> {
    return await this.#ask({ op: "write", path, content }) as FileInfo;
  }

  /** Ends the thread. */
  close(): void {
    this.#isClosed = true;
    this.#drop("the session is over");
  }

  /** Does something with what the thread has opened. Only this thread is shown where that lies, or none is. */
  async #whileHeld(
    held: Held & { thread: Worker | null },
    act: (opened: OpenedPath | null) => unknown,
  ): Promise<unknown> {
    try {
      return await act(openedPath(held));
    } finally {
      const { handle, thread } = held;
      if (this.#isDirect) this.#direct.release(handle);
      else thread?.postMessage({ op: "release", handle, id: 0 } satisfies FileQuestion);
    }
  }

  /** Tools that look at many files are judged by the folder they begin in: each file is judged here. */
  async #refuseForbidden(path: string): Promise<void> {
    if (!await this.#options.forbids?.(path)) return;
    throw fail("tool_failed", `Cannot touch ${path}: a deny rule says so`, { detail: "path_refused" });
  }

  async #ask(task: FileTask): Promise<unknown> {
    const thread = this.#started();
    if (!thread) return await this.#directly(task);
    const answer = await this.#post(thread, task);
    // The thread could not be loaded: the answer is had here instead.
    return answer === FAILED ? await this.#directly(task) : answer;
  }

  async #post(thread: Worker, task: FileTask): Promise<unknown> {
    const id = this.#watchdog.begin();
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    try {
      thread.postMessage({ ...task, id } satisfies FileQuestion);
      return await answer.promise;
    } finally {
      this.#watchdog.end(id);
      this.#waiting.delete(id);
    }
  }

  #directly(task: FileTask): Promise<unknown> {
    switch (task.op) {
      case "open":
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
    }
  }

  #started(): Worker | null {
    if (this.#isClosed) throw fail("tool_failed", "Cannot touch files: the session is over");
    if (this.#thread || this.#isDirect) return this.#thread;
    try {
      this.#thread = new Worker(new URL("./file_worker.ts", import.meta.url), {
        type: "module",
        name: "files",
        deno: { permissions: this.#permissions() },
      });
    } catch (error) {
      this.#fallBack(error instanceof Error ? error.message : String(error));
      return null;
    }
    this.#thread.onmessage = ({ data }: MessageEvent<FileAnswer>) => this.#take(data);
    this.#thread.onerror = (event): void => {
      event.preventDefault();
      this.#fallBack(event.message);
    };
    const { denyRead = [], denyWrite } = this.#options;
    const seen = [...this.roots, ...this.readRoots];
    const isSeen = (path: string): boolean => seen.some((root) => isInside(path, root));
    const options: WorkspaceOptions = {
      roots: this.roots,
      readRoots: this.readRoots,
      denyRead: denyRead.filter(isSeen),
      // What lies beyond its rights the thread cannot look up, and would fail to at every step of every call.
      denySettled: denyRead.filter((path) => !isSeen(path)).flatMap((path) => [path, realPathNow(path)]),
      ...(denyWrite ? { denyWrite } : {}),
    };
    this.#thread.postMessage({ id: 0, op: "open", options } satisfies FileQuestion);
    return this.#thread;
  }

  #permissions(): Deno.PermissionOptions {
    const both = (paths: readonly string[]): string[] => [...new Set([...paths, ...paths.map(realPathNow)])];
    return {
      read: both([...this.roots, ...this.readRoots]),
      write: both(this.roots),
      net: false,
      env: false,
      run: false,
      ffi: false,
      sys: false,
      import: false,
    };
  }

  #take(answer: FileAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ("problem" in answer) waiting?.reject(new QwenError(answer.problem));
    else waiting?.resolve(answer.value);
  }

  #fallBack(reason: string): void {
    this.#isDirect = true;
    this.#thread?.terminate();
    this.#thread = null;
    this.#options.onFallback?.(reason);
    for (const waiting of this.#waiting.values()) waiting.resolve(FAILED);
  }

  #drop(reason: string): void {
    this.#thread?.terminate();
    this.#thread = null;
    for (const waiting of this.#waiting.values()) waiting.reject(fail("tool_failed", `Cannot touch files: ${reason}`));
  }
}

const FAILED = Symbol("failed");
