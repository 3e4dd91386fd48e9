/** Plans and carries out the restoration of files. */
import { realPath } from "../../path/mod.ts";
import type { Files } from "../../model/ports.ts";
import { lineChanges } from "./line_changes.ts";

/** A file, link or empty folder before a change. `blob` is null where there was no content. */
export interface Snapshot {
  blob: string | null;
  mode: number;
  /** Its content was not kept. */
  lost: boolean;
  /** The target, for a link. */
  link?: string;
  /** An empty folder. */
  folder?: boolean;
  /** A command made the change, so that links in its place are the command's. */
  byCommand?: boolean;
}

/** One restoration. */
export interface Restore {
  path: string;
  snapshot: Snapshot;
  /** Null where there was no file. */
  content: Uint8Array | null;
  insertions: number;
  deletions: number;
}

/** What a plan counts besides. */
interface Counted {
  skippedLinks: number;
  notKept: string[];
}

/** Finds what differs from the snapshots. Reads everything and changes nothing. */
export async function planRestores(
  snapshots: ReadonlyMap<string, Snapshot>,
  { result, read }: { result: Counted; read: (blob: string) => Promise<Uint8Array> },
): Promise<Restore[]> {
  const restores: Restore[] = [];
  const links = await linksToRemove(snapshots);
  for (const [path, snapshot] of snapshots) {
    if (snapshot.lost) {
      result.notKept.push(path);
      continue;
    }
    const isBehind = links.some((link) => path.startsWith(`${link}/`));
    const now = isBehind ? null : await currentState(path, snapshot);
    if (now === "elsewhere") {
      result.skippedLinks += 1;
      continue;
    }
    const content = snapshot.blob === null ? null : await read(snapshot.blob);
    const isSame = snapshot.folder
      ? now !== null && "folder" in now
      : snapshot.link !== undefined
      ? now !== null && "link" in now && now.link === snapshot.link
      : isSameContent(now, content);
    if (isSame) continue;
    const bytes = now !== null && "bytes" in now ? now.bytes : null;
    restores.push({ path, snapshot, content, ...countLines(bytes, content) });
  }
  return restores;
}

/** Carries out a plan: first what has to go, then files and links, then empty folders. */
export async function applyRestores(
  restores: readonly Restore[],
  { files, roots = [] }: { files: Pick<Files, "write">; roots?: readonly string[] },
): Promise<void> {
  // Inner paths first, so that a new folder is empty when its turn comes.
  const byDepth = [...restores].sort((one, other) => other.path.length - one.path.length);
  for (const { path, snapshot } of byDepth) {
    const info = await lstat(path);
    const isReplaced = info !== null && (info.isSymlink || snapshot.link !== undefined || (info.nlink ?? 1) > 1);
    if (snapshot.folder || info === null) continue;
    if (isAbsent(snapshot) || (isReplaced && !info.isDirectory)) await removeWithFolders(path, roots);
    else if (info.isDirectory) await Deno.remove(path).catch(() => undefined);
  }
  for (const { path, snapshot: { link, folder, mode }, content } of restores) {
    if (folder) await Deno.mkdir(path, { recursive: true });
    else if (link !== undefined) {
      await Deno.mkdir(parentOf(path), { recursive: true });
      await Deno.symlink(link, path);
    } else if (content !== null) {
      await files.write(path, content);
      const info = await lstat(path);
      if (info?.isFile && ((info.mode ?? mode) & 0o777) !== mode) await Deno.chmod(path, mode);
    }
  }
}

/** Looks at a path without following a link; null where nothing is. */
export async function lstat(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}

type State = { bytes: Uint8Array } | { link: string } | { folder: true } | null;

/** What is at a path; `elsewhere` for a link that is left alone, and behind a folder that became one. */
async function currentState(path: string, { byCommand }: Snapshot): Promise<State | "elsewhere"> {
  if (await leadsElsewhere(parentOf(path))) return "elsewhere";
  const info = await lstat(path);
  if (info === null) return null;
  if (info.isSymlink) return byCommand ? { link: await Deno.readLink(path) } : "elsewhere";
  return info.isDirectory ? { folder: true } : { bytes: await Deno.readFile(path) };
}

/** The links that commands have made: nothing behind them belongs to the workspace. */
async function linksToRemove(snapshots: ReadonlyMap<string, Snapshot>): Promise<string[]> {
  const links: string[] = [];
  for (const [path, snapshot] of snapshots) {
    if (snapshot.byCommand && snapshot.link === undefined && (await lstat(path))?.isSymlink) links.push(path);
  }
  return links;
}

function isAbsent({ blob, link, folder }: Snapshot): boolean {
  return blob === null && link === undefined && !folder;
}

/** Removes a file, and the folders around it that are empty then. */
async function removeWithFolders(path: string, roots: readonly string[]): Promise<void> {
  try {
    await Deno.remove(path);
    const isInner = (folder: string): boolean => roots.some((root) => folder.startsWith(`${root}/`));
    for (let folder = parentOf(path); isInner(folder); folder = parentOf(folder)) await Deno.remove(folder);
  } catch {
    // The folder has other files, or the path is a folder with content.
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Whether a folder on the way has been replaced by a link. */
async function leadsElsewhere(folder: string): Promise<boolean> {
  try {
    return await realPath(folder) !== folder;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

function isSameContent(now: State, content: Uint8Array | null): boolean {
  if (now === null || content === null) return now === null && content === null;
  return "bytes" in now && now.bytes.length === content.length &&
    now.bytes.every((byte, index) => byte === content[index]);
}

function countLines(now: Uint8Array | null, before: Uint8Array | null): { insertions: number; deletions: number } {
  const isBinary = (bytes: Uint8Array | null): boolean => bytes !== null && bytes.subarray(0, 8192).includes(0);
  if (isBinary(now) || isBinary(before)) return { insertions: 0, deletions: 0 };
  const text = (bytes: Uint8Array | null): string => bytes === null ? "" : new TextDecoder().decode(bytes);
  return lineChanges(text(now), text(before));
}
