import { isInside } from "../../../path/mod.ts";
import { lstatOrNull, statOrNull } from "../../files/paths/stat_or_null.ts";
import type { GuardedPath } from "../../policy/config_paths.ts";

/** What commands of the workspace profile can see and do. Paths are absolute and real. */
export interface WorkspaceProfile {
  /** Folders that can be written. */
  writable: readonly string[];
  /** Files and folders that stay visible although a hidden folder contains them. */
  visible: readonly string[];
  /** Files and folders that appear empty. */
  hidden: readonly string[];
  /** Files and folders in writable folders that cannot be written. */
  readOnly: readonly string[];
  /** Whether commands have network access. */
  network: boolean;
  /** The folder mounted at /tmp. */
  temporary: string;
  /** The folder mounted at /var/tmp. */
  lasting: string;
  /** An empty folder, mounted over hidden folders. */
  empty: string;
}

/** What commands of the read-only profile can see; they cannot write anything. */
export interface ReadOnlyProfile {
  /** Files and folders that are visible besides the system: the workspace and the folders of PATH. */
  visible: readonly string[];
  hidden: readonly string[];
  temporary: string;
  empty: string;
}

/** The most processes that a command may have at once; the kernel does not enforce it for root. */
const MAX_PROCESSES = 8192;
/** Folders with sockets of other programs: access to a docker socket would defeat the sandbox. */
const SOCKET_FOLDERS = ["/run", "/var/run"];
/** The machine's second folder of temporary files. */
const LASTING = "/var/tmp";
/** Folders with programs, their libraries and their configuration. */
const SYSTEM_FOLDERS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu"];

/** A path that cannot exist. */
const ABSENT = "/dev/null/absent";

/** Whether the sandbox mounts something else over a path, so that a command cannot see the original. */
export function isReplaced(path: string): boolean {
  return ["/tmp", LASTING, ...SOCKET_FOLDERS].some((folder) => isInside(path, folder));
}

/** The arguments that give a command a user namespace of its own; it keeps the name of its user. */
export function ownUserArgs(): string[] {
  return [
    ...["--unshare-user", "--uid", String(Deno.uid()), "--gid", String(Deno.gid())],
    ...["--unshare-uts", "--unshare-cgroup-try"],
  ];
}

/** The arguments for the files of a command in the namespaces of its session. Looks at files, changes nothing. */
export function workspaceArgs(profile: WorkspaceProfile): string[] {
  const args = ["--die-with-parent", "--new-session", "--cap-drop", "ALL"];
  // The mounted /proc is that of the session's process namespace.
  args.push("--ro-bind", "/", "/", "--dev", "/dev", "--bind", "/proc", "/proc");
  const empty = SOCKET_FOLDERS.filter(isPlainFolder);
  for (const folder of empty) args.push("--tmpfs", folder);
  if (profile.network) args.push(...resolverArgs());
  args.push("--bind", profile.temporary, "/tmp");
  if (isPlainFolder(LASTING)) args.push("--bind", profile.lasting, LASTING);
  const isInRoot = (path: string): boolean => profile.writable.some((root) => isInside(path, root));
  const roots = [...profile.writable, ...profile.visible];
  args.push(...hidingArgs(profile.hidden.filter((path) => !isInRoot(path)), { ...profile, roots }));
  args.push(...bindArgs("--ro-bind", profile.visible));
  args.push(...bindArgs("--bind", profile.writable));
  args.push(...bindArgs("--ro-bind", profile.readOnly));
  args.push(...hidingArgs(profile.hidden.filter(isInRoot), { ...profile, roots }));
  // At the end, because mounting makes folders.
  return [...args, ...empty.flatMap((folder) => ["--remount-ro", folder])];
}

/** The arguments for a command that only reads: it has namespaces of its own and sees nothing that it does not need. */
export function readOnlyArgs(profile: ReadOnlyProfile): string[] {
  const args = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"];
  args.push(...(profile.visible.includes("/") ? everythingArgs() : systemArgs()));
  // Writable until everything is mounted, because mounting makes folders.
  args.push("--dev", "/dev", "--proc", "/proc", "--bind", profile.temporary, "/tmp");
  args.push(...bindArgs("--ro-bind", profile.visible.filter((path) => path !== "/" && !isSystem(path))));
  args.push(...hidingArgs(profile.hidden, { empty: profile.empty, roots: profile.visible }));
  return [...args, "--remount-ro", "/tmp"];
}

function systemArgs(): string[] {
  return SYSTEM_FOLDERS.flatMap((folder) => {
    const info = lstatOrNull(folder);
    if (info?.isSymlink) return ["--symlink", Deno.readLinkSync(folder), folder];
    return info?.isDirectory ? ["--ro-bind", folder, folder] : [];
  });
}

function everythingArgs(): string[] {
  return [
    "--ro-bind",
    "/",
    "/",
    ...[LASTING, ...SOCKET_FOLDERS].filter(isPlainFolder).flatMap((folder) => ["--tmpfs", folder]),
  ];
}

/** Whether a path is visible to read-only commands in any case. */
export function isSystem(path: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => isInside(path, folder));
}

/**
 * The arguments that protect a project's configuration; computed for every command, because it may change. A path that
 * goes away before it is mounted stops the command only if another command could then create it.
 */
export function guardArgs(guarded: readonly GuardedPath[]): string[] {
  return guarded.flatMap(({ path, isPinned, placeholder, isNested }) => {
    const suffix = placeholder === null || isNested ? "-try" : "";
    if (isPinned) return isPlainFolder(path) ? [`--bind${suffix}`, path, path] : [];
    const info = statOrNull(path);
    if (info === null) return [];
    // Git warns about this file even if it is empty.
    const silence = path.endsWith("/info/grafts") && info.size === 0 ? ["--setenv", "GIT_GRAFT_FILE", ABSENT] : [];
    return [`--ro-bind${suffix}`, path, path, ...silence];
  });
}

/** The arguments that hide sockets of other programs. */
export function socketArgs(sockets: readonly string[]): string[] {
  return sockets.flatMap((path) => ["--ro-bind", "/dev/null", path]);
}

/** Limits for a command. Root gets none: the kernel does not count the processes of root. */
export function limitArgs(prlimit: string | null): string[] {
  return prlimit === null || Deno.uid() === 0 ? [] : [prlimit, `--nproc=${MAX_PROCESSES}`, "--"];
}

function bindArgs(option: "--bind" | "--ro-bind", paths: readonly string[]): string[] {
  return paths.filter((path) => statOrNull(path) !== null).flatMap((path) => [option, path, path]);
}

/** Hides paths, except those that contain a root: hiding them would hide the root too. */
function hidingArgs(paths: readonly string[], around: { empty: string; roots: readonly string[] }): string[] {
  return paths.flatMap((path) => {
    if (around.roots.some((root) => isInside(root, path))) return [];
    const info = statOrNull(path);
    return info === null ? [] : ["--ro-bind", info.isDirectory ? around.empty : "/dev/null", path];
  });
}

/** /etc/resolv.conf may be a link into a folder that the sandbox replaces. */
function resolverArgs(): string[] {
  try {
    const real = Deno.realPathSync("/etc/resolv.conf");
    return SOCKET_FOLDERS.some((folder) => isInside(real, folder)) ? ["--ro-bind", real, real] : [];
  } catch {
    // Without the file there is nothing to show.
    return [];
  }
}

/** Whether a path is a folder itself and not a link to one: the target of a link is handled under its own name. */
function isPlainFolder(path: string): boolean {
  return lstatOrNull(path)?.isDirectory ?? false;
}
