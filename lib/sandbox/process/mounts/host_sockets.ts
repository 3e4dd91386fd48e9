import { isAbsolute, join } from "../../../path/mod.ts";
import { lstatOrNull } from "../../files/paths/stat_or_null.ts";

/** The most sockets to hide: each one is a mount. */
const MAX_SOCKETS = 500;
/** How long a list is reused: a command that runs in the meantime may reach a socket that is made in the meantime. */
const REFRESH_MS = 1_000;

let cached: { home: string; paths: readonly string[]; at: number } | null = null;

/**
 * The Unix sockets of other programs: those bound on this machine, and those at the top of the home folder. Sockets that
 * commands of a session bind are in another network namespace and not among them. The list may be a second old unless
 * it is to be fresh.
 */
export function hostSockets(home: string, { isFresh = false } = {}): readonly string[] {
  const now = performance.now();
  if (!isFresh && cached && cached.home === home && now - cached.at < REFRESH_MS) return cached.paths;
  const paths = [...new Set([...boundSockets(), ...specialFiles(home)])].filter(isSpecial).slice(0, MAX_SOCKETS);
  cached = { home, paths, at: now };
  return paths;
}

/** The files and folders that variables name and through which other programs listen. */
export function socketVariables(env: Readonly<Record<string, string>>): string[] {
  const { SSH_AUTH_SOCK, DOCKER_HOST, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, WAYLAND_DISPLAY } = env;
  const bus = DBUS_SESSION_BUS_ADDRESS?.split(/[;,]/).map((part) => /^(?:unix:)?path=(.+)$/.exec(part)?.[1]) ?? [];
  const named = [SSH_AUTH_SOCK, DOCKER_HOST?.replace(/^unix:\/\//, ""), WAYLAND_DISPLAY, ...bus, XDG_RUNTIME_DIR];
  return named.flatMap((path) => path !== undefined && isAbsolute(path) && path !== "/" ? [path] : []);
}

/** The paths in the kernel's list; abstract sockets begin with `@`. */
function boundSockets(): string[] {
  try {
    return Deno.readTextFileSync("/proc/net/unix").split("\n").flatMap((line) => {
      const path = /^\S+ \S+ \S+ \S+ \S+ \S+ +\d+ (\/.+)$/.exec(line)?.[1];
      return path === undefined ? [] : [path];
    });
  } catch {
    // There is no such file, or Deno does not show it.
    return [];
  }
}

function specialFiles(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)]
      .filter(({ isFile, isDirectory, isSymlink }) => !isFile && !isDirectory && !isSymlink)
      .map(({ name }) => join(folder, name));
  } catch {
    // There is no such folder.
    return [];
  }
}

/** Whether a path is visible and neither a file nor a folder nor a link. */
function isSpecial(path: string): boolean {
  const info = lstatOrNull(path);
  return info !== null && !info.isFile && !info.isDirectory && !info.isSymlink;
}
