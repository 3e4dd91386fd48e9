/**
 * Starts programs without our descriptors. A descriptor that this program inherits, such as that of `--key-fd`, is
 * inherited by its children as well, and Deno cannot close it. A shell closes it before it becomes the program.
 */
import { IS_WINDOWS, resolve } from "../../path/mod.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";
import { findProgram } from "./find_program.ts";

/** What a program is started with. */
export interface LaunchOptions {
  /** The most open files of each process; the limit in force stays when it is lower. */
  openFiles?: number;
  /** The largest file that can be written, in KiB. */
  fileKiB?: number;
  /** A file to open for reading as descriptor 9, such as a seccomp filter. */
  input?: string;
  /** A file to open for writing as descriptor 8. */
  output?: string;
}

const CLOSE_ON_EXEC = 0o2000000;

/** Only bash can close descriptors with more than one digit. A failed limit leaves a lower one in force. */
const CLOSING = `
for fd in /dev/fd/*; do
  fd=\${fd##*/}
  case $fd in
    [0-2]) ;;
    [3-9]) eval "exec $fd>&-" ;;
    *[!0-9]*) ;;
    *) [ -z "$BASH_VERSION" ] || eval "exec $fd>&-" ;;
  esac
done
`;

/** In `sh`, file sizes count in blocks of 512 bytes; in bash, in KiB. */
const LIMITING = `
[ -z "$1" ] || ulimit -n "$1" 2>/dev/null
[ -z "$2" ] || ulimit -f "$2" 2>/dev/null
ulimit -c 0 2>/dev/null
[ -z "$3" ] || exec 9< "$3"
[ -z "$4" ] || exec 8> "$4"
shift 4
exec "$@"
`;

/**
 * The command line that starts a program without inherited descriptors; the same one where there is no shell, and where
 * there is nothing to do.
 */
export type Launch = (argv: readonly string[], options?: LaunchOptions) => readonly string[];

/** A launcher that uses the shell of a PATH, except one in a folder that tools can write. */
export function launcherFor(search: { path: string; avoid: readonly string[] }): Launch {
  if (IS_WINDOWS) return (argv) => argv;
  const bash = findProgram("bash", search);
  const plain = findProgram("sh", search);
  const sh = bash ?? plain;
  if (sh === null) return (argv) => argv;
  // Privileged mode ignores BASH_ENV and functions in the environment.
  const shell = bash === null ? [sh, "-c"] : [bash, "-p", "-c"];
  return (argv, options = {}) => {
    if (Object.keys(options).length === 0 && !hasInherited()) return argv;
    const { openFiles = "", fileKiB, input = "", output = "" } = options;
    const rest = (size: number | undefined): string[] => [
      ...["launcher", String(openFiles), String(size ?? ""), input, output, ...argv],
    ];
    // It starts faster than bash.
    if (plain !== null && !hasInherited()) return [plain, "-c", LIMITING, ...rest(fileKiB && fileKiB * 2)];
    return [...shell, CLOSING + LIMITING, ...rest(bash === null ? fileKiB && fileKiB * 2 : fileKiB)];
  };
}

let inherited: boolean | null = null;

/** Whether this program was started with descriptors that its children would inherit; it opens none itself. */
function hasInherited(): boolean {
  return inherited ??= lookForInherited();
}

function lookForInherited(): boolean {
  try {
    return [...Deno.readDirSync("/proc/self/fdinfo")].some(({ name }) => Number(name) > 2 && isInherited(name));
  } catch {
    // There is no /proc, or Deno does not show it.
    return true;
  }
}

function isInherited(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(Deno.readTextFileSync(`/proc/self/fdinfo/${descriptor}`))?.[1];
    return flags === undefined || (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch (error) {
    // It was closed meanwhile.
    return !(error instanceof Deno.errors.NotFound);
  }
}

/** Starts a program without inherited descriptors; one that does not exist is left to the caller's own error. */
export function launchedProgram(
  argv: readonly string[],
  around: { path: string; cwd: string; avoid: readonly string[] },
): readonly string[] {
  if (IS_WINDOWS) return argv;
  const [name] = argv;
  const program = name.includes("/") ? resolve(around.cwd, name) : findProgram(name, { path: around.path, avoid: [] });
  if (program === null || statOrNull(program)?.isFile !== true) return argv;
  return launcherFor({ path: Deno.env.get("PATH") ?? "", avoid: around.avoid })(argv);
}
