import type { Part } from "../model/content.ts";
import type { Files } from "../model/ports.ts";
import { QwenError } from "../model/problem.ts";
import { IGNORE_FILES, IgnoreRules } from "./hints/ignore_rules.ts";

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

/** Reads referenced files within limits, and keeps account of what did not fit. */
export class ReferenceReader {
  /** What was left out and why, one sentence each. */
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

  /** Reads a file that was named itself: images and documents go in as such. */
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
      const limit = room === mediaBytes ? "" : " of what is left for images and documents";
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

  /** Reads the files below a folder in alphabetical order, as far as ignore files let it. */
  async readFolder(name: string, path: string, signal: AbortSignal): Promise<void> {
    await this.#walk({ name: name.replace(/\/*$/, "/"), path, relative: "", rules: IgnoreRules.none }, signal);
  }

  async #walk(
    folder: { name: string; path: string; relative: string; rules: IgnoreRules },
    signal: AbortSignal,
  ): Promise<void> {
    const entries = await this.#attempt(folder.name, () => this.#files.list(folder.path));
    if (!entries) return;
    entries.sort((a, b) => a.name < b.name ? -1 : 1);
    const rules = await this.#rulesOf(folder, entries);
    for (const { name, isDirectory, isSymlink } of entries) {
      signal.throwIfAborted();
      const relative = `${folder.relative}${name}${isDirectory ? "/" : ""}`;
      if (isSymlink || rules.ignores(relative, name)) continue;
      const shown = folder.name === "./" ? name : `${folder.name}${name}`;
      if (!isDirectory) await this.#readText(shown, `${folder.path}/${name}`);
      else if (this.#skipped < 10_000) {
        await this.#walk({ name: `${shown}/`, path: `${folder.path}/${name}`, relative, rules }, signal);
      }
    }
  }

  async #rulesOf(
    folder: { path: string; relative: string; rules: IgnoreRules },
    entries: readonly { name: string }[],
  ): Promise<IgnoreRules> {
    let patterns = "";
    for (const name of IGNORE_FILES) {
      if (!entries.some((entry) => entry.name === name)) continue;
      const path = `${folder.path}/${name}`;
      if (!(await this.#attempt(path, () => this.#files.stat(path)))?.isFile) continue;
      const bytes = await this.#attempt(path, () => this.#files.read(path, { maxBytes: 256 * 1024 }));
      patterns += `${new TextDecoder().decode(bytes ?? undefined)}\n`;
    }
    return patterns === "" ? folder.rules : await folder.rules.with(patterns, folder.relative);
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

/** Cuts after the last line that is whole, or else after the last whole character. */
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
