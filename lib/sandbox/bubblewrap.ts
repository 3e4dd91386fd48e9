import { untraced } from "../model/untraced.ts";
import type { GuardedPath } from "./config_paths.ts";
import { isInside } from "./real_path.ts";

/** What a confined command can see and do. Paths are absolute and real. */
export interface Walls {
  /** Folders that may be written. */
  writable: readonly string[];
  /** Files and folders that stay visible although they lie in a hidden place. */
  visible: readonly string[];
  /** Files and folders that seem empty. */
  hidden: readonly string[];
  /** Files and folders in writable places that cannot be written. */
  readOnly: readonly string[];
  /** Whether the network is there. */
  network: boolean;
  /** The folder that is /tmp inside. */
  temporary: string;
  /** An empty folder, for what is hidden or must not be made. */
  empty: string;
}

/** The most processes that a command may have at once, where the system counts them. */
const MAX_PROCESSES = 8192;
/** Where sockets of other programs live: a docker socket would undo every wall. */
const SOCKET_FOLDERS = ["/run", "/var/run", "/var/tmp"];

/** Whether a confined command finds something else at a path, because its place is its own or empty. */
export function isReplaced(path: string): boolean {
  return ["/tmp", ...SOCKET_FOLDERS].some((folder) => isInside(path, folder));
}

/** Finds a program in absolute folders of a PATH that no tool can write to; null when there is none. */
export function findProgram(name: string, around: { path: string; avoid: readonly string[] }): string | null {
  return placesOf(name, around).find((place) => kindOf(place) === "file") ?? null;
}

/** Where a program may lie, in the order of the PATH. */
export function placesOf(name: string, { path, avoid }: { path: string; avoid: readonly string[] }): string[] {
  return path.split(":")
    .filter((folder) => folder.startsWith("/") && !avoid.some((root) => isInside(folder, root)))
    .map((folder) => folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`);
}

/** The part of the walls that does not depend on the command. Looks at what exists, changes nothing. */
export function wallArgs(walls: Walls): string[] {
  const args = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"];
  if (walls.network) args.push("--share-net");
  args.push("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc");
  for (const folder of SOCKET_FOLDERS) if (isPlainFolder(folder)) args.push("--tmpfs", folder);
  if (walls.network) args.push(...resolverArgs());
  args.push("--bind", walls.temporary, "/tmp");
  const isInRoot = (path: string): boolean => walls.writable.some((root) => isInside(path, root));
  args.push(...hiding(walls.hidden.filter((path) => !isInRoot(path)), walls));
  for (const path of walls.visible) if (kindOf(path) !== null) args.push("--ro-bind", path, path);
  for (const root of walls.writable) if (kindOf(root) !== null) args.push("--bind", root, root);
  for (const path of walls.readOnly) if (kindOf(path) !== null) args.push("--ro-bind", path, path);
  args.push(...hiding(walls.hidden.filter(isInRoot), walls));
  return args;
}

/** The part of the walls around a project's configuration, which has to be up to date for every command. */
export function guardArgs(guarded: readonly GuardedPath[], empty: string): string[] {
  return guarded.flatMap((guard) => guarding(guard, empty));
}

/** What limits a command that is not root's: the system does not count the processes of root. */
export function limitArgs(prlimit: string | null): string[] {
  return prlimit === null || Deno.uid() === 0 ? [] : [prlimit, `--nproc=${MAX_PROCESSES}`, "--core=0", "--"];
}

/** A path is hidden unless a root lies in it: then the root would vanish too. */
function hiding(paths: readonly string[], walls: Walls): string[] {
  return paths.flatMap((path) => {
    if ([...walls.writable, ...walls.visible].some((root) => isInside(root, path))) return [];
    const kind = kindOf(path);
    if (kind === "folder") return ["--ro-bind", walls.empty, path];
    return kind === "file" ? ["--ro-bind", "/dev/null", path] : [];
  });
}

function guarding({ path, isHeld, isPinned }: GuardedPath, empty: string): string[] {
  if (isPinned) return isPlainFolder(path) ? ["--bind", path, path] : [];
  if (kindOf(path) !== null) return ["--ro-bind", path, path];
  // What a link leads to is guarded under its own name.
  if (isLink(path)) return [];
  // Only a repository can have hooks: holding their place must not make one.
  if (!isHeld || kindOf(path.slice(0, path.lastIndexOf("/"))) !== "folder") return [];
  return ["--ro-bind", empty, path];
}

/** Names are resolved by a file that may be a link into a folder that is hidden. */
function resolverArgs(): string[] {
  try {
    const real = Deno.realPathSync("/etc/resolv.conf");
    return SOCKET_FOLDERS.some((folder) => isInside(real, folder)) ? ["--ro-bind", real, real] : [];
  } catch {
    // Without the file there is nothing to show.
    return [];
  }
}

/** Whether a path is a folder itself: a link leads to one that is dealt with under its own name. */
function isPlainFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/** What is at a path; a link counts as what it leads to, and one to nothing as nothing. */
function kindOf(path: string): "file" | "folder" | null {
  try {
    return untraced(() => Deno.statSync(path)).isDirectory ? "folder" : "file";
  } catch {
    return null;
  }
}
