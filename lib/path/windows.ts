/**
 * Path functions for Windows. They take either separator and return `/` alone, which Windows accepts everywhere. So the
 * rest of the program spells paths the same way on every system. A drive letter is always a capital.
 */
import * as posix from "./posix.ts";

/** A path with `/` between its parts, without the prefix that lifts the length limit. */
export function slashed(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, "").replace(/^\/\/\?\/UNC\//i, "//");
  return plain.replace(/^[a-z](?=:)/, (letter) => letter.toUpperCase());
}

/** The beginning of a path that no `..` leaves: a drive, a share or a slash; empty for a relative path. */
function rootOf(path: string): string {
  const share = /^\/\/[^/]+\/[^/]+(?=\/|$)/.exec(path)?.[0];
  if (share !== undefined) return `${share}/`;
  return /^(?:[A-Z]:)?\//.exec(path)?.[0] ?? "";
}

function hasDrive(path: string): boolean {
  return rootOf(path).length > 1;
}

/** Applies a function for `/` to the part behind the root. */
function behindRoot(path: string, change: (rest: string) => string): string {
  const whole = slashed(path);
  const root = rootOf(whole);
  if (root === "") return change(whole);
  return root + change(`/${whole.slice(root.length)}`).replace(/^\/+/, "");
}

/** Whether a path begins at a drive, a share or the root of the current drive. */
export function isAbsolute(path: string): boolean {
  return rootOf(slashed(path)) !== "";
}

/** A path without `.`, `..` and double slashes. */
export function normalize(path: string): string {
  return behindRoot(path, posix.normalize);
}

/** Parts joined to one path. */
export function join(...parts: string[]): string {
  const given = parts.filter((part) => part !== "");
  return given.length === 0 ? "." : normalize(given.map(slashed).join("/"));
}

/** The folder of a path; a root is its own folder. */
export function dirname(path: string): string {
  return behindRoot(path, posix.dirname);
}

/** The last part of a path. */
export function basename(path: string, suffix?: string): string {
  const whole = slashed(path);
  return posix.basename(whole.slice(rootOf(whole).length), suffix);
}

/** The extension of a path, with its dot. */
export function extname(path: string): string {
  return posix.extname(slashed(path));
}

/** An absolute path, seen from the last absolute part before it or from a working folder. */
export function resolveFrom(cwd: string, parts: readonly string[]): string {
  let path = "";
  for (const part of [cwd, ...parts].reverse()) {
    if (part !== "") path = path === "" ? slashed(part) : combined(slashed(part), path);
    if (hasDrive(path)) break;
  }
  const whole = normalize(path);
  return whole === rootOf(whole) ? whole : whole.replace(/\/+$/, "");
}

/** An absolute path, seen from the working folder. */
export function resolve(...parts: string[]): string {
  return resolveFrom(Deno.cwd(), parts);
}

function combined(base: string, path: string): string {
  if (hasDrive(path)) return path;
  const root = rootOf(base);
  if (rootOf(path) !== "") return hasDrive(base) ? root + path.slice(1) : path;
  // Each drive has a working folder of its own, which this program does not know.
  const drive = /^([A-Za-z]:)(.*)$/s.exec(path);
  if (drive === null) return `${base}/${path}`;
  return slashed(drive[1]) === base.slice(0, 2) ? `${base}/${drive[2]}` : `${slashed(drive[1])}/${drive[2]}`;
}

/** The way from one path to another; the other path where they have no root in common. */
export function relative(from: string, to: string): string {
  const [start, end] = [resolve(from), resolve(to)];
  const [root, other] = [rootOf(start), rootOf(end)];
  if (comparable(root) !== comparable(other)) return end;
  const steps = start.slice(root.length).split("/").filter((step) => step !== "");
  const wanted = end.slice(other.length).split("/").filter((step) => step !== "");
  let common = 0;
  while (common < steps.length && comparable(steps[common]) === comparable(wanted[common] ?? "")) common++;
  return [...steps.slice(common).fill(".."), ...wanted.slice(common)].join("/");
}

/** The path of a `file:` address. */
export function fromFileUrl(url: string | URL): string {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== "file:") throw new TypeError(`URL must be a file URL: received "${protocol}"`);
  const path = decodeURIComponent(pathname.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  return slashed(hostname === "" ? path.replace(/^\/+(?=[A-Za-z]:)/, "") : `//${hostname}${path}`);
}

const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\..*)?$/i;

/**
 * Why Windows would not take a path by its name, or null: it drops dots and blanks at the end of a name, reads a stream
 * behind a colon and a device in some names. So another file would be opened than was judged.
 */
export function nameFault(path: string): string | null {
  const whole = slashed(path);
  for (const name of whole.slice(rootOf(whole).length).split("/")) {
    if (name === "." || name === "..") continue;
    if (name.includes(":")) return `"${name}" names a stream of a file`;
    if (DEVICE.test(name.trimEnd())) return `"${name}" is a device`;
    if (/[. ]$/.test(name)) return `"${name}" ends with a dot or a blank, which Windows drops`;
  }
  return null;
}

/** The spelling by which two paths of the same file are equal: Windows does not tell letters by their case. */
export function comparable(path: string): string {
  return slashed(path).toLowerCase();
}
