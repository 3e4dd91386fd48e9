import { isAbsolute } from "../../path/mod.ts";
import type { Clock } from "../../model/ports.ts";
import { SETTLED } from "../../model/within.ts";
import { atTokenBefore, escapePath } from "../at_token.ts";
import { FileIndex } from "../../search/file_index.ts";
import type { FileMatch } from "../../search/file_search.ts";
import type { Hints } from "./slash_hints.ts";

/** How long an answer waits for the index to refresh; when a refresh takes longer, the answer does not wait. */
const PATIENCE_MS = 10;

/** What a completion of file names starts from. */
export interface FileHintRequest {
  text: string;
  cursor: number;
  /** Folder that the host is in, absolute; null is the root. */
  cwd: string | null;
}

/** Completes `@path` from an index of the files below a folder. */
export class FileHints {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #index: FileIndex;

  constructor(options: { root: string; clock: Clock; limit?: number; maxEntries?: number }) {
    this.#root = options.root.replace(/(?<=.)\/+$/, "");
    this.#clock = options.clock;
    this.#limit = options.limit ?? 50;
    this.#index = new FileIndex({ root: this.#root, clock: options.clock, maxEntries: options.maxEntries });
  }

  /** Whether an answer can be given at once. */
  get isReady(): boolean {
    return this.#index.isBuilt;
  }

  /** Resolves when the first walk is done; rejects when the folder cannot be read. */
  async prepare(): Promise<void> {
    if (!this.#index.isBuilt) await this.#index.refresh();
  }

  /** The files and folders that may be meant. Throws a plain error with a message for the person who types. */
  async suggest(request: FileHintRequest, signal: AbortSignal): Promise<Hints> {
    const within = this.#within(request.cwd);
    const token = atTokenBefore(request.text, request.cursor);
    if (!token) return { suggestions: [], isPerfectMatch: false };
    const { found, query } = await this.#search(token.path, { within, signal });
    const suggestions = found.map(({ path, index }) => {
      const suggestion = { label: path, value: escapePath(path) };
      return index === undefined ? suggestion : { ...suggestion, matchedIndex: index };
    });
    const whole = within + query;
    return { suggestions, isPerfectMatch: query !== "" && found.some(({ path }) => path === whole) };
  }

  /** The paths that may be meant by a text, best first; folders end with a slash. */
  async find(text: string, signal: AbortSignal): Promise<string[]> {
    return (await this.#search(text, { within: "", signal })).found.map(({ path }) => path);
  }

  async #search(
    text: string,
    { within, signal }: { within: string; signal: AbortSignal },
  ): Promise<{ found: FileMatch[]; query: string }> {
    const query = text.replace(/^(\.\/)+/, "");
    if (isAbsolute(query) || query.split("/").includes("..")) {
      throw new RangeError(`"@${text}" lies outside the workspace: type a path below ${this.#root}`);
    }
    if (this.#index.isBuilt) await this.#freshen(`${within}${query.slice(0, query.lastIndexOf("/") + 1)}`, signal);
    else await this.#index.refresh();
    return { found: this.#index.search(query, { limit: this.#limit, within }), query };
  }

  /** Stops the walk of the index. */
  async close(): Promise<void> {
    await this.#index.close();
  }

  /** Refreshes all of a small tree, and only the folder being typed in a large one. */
  async #freshen(folder: string, signal: AbortSignal): Promise<void> {
    if (this.#index.lookMs > PATIENCE_MS) {
      // The one folder first, because it would queue behind all the others.
      await this.#index.refreshFolder(folder);
      void this.#refreshBeside();
      return;
    }
    const done = new AbortController();
    const patience = this.#clock.sleep(PATIENCE_MS, AbortSignal.any([done.signal, signal]));
    try {
      await Promise.race([this.#refreshBeside(), patience.catch(() => {/* Aborted: nothing left to wait for. */})]);
    } finally {
      done.abort(SETTLED);
    }
    if (!signal.aborted) await this.#index.refreshFolder(folder);
  }

  /** Never rejects: a failure comes again, and is reported, when the index is rebuilt. */
  async #refreshBeside(): Promise<void> {
    await this.#index.refresh().catch(() => {/* The next request reports it. */});
  }

  #within(cwd: string | null): string {
    const folder = cwd?.replace(/(?<=.)\/+$/, "") ?? this.#root;
    if (folder === this.#root) return "";
    if (!folder.startsWith(`${this.#root}/`)) {
      throw new RangeError(`${folder} lies outside the workspace ${this.#root}: hints are given for files below it`);
    }
    return `${folder.slice(this.#root.length + 1)}/`;
  }
}
