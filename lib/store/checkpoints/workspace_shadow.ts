/**
 * The files of a workspace as they were before a command that ran unasked. What a command will change is not known in
 * advance, so all files are kept; those that did not change since the last command are not read again.
 */
import type { Files } from "../../model/ports.ts";
import { makePrivateFolder } from "../store_paths.ts";
import { replaceFile } from "../replace_file.ts";

/** A file as it was before a command. */
export interface KeptFile {
  /** The hash of the content, which is the name of its copy; null when it was not kept. */
  hash: string | null;
  mode: number;
  /** Changes when the file is changed, without a look at its content. */
  stamp: string;
  /** The target, for a link. */
  link?: string;
  /** Whether it is an empty folder. */
  isFolder?: boolean;
}

/** Options of a shadow. */
export interface ShadowOptions {
  roots: readonly string[];
  /** Where copies are kept. */
  folder: string;
  files: Files;
  /** Whether something in the workspace is not part of it, such as a placeholder of the sandbox; by default nothing is. */
  isIgnored?: (path: string) => boolean;
  maxFileBytes?: number;
  maxTotalBytes?: number;
}

/** A change that a command made. */
export interface CommandChange {
  path: string;
  /** Null for a file that did not exist. */
  before: KeptFile | null;
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_TOTAL_BYTES = 500 * 1024 * 1024;
const MAX_FILES = 50_000;
const AT_ONCE = 16;
/** Folders that a package manager makes again. */
const UNKEPT_FOLDERS = new Set(["node_modules", ".venv", "venv", "__pycache__"]);

/** Keeps the files of a workspace and finds what changed. */
export class WorkspaceShadow {
  readonly #options: ShadowOptions;
  #kept = new Map<string, KeptFile>();
  #totalBytes = 0;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  /** Keeps all files as they are now. Returns what could not be kept, for people. */
  async keep(): Promise<string[]> {
    const { maxFileBytes = MAX_FILE_BYTES, maxTotalBytes = MAX_TOTAL_BYTES } = this.#options;
    const { found, unkept } = this.#walk();
    const wanted: [string, Deno.FileInfo][] = [];
    const kept = new Map<string, KeptFile>();
    for (const [path, { info, link }] of found) {
      const known = this.#kept.get(path);
      const stamp = stampOf(info, link);
      if (known?.stamp === stamp) kept.set(path, known);
      else if (link !== undefined) kept.set(path, { hash: null, mode: modeOf(info), stamp, link });
      else if (info.isDirectory) kept.set(path, { hash: null, mode: modeOf(info), stamp, isFolder: true });
      else if (info.size > maxFileBytes || this.#totalBytes + info.size > maxTotalBytes) {
        kept.set(path, { hash: null, mode: modeOf(info), stamp });
        unkept.push(`${path} (${Math.ceil(info.size / 1e6)} MB)`);
      } else {
        this.#totalBytes += info.size;
        wanted.push([path, info]);
      }
    }
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const copies = wanted.slice(at, at + AT_ONCE).map(async ([path, info]) => {
        const hash = await this.#copy(path);
        if (hash === null) unkept.push(path);
        kept.set(path, { hash, mode: modeOf(info), stamp: stampOf(info) });
      });
      await Promise.all(copies);
    }
    this.#kept = kept;
    return unkept;
  }

  /** The files that changed since `keep`. */
  changes(): CommandChange[] {
    const { found } = this.#walk();
    const changed: CommandChange[] = [];
    for (const [path, before] of this.#kept) {
      const now = found.get(path);
      if (now === undefined || stampOf(now.info, now.link) !== before.stamp) changed.push({ path, before });
    }
    for (const path of found.keys()) if (!this.#kept.has(path)) changed.push({ path, before: null });
    return changed;
  }

  /** Where the copy of a content is. */
  copyOf(hash: string): string {
    return `${this.#options.folder}/${hash}`;
  }

  /** Removes all copies. */
  async clear(): Promise<void> {
    this.#kept.clear();
    await Deno.remove(this.#options.folder, { recursive: true }).catch(ignoreAbsent);
  }

  async #copy(path: string): Promise<string | null> {
    try {
      // Read with the fences of tools: the target of a link that is swapped in must not be kept.
      const content = new Uint8Array(await this.#options.files.read(path));
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).toHex();
      await makePrivateFolder(this.#options.folder);
      await replaceFile(this.copyOf(hash), content);
      return hash;
    } catch {
      // It is not readable, or it was removed meanwhile.
      return null;
    }
  }

  #walk(): { found: Map<string, Found>; unkept: string[] } {
    const found = new Map<string, Found>();
    const unkept: string[] = [];
    const folders = [...this.#options.roots];
    const isRoot = new Set(folders);
    for (const folder of folders) {
      const entries = entriesOf(folder);
      if (entries.length === 0 && !isRoot.has(folder)) addFound(found, folder);
      for (const { name, isFile, isDirectory, isSymlink } of entries) {
        const path = `${folder}/${name}`;
        if (this.#options.isIgnored?.(path)) continue;
        if (isDirectory && UNKEPT_FOLDERS.has(name)) unkept.push(`${path} (packages)`);
        else if (isDirectory) folders.push(path);
        else if (isFile || isSymlink) {
          if (found.size >= MAX_FILES) return { found, unkept: [...unkept, `more than ${MAX_FILES} files`] };
          addFound(found, path);
        }
      }
    }
    return { found, unkept };
  }
}

/** Something in the workspace: a file, a link with its target, or an empty folder. */
interface Found {
  info: Deno.FileInfo;
  link?: string;
}

function addFound(found: Map<string, Found>, path: string): void {
  const info = lstatOrNull(path);
  const link = info?.isSymlink ? targetOf(path) : undefined;
  if (info && (info.isFile || info.isDirectory || link !== undefined)) {
    found.set(path, { info, ...(link === undefined ? {} : { link }) });
  }
}

function targetOf(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    // It was removed meanwhile.
    return undefined;
  }
}

function stampOf({ size, mtime, ctime, ino, mode, isDirectory }: Deno.FileInfo, link?: string): string {
  if (link !== undefined) return `link ${link}`;
  if (isDirectory) return "folder";
  return [size, mtime?.getTime(), ctime?.getTime(), ino, mode].join(" ");
}

function modeOf({ mode }: Deno.FileInfo): number {
  return (mode ?? 0o644) & 0o777;
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    // It was removed meanwhile, or it is not readable.
    return [];
  }
}

function lstatOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    // It was removed meanwhile.
    return null;
  }
}

function ignoreAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
