import { extname, isInside } from "../../../path/mod.ts";
import type { AskClient } from "../../../engine/session/session_parts.ts";
import { type Clock, type ContentChange, type FileInfo, type Files, isObject } from "../../../model/mod.ts";
import { decodeText } from "../../../stream/text_file.ts";

/** How files are left to a client. */
export interface ClientFilesOptions {
  files: Files;
  ask: AskClient;
  clock: Clock;
  readsFiles: boolean;
  writesFiles: boolean;
  /** Absolute real paths of the workspace roots. */
  roots: () => readonly string[];
  /** The path as the client spells it. */
  spelled: (real: string) => string;
}

const PROBE_BYTES = 8_192;
/** How long a text of the client is used again: tools look at a file several times in a row. */
const FRESH_MS = 1_000;
/** Files that are read as media, never as text. */
const MEDIA: ReadonlySet<string> = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".pdf"]);
const HASH_PRIME = 16_777_619;
const HASH_START = 2_166_136_261;

/**
 * The files of a workspace whose text files the client reads and writes, so that unsaved changes count. Fences come
 * first: a path that they refuse is never sent to the client.
 */
export function clientFiles(options: ClientFilesOptions): Files {
  const { files } = options;
  const texts = new ClientTexts(options);
  return {
    ready: async () => await files.ready?.(),
    resolve: (path, purpose) => files.resolve(path, purpose),
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    search: files.search,
    examine: (path, purpose) => texts.examine(path, purpose),
    read: (path, limits) => texts.read(path, limits),
    write: (path, content) => texts.write(path, content),
    change: (changes) => texts.change(changes),
  };
}

class ClientTexts {
  readonly #options: ClientFilesOptions;
  readonly #fresh = new Map<string, { bytes: Uint8Array; at: number }>();

  constructor(options: ClientFilesOptions) {
    this.#options = options;
  }

  /** The facts of a text are those of the client's copy, so that a change is noticed wherever it was made. */
  async examine(path: string, purpose: "read" | "write"): ReturnType<Files["examine"]> {
    const found = await this.#options.files.examine(path, purpose);
    if (!found.info && purpose === "write") return found;
    this.#fresh.delete(found.real);
    const bytes = await this.#textOf(found.real, found.info);
    return bytes ? { real: found.real, info: factsOf(bytes) } : found;
  }

  async read(path: string, limits?: { maxBytes: number }): Promise<Uint8Array> {
    const { files } = this.#options;
    const real = await files.resolve(path, "read");
    const bytes = this.#freshOf(real) ?? await this.#textOf(real, await files.stat(real));
    if (!bytes) return await files.read(path, limits);
    return limits ? bytes.subarray(0, limits.maxBytes) : bytes;
  }

  async write(path: string, content: Uint8Array): Promise<FileInfo> {
    const { files, ask, writesFiles, readsFiles, spelled } = this.#options;
    const real = await files.resolve(path, "write");
    const text = writesFiles && this.#isOfWorkspace(real) ? utf8(content) : null;
    this.#fresh.delete(real);
    if (text === null) return await files.write(path, content);
    await ask({ action: "write_file", path: spelled(real), content: text });
    return (readsFiles ? null : await files.stat(real)) ?? factsOf(content);
  }

  /** A client changes files one by one; when one fails, those before it get their old content back. */
  async change(changes: readonly ContentChange[]): Promise<(FileInfo | null)[]> {
    const { files } = this.#options;
    if (!this.#options.writesFiles) return await files.change(changes);
    const undo: ContentChange[] = [];
    const infos: (FileInfo | null)[] = [];
    try {
      for (const { path, content, like } of changes) {
        const { real, info } = await files.examine(path, "write");
        undo.unshift({ path: real, content: info ? await this.read(real) : null });
        const isOwn = content === null || like !== undefined;
        infos.push(
          isOwn
            ? (await files.change([{ path, content, ...(like ? { like } : {}) }]))[0]
            : await this.write(path, content),
        );
      }
      return infos;
    } catch (error) {
      for (const { path, content } of undo) {
        if (content === null) await files.change([{ path, content }]).catch(() => {/* It was never made. */});
        else await this.write(path, content);
      }
      throw error;
    }
  }

  #freshOf(real: string): Uint8Array | null {
    const known = this.#fresh.get(real);
    if (!known) return null;
    if (this.#options.clock.now() - known.at <= FRESH_MS) return known.bytes;
    this.#fresh.delete(real);
    return null;
  }

  /** The client's copy of a text file of the workspace; null where the file itself is to be read. */
  async #textOf(real: string, info: FileInfo | null): Promise<Uint8Array | null> {
    const { readsFiles, files, ask, clock, spelled } = this.#options;
    if (!readsFiles || !this.#isOfWorkspace(real) || MEDIA.has(extname(real).toLowerCase())) return null;
    if (info && !info.isFile) return null;
    if (info && !decodeText(await files.read(real, { maxBytes: PROBE_BYTES }))) return null;
    const answer = await ask({ action: "read_file", path: spelled(real) }).catch((error) => {
      // A client without this file, such as one that is not open, leaves it to us.
      if (isAborted(error)) throw error;
      return null;
    });
    if (!isObject(answer) || typeof answer.content !== "string") return null;
    const bytes = new TextEncoder().encode(answer.content);
    this.#fresh.set(real, { bytes, at: clock.now() });
    return bytes;
  }

  #isOfWorkspace(real: string): boolean {
    return this.#options.roots().some((root) => isInside(real, root));
  }
}

/** Whether an error is the end of a turn and not the client's refusal. */
function isAborted(error: unknown): boolean {
  return !(error instanceof Error) || error.name !== "QwenError";
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Other encodings are written here, byte by byte.
    return null;
  }
}

/** Facts of a text that has no time of its own: equal texts have equal facts. */
function factsOf(bytes: Uint8Array): FileInfo {
  let low = HASH_START;
  let high = bytes.length;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, HASH_PRIME) >>> 0;
    high = Math.imul(high ^ low, HASH_PRIME) >>> 0;
  }
  return { isFile: true, isDirectory: false, size: bytes.length, mtimeMs: (high & 0xfffff) * 2 ** 32 + low };
}
