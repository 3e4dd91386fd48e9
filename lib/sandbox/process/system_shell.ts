import { basename, IS_WINDOWS, isAbsolute, join, slashed } from "../../path/mod.ts";
import * as windows from "../../path/windows.ts";
import { findProgram } from "./find_program.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";

/** The family of a shell, which decides how its commands are written. */
export type ShellFamily = "posix" | "powershell" | "cmd";

/** The shell that runs the commands of a session. */
export interface SystemShell {
  family: ShellFamily;
  program: string;
}

/** How a shell is found. */
export interface ShellSearch {
  env: Readonly<Record<string, string>>;
  isWindows?: boolean;
  /** Finds a program by its name; by default in the PATH of `env`. */
  find?: (name: string) => string | null;
  /** Whether a file exists; by default on this machine. */
  exists?: (path: string) => boolean;
}

/** A command line for a shell. */
export interface ShellCommand {
  argv: string[];
  /** Whether the arguments are passed as they are: cmd.exe reads quotes in its own way. */
  isRaw: boolean;
}

/** The shells of this system in the order in which they are tried; null where none is installed. */
export function findShell(search: ShellSearch): SystemShell | null {
  const { env, isWindows = IS_WINDOWS } = search;
  const find = search.find ?? ((name: string): string | null => findProgram(name, { path: pathOf(env), avoid: [] }));
  if (!isWindows) {
    const program = find("bash") ?? find("sh");
    return program === null ? null : { family: "posix", program };
  }
  const bash = gitBash({ ...search, find });
  if (bash !== null) return { family: "posix", program: bash };
  const power = find("pwsh") ?? find("powershell");
  if (power !== null) return { family: "powershell", program: power };
  const cmd = find("cmd") ?? (env.ComSpec ? slashed(env.ComSpec) : null);
  return cmd === null ? null : { family: "cmd", program: cmd };
}

/** The shell of this system if it is not a POSIX shell; null where it is one, or where there is none. */
export function foreignShell(env: Readonly<Record<string, string>>): SystemShell | null {
  const shell = IS_WINDOWS ? findShell({ env }) : null;
  return shell === null || shell.family === "posix" ? null : shell;
}

/** The PATH, whose name Windows spells in different ways. */
export function pathOf(env: Readonly<Record<string, string>>): string {
  return env.PATH ?? Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
}

/** The bash of Git for Windows. The one in the system's folder starts Linux, which knows other paths. */
function gitBash({ env, find, exists }: ShellSearch & { find: (name: string) => string | null }): string | null {
  const isThere = exists ?? ((path: string): boolean => statOrNull(path)?.isFile === true);
  const system = windows.comparable(`${env.SystemRoot ?? env.SYSTEMROOT ?? "C:/Windows"}/`);
  const onPath = find("bash");
  if (onPath !== null && !windows.comparable(onPath).startsWith(system)) return onPath;
  const git = find("git");
  const folders = [
    ...(git === null ? [] : [windows.dirname(windows.dirname(git))]),
    ...[env.ProgramFiles, env.LOCALAPPDATA && `${env.LOCALAPPDATA}/Programs`].flatMap((folder) =>
      folder ? [windows.join(folder, "Git")] : []
    ),
  ];
  return folders.map((folder) => windows.join(folder, "bin/bash.exe")).find(isThere) ?? null;
}

/** How a shell runs a command. With a mark, it reports its last working folder behind the mark on stderr. */
export function shellCommand(
  { family, program }: SystemShell,
  { command, folderMark }: { command: string; folderMark?: string },
): ShellCommand {
  if (family === "powershell") return { argv: [program, ...powershellArgs(command, folderMark)], isRaw: false };
  // It has no way to report its folder without changing the exit code.
  if (family === "cmd") return { argv: [program, "/d", "/s", "/c", `"${onOneLine(command)}"`], isRaw: true };
  const report = folderMark === undefined ? "" : `trap 'printf "%s%s\\n" ${folderMark} "$PWD" >&2' EXIT; `;
  return { argv: [program, "-c", report + command], isRaw: false };
}

/** A script that is passed as Base64 needs no quoting. It ends with the exit code of its last program. */
function powershellArgs(command: string, folderMark: string | undefined): string[] {
  const report = folderMark === undefined
    ? ""
    : `[Console]::Error.WriteLine('${folderMark}' + (Get-Location).ProviderPath)\n`;
  const script = "$ProgressPreference = 'SilentlyContinue'\n" +
    "[Console]::OutputEncoding = [System.Text.Encoding]::UTF8\n" +
    `try {\n${command}\n$qwenWorked = $?\n} finally {\n${report}}\n` +
    "if ($LASTEXITCODE) { exit $LASTEXITCODE }\nif (-not $qwenWorked) { exit 1 }\n";
  return ["-NoLogo", "-NoProfile", "-NonInteractive", "-EncodedCommand", utf16Base64(script)];
}

function utf16Base64(text: string): string {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true);
  return bytes.toBase64();
}

/** cmd.exe takes one line: the lines of a command run one after the other. */
function onOneLine(command: string): string {
  return command.split(/\r?\n/).filter((line) => line.trim() !== "").join(" & ");
}

/** What a person calls the shell. */
export function shellName({ family, program }: SystemShell): string {
  if (family === "powershell") return "PowerShell";
  return family === "cmd" ? "cmd.exe" : basename(program).replace(/\.exe$/i, "");
}

/** The program of a command that is started without a shell; null when it is not installed. */
export function programOf(name: string, { cwd, path }: { cwd: string; path: string }): string | null {
  const spelled = slashed(name);
  if (!spelled.includes("/")) return findProgram(name, { path, avoid: [] });
  return isAbsolute(spelled) ? spelled : join(cwd, spelled);
}
