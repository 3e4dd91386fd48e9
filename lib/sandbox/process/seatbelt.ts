/**
 * Seatbelt, the sandbox of macOS: a profile as text, made from the same two profiles as the mounts of bubblewrap. It has
 * no namespaces: commands see other processes, and have a folder for temporary files instead of a /tmp of their own.
 */
import type { ReadOnlyProfile, WorkspaceProfile } from "./mounts/bubblewrap.ts";

/** Where macOS has the program that applies a profile. */
export const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

/** Folders with programs, their libraries and their configuration. */
const SYSTEM_FOLDERS = [
  ...["/usr", "/bin", "/sbin", "/System", "/Library", "/opt", "/nix", "/private/etc", "/private/var/db/dyld"],
  ...["/private/var/select", "/dev"],
];
/** Devices that every program may write. */
const DEVICES = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/fd"];

/** The profile of commands that can write in the workspace. The last rule that matches wins. */
export function workspaceText(profile: WorkspaceProfile): string {
  const { writable, visible, hidden, readOnly, network, temporary } = profile;
  const isInRoot = (path: string): boolean => writable.some((root) => path === root || path.startsWith(`${root}/`));
  return lines([
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    rule("deny file-read*", hidden.filter((path) => !isInRoot(path))),
    rule("allow file-read*", [...visible, ...writable, temporary]),
    rule("allow file-write*", [...writable, temporary, ...DEVICES]),
    rule("deny file-write*", readOnly),
    rule("deny file-read* file-write*", hidden.filter(isInRoot)),
    network ? "" : "(deny network*)",
    "(deny process-info* (target others))",
    "(deny signal (target others))",
    "(deny mach-priv-host-port)",
    "(deny system-privilege)",
  ]);
}

/** The profile of commands that only read: nothing is allowed that it does not name. */
export function readOnlyText({ visible, hidden }: ReadOnlyProfile): string {
  return lines([
    "(version 1)",
    "(deny default)",
    "(allow process-fork)",
    "(allow process-exec)",
    "(allow sysctl-read)",
    "(allow file-read-metadata)",
    rule("allow file-read*", [...SYSTEM_FOLDERS, ...visible]),
    rule("deny file-read*", hidden),
    rule("allow file-write*", ["/dev/null", "/dev/tty"]),
    "(deny network*)",
  ]);
}

/** The command line that runs a command under a profile; the folder of temporary files is that of the profile. */
export function seatbeltArgv(
  argv: readonly string[],
  { program, text, temporary }: { program: string; text: string; temporary: string },
): string[] {
  return [program, "-p", text, "/usr/bin/env", `TMPDIR=${temporary}`, ...argv];
}

function rule(head: string, paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const filters = [...new Set(paths)].map((path) => `  (subpath ${quoted(path)})`);
  return `(${head}\n${filters.join("\n")})`;
}

/** A string of the profile's language, which is a Scheme. */
function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n") + "\n";
}
