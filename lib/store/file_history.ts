import { deferred } from "../model/deferred.ts";
import type { FileInfo, Files, RestorePoint } from "../model/ports.ts";
import type { CheckpointOptions, Checkpoints, RewindResult } from "./checkpoints.ts";

/** What the history of files is opened with. */
export interface FileHistoryOptions extends CheckpointOptions {
  /** Milliseconds since 1970; the system's clock unless it is given. */
  now?(): number;
}

/** Opens what is kept of a session's files; what an earlier run of the same session kept counts on. */
export async function openFileHistory(options: FileHistoryOptions): Promise<FileHistory> {
  const history = new FileHistory(options);
  if (!options.isNew) await history.checkpoints();
  return history;
}

/** What is kept of a session's files: turns are noted as they begin, all else is loaded with the first edit. */
export class FileHistory {
  /** Files that are kept as they are before an edit happens. */
  readonly files: Files;
  readonly #options: FileHistoryOptions;
  readonly #begun: { messageId: string; at: number }[] = [];
  #opening: Promise<Checkpoints> | null = null;
  #opened: Checkpoints | null = null;

  constructor(options: FileHistoryOptions) {
    const { files } = options;
    this.#options = options;
    this.files = {
      ready: async () => await files.ready?.(),
      resolve: (path, purpose) => files.resolve(path, purpose),
      read: (path, limits) => files.read(path, limits),
      stat: (path) => files.stat(path),
      examine: (path, purpose) => files.examine(path, purpose),
      list: (path) => files.list(path),
      write: (path, content) => this.#write(path, content),
    };
  }

  /** From now on edits belong to the turn of this user message. */
  begin(messageId: string): void {
    const at = (this.#options.now ?? Date.now)();
    if (this.#opened) this.#opened.begin(messageId, at);
    else this.#begun.push({ messageId, at });
  }

  /** The turns that edited files, newest first: what can be had back, by the id of their user message. */
  async points(): Promise<RestorePoint[]> {
    return (await this.checkpoints()).points;
  }

  /** Puts files back as they were before a user message; with `dryRun` only tells what that would change. */
  async rewind(messageId: string, options: { dryRun: boolean }): Promise<RewindResult> {
    return await (await this.checkpoints()).rewind(messageId, options);
  }

  /** What is kept, with all turns that have begun. */
  checkpoints(): Promise<Checkpoints> {
    return this.#opening ??= this.#open();
  }

  async #open(): Promise<Checkpoints> {
    const { openCheckpoints }: typeof import("./checkpoints.ts") = await import(deferred("./checkpoints.ts"));
    const checkpoints = await openCheckpoints(this.#options);
    for (const { messageId, at } of this.#begun.splice(0)) checkpoints.begin(messageId, at);
    return this.#opened = checkpoints;
  }

  async #write(path: string, content: Uint8Array): Promise<FileInfo> {
    const { files } = this.#options;
    const checkpoints = await this.checkpoints();
    if (!checkpoints.isKept(path)) await checkpoints.keep(await files.resolve(path, "write"));
    return await files.write(path, content);
  }
}
