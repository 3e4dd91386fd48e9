import type { Part } from "../model/content.ts";
import type { Files } from "../model/ports.ts";
import { QwenError } from "../model/problem.ts";

/** How much may be read. */
export interface ReferenceLimits {
  /** Of one text file; the rest is left out. */
  fileBytes: number;
  /** Of all text files together. */
  totalBytes: number;
  /** Of one image or document. */
  mediaBytes: number;
  /** Of all images and documents together. */
  totalMediaBytes: number;
  files: number;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** The most files of a folder that are looked at. */
const MAX_LISTED = 5_000;

/** Reads referenced files within limits and records what did not fit. */
export class ReferenceReader {
  /** One entry for each file that was left out, with the reason. */
  readonly leftOut: string[] = [];
  readonly #files: Files;
  readonly #limits: ReferenceLimits;
  readonly #read: Part[] = [];
  #bytes = 0;
  #mediaBytes = 0;
  #count = 0;
  #skipped = 0;

  constructor(files: Files, limits: ReferenceLimits) {
    this.#files = files;
    this.#limits = limits;
  }

  /** The content read so far, framed so that a model can tell it from the prompt. */
  parts(): Part[] {
    if (this.#skipped > 0) {
      this.leftOut.push(
        `${this.#skipped} more files: a prompt takes in ${this.#limits.files} files and ${
          size(this.#limits.totalBytes)
        }`,
      );
      this.#skipped = 0;
    }
    const left = this.leftOut.map((note) => `\n[Left out: ${note}]`).join("");
    return [
      { kind: "text", text: "\n--- Content from referenced files ---" },
      ...this.#read,
      { kind: "text", text: `${left}\n--- End of content ---` },
    ];
  }

  /** Reads a file that the prompt names directly; images and documents keep their media type. */
  async readNamedFile(name: string, path: string): Promise<void> {
    const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
    if (!mediaType) return await this.#readText(name, path);
    const { mediaBytes, totalMediaBytes, files } = this.#limits;
    if (this.#count >= files) {
      this.#skipped++;
      return;
    }
    const info = await this.#attempt(name, () => this.#files.stat(path));
    if (!info) return;
    const room = Math.min(mediaBytes, totalMediaBytes - this.#mediaBytes);
    if (info.size > room) {
      const limit = room === mediaBytes ? "" : " remaining for images and documents";
      this.leftOut.push(`${name}: ${size(info.size)} is more than ${size(Math.max(0, room))}${limit}`);
      return;
    }
    const bytes = await this.#attempt(name, () => this.#files.read(path));
    if (!bytes) return;
    this.#count++;
    this.#mediaBytes += bytes.length;
    this.#read.push({ kind: "text", text: `\nContent from @${name}:\n` });
    this.#read.push({ kind: "media", mediaType, base64: bytes.toBase64(), name });
  }

  /** Reads the files below a folder in the order of their paths, except ignored ones. */
  async readFolder(name: string, path: string, signal: AbortSignal): Promise<void> {
    const found = await this.#attempt(name, () =>
      this.#files.search.entries(
        { path, globs: [], ignores: { git: true, own: true } },
        { order: "path", limit: MAX_LISTED, folders: false },
        { signal },
      ));
    if (!found) return;
    const base = await this.#files.resolve(path, "read");
    const folder = name.replace(/\/*$/, "/");
    for (const entry of found.entries) {
      signal.throwIfAborted();
      const below = entry.path.slice(base.length).replace(/^\//, "");
      await this.#readText(folder === "./" ? below : folder + below, entry.path);
    }
    this.#skipped += Math.max(0, found.files - MAX_LISTED);
  }

  async #readText(name: string, path: string): Promise<void> {
    const room = Math.min(this.#limits.fileBytes, this.#limits.totalBytes - this.#bytes);
    if (this.#count >= this.#limits.files || room <= 0) {
      this.#skipped++;
      return;
    }
    const info = await this.#attempt(name, () => this.#files.stat(path));
    if (!info?.isFile) return; // A pipe or a device would never end.
    const bytes = await this.#attempt(name, () => this.#files.read(path, { maxBytes: room + 1 }));
    if (!bytes) return;
    if (bytes.subarray(0, 8000).includes(0)) {
      this.leftOut.push(`${name}: it is not text`);
      return;
    }
    const head = bytes.length > room ? wholeLines(bytes.subarray(0, room)) : bytes;
    this.#count++;
    this.#bytes += head.length;
    this.#read.push({ kind: "text", text: `\nContent from @${name}:\n${new TextDecoder().decode(head)}` });
    if (bytes.length > room) {
      this.leftOut.push(`${name}: all after the first ${size(head.length)} of ${size(info.size)}`);
    }
  }

  async #attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof QwenError)) throw error;
      this.leftOut.push(`${name}: ${error.message}`);
      return null;
    }
  }
}

/** Cuts after the last complete line, or else after the last complete character. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const line = bytes.lastIndexOf(10);
  if (line >= 0) return bytes.subarray(0, line + 1);
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end > 0 && bytes[end - 1] >= 0xc0 ? end - 1 : bytes.length);
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`;
}
