import { deferred } from "../model/deferred.ts";
import type { FileInfo, Files } from "../model/ports.ts";
import type { WorkerFiles, WorkerFilesOptions } from "./worker_files.ts";

/** The port `Files` of a session: which folders are open is known from the start, all else is loaded with the first call. */
export class SessionFiles implements Files {
  readonly #options: WorkerFilesOptions;
  readonly #roots: Set<string>;
  readonly readRoots: readonly string[];
  #worker: WorkerFiles | null = null;
  #isClosed = false;

  constructor(options: WorkerFilesOptions) {
    this.#options = options;
    this.#roots = new Set(options.roots);
    this.readRoots = [...new Set(options.readRoots)];
  }

  get roots(): readonly string[] {
    return [...this.#roots];
  }

  /** Opens another folder for reading and writing. */
  addRoot(root: string): void {
    this.#roots.add(root);
    this.#worker?.addRoot(root);
  }

  /** Closes a folder that was opened with `addRoot`. */
  removeRoot(root: string): void {
    this.#roots.delete(root);
    this.#worker?.removeRoot(root);
  }

  async ready(): Promise<void> {
    (await this.#opened()).start();
  }

  async resolve(path: string, purpose: "read" | "write"): Promise<string> {
    return await (await this.#opened()).resolve(path, purpose);
  }

  async read(path: string, limits?: { maxBytes: number }): Promise<Uint8Array> {
    return await (await this.#opened()).read(path, limits);
  }

  async stat(path: string): Promise<FileInfo | null> {
    return await (await this.#opened()).stat(path);
  }

  async examine(path: string, purpose: "read" | "write"): ReturnType<Files["examine"]> {
    return await (await this.#opened()).examine(path, purpose);
  }

  async list(path: string): ReturnType<Files["list"]> {
    return await (await this.#opened()).list(path);
  }

  async write(path: string, content: Uint8Array): Promise<FileInfo> {
    return await (await this.#opened()).write(path, content);
  }

  /** Ends what was begun for the files; from now on they cannot be touched. */
  close(): void {
    this.#isClosed = true;
    this.#worker?.close();
  }

  async #opened(): Promise<WorkerFiles> {
    if (this.#worker) return this.#worker;
    const { WorkerFiles }: typeof import("./worker_files.ts") = await import(deferred("./worker_files.ts"));
    // Another call may have been here meanwhile.
    this.#worker ??= new WorkerFiles({ ...this.#options, roots: this.roots });
    if (this.#isClosed) this.#worker.close();
    return this.#worker;
  }
}
