import { isAbsolute } from "../../../path/mod.ts";
import { after } from "../../../model/timer.ts";
import { fail } from "../../../model/problem.ts";
import { lstatOrNull } from "../../files/stat_or_null.ts";
import { findProgram } from "../find_program.ts";
import type { Launch } from "../launcher.ts";
import type { SessionNamespaces } from "../session_namespaces.ts";

/** What templates are made with. */
export interface TemplateOptions {
  bwrap: string;
  namespaces: SessionNamespaces;
  launch: Launch;
  /** Where the other programs are searched for. */
  search: { path: string; avoid: readonly string[] };
}

/** The mounts that a command needs. */
export interface WantedMounts {
  /** Which template they belong to: commands of different rights never share one. */
  name: string;
  /** The arguments of bubblewrap that make the mounts. */
  args: readonly string[];
}

/** The limits of a command in a template. */
export interface EnterOptions {
  cwd: string;
  openFiles: number;
  fileKiB: number;
  /** The value of GIT_GRAFT_FILE, if the command needs one. */
  graftFile?: string;
}

interface Template {
  key: string;
  file: Deno.FsFile;
  /** A path by which another process can open the mount namespace. */
  path: string;
}

interface Programs {
  sh: string;
  unshare: string;
  setpriv: string;
}

/** How long bubblewrap may take to make the mounts. */
const BUILD_MS = 30_000;
/** Tells that the mounts are made, then waits until their namespace was opened. */
const HOLD = "echo ready; read -r line";
/** The last step before the command. In `sh`, file sizes count in blocks of 512 bytes. */
const ENTER = `
cd "$1" || exit 126
ulimit -n "$2" 2>/dev/null
ulimit -f "$3" 2>/dev/null
ulimit -c 0 2>/dev/null
[ -z "$4" ] || export GIT_GRAFT_FILE="$4"
shift 4
exec "$@"
`;

/**
 * Mount namespaces that bubblewrap has made once and that many commands enter: making one takes longer than most
 * commands. An open file keeps each of them, so no process inside has to live, and none can be replaced by another.
 * Every command gets a user namespace of its own and has no rights over other commands.
 */
export class MountTemplates {
  readonly #options: TemplateOptions;
  #programs: Programs | null;
  readonly #made = new Map<string, Template>();
  #building: Promise<unknown> = Promise.resolve();

  constructor(options: TemplateOptions) {
    this.#options = options;
    this.#programs = programsOf(options.search);
  }

  /** Makes the template of these mounts unless it exists. Without the programs for it, does nothing. */
  async prepare(wanted: WantedMounts): Promise<void> {
    const building = this.#building.catch(() => undefined).then(() => this.#prepare(wanted));
    this.#building = building;
    await building;
  }

  /** The command line that runs a command in a prepared template; null where the mounts have changed since. */
  enter(argv: readonly string[], options: EnterOptions & WantedMounts): readonly string[] | null {
    const template = this.#made.get(options.name);
    const { namespaces, launch } = this.#options;
    if (!template || !this.#programs || template.key !== this.#keyOf(options)) return null;
    const { sh, unshare, setpriv } = this.#programs;
    const { cwd, openFiles, fileKiB } = options;
    return launch(namespaces.enter([
      ...[unshare, "--user", `--map-user=${Deno.uid()}`, `--map-group=${Deno.gid()}`, "--", setpriv],
      // A user other than root has lost its capabilities by now.
      ...(Deno.uid() === 0 ? ["--bounding-set=-all", "--inh-caps=-all"] : []),
      ...["--no-new-privs", "--", sh, "-c", ENTER, "enter", cwd, String(openFiles), String(fileKiB * 2)],
      ...[options.graftFile ?? "", ...argv],
    ], { mounts: template.path }));
  }

  /** Makes no template any more: commands cannot enter them here. */
  disable(): void {
    this.#programs = null;
    this.clear();
  }

  /** Whether commands can enter templates, as far as is known. */
  get isEnabled(): boolean {
    return this.#programs !== null;
  }

  /** Forgets all templates; commands that run keep theirs. */
  clear(): void {
    for (const { file } of this.#made.values()) file.close();
    this.#made.clear();
  }

  async #prepare(wanted: WantedMounts): Promise<void> {
    if (!this.#programs) return;
    const key = this.#keyOf(wanted);
    const known = this.#made.get(wanted.name);
    if (known?.key === key) return;
    known?.file.close();
    this.#made.delete(wanted.name);
    const made = await this.#build(wanted.args);
    // What was replaced while it was mounted is noticed by the next look.
    if (made) this.#made.set(wanted.name, { ...made, key });
  }

  /**
   * Changes when a mounted file is replaced, which makes its mount disappear, when the machine mounts something, which
   * would appear in the template, and with the namespaces of the session.
   */
  #keyOf({ args }: WantedMounts): string {
    const paths = new Set(args.filter(isAbsolute));
    const files = [...paths].map((path) => {
      const info = lstatOrNull(path);
      return info ? `${info.dev}:${info.ino}` : "-";
    });
    return [this.#options.namespaces.pid, machineMounts(), ...args, ...files].join("\0");
  }

  async #build(args: readonly string[]): Promise<Omit<Template, "key"> | null> {
    const { bwrap, namespaces, launch } = this.#options;
    const sh = this.#programs?.sh ?? "sh";
    const [command, ...rest] = launch(namespaces.enter([bwrap, ...args, "--chdir", "/", "--", sh, "-c", HOLD]));
    const child = new Deno.Command(command, {
      args: rest,
      cwd: "/",
      env: {},
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
    const cancelTimeout = after(BUILD_MS, () => child.kill("SIGKILL"));
    try {
      const output = await firstOutput(child.stdout);
      if (output.includes("ready")) return openMounts(child.pid);
      const reason = (await new Response(child.stderr).text()).trim().slice(0, 500);
      throw fail(
        "sandbox_unavailable",
        `bubblewrap cannot set up the sandbox: ${reason || "it ended without a word"}`,
        {
          hint: "Look at the file that it names. --sandbox=off runs commands without a sandbox.",
          detail: "sandbox_setup_failed",
        },
      );
    } finally {
      cancelTimeout();
      await child.stdin.close().catch(() => undefined);
      if (!child.stderr.locked) await child.stderr.cancel();
      await child.status;
    }
  }
}

async function firstOutput(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  try {
    const { value } = await reader.read();
    return new TextDecoder().decode(value);
  } finally {
    await reader.cancel();
  }
}

/** Opens the mount namespace of the innermost process below another one; null where /proc does not show it. */
function openMounts(outermost: number): { file: Deno.FsFile; path: string } | null {
  try {
    let pid = outermost;
    for (let next = childOf(pid); next !== null; next = childOf(pid)) pid = next;
    const link = `/proc/${pid}/ns/mnt`;
    const name = Deno.readLinkSync(link);
    const file = Deno.openSync(link);
    const descriptor = name === Deno.readLinkSync("/proc/self/ns/mnt") ? undefined : descriptorOf(name);
    if (descriptor !== undefined) return { file, path: `/proc/${Deno.pid}/fd/${descriptor}` };
    file.close();
    return null;
  } catch {
    // Deno shows /proc only to programs with all permissions.
    return null;
  }
}

function childOf(pid: number): number | null {
  const [first] = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).split(" ").filter((word) => word !== "");
  return first === undefined ? null : Number(first);
}

function descriptorOf(target: string): string | undefined {
  return [...Deno.readDirSync("/proc/self/fd")].map(({ name }) => name).find((name) => {
    try {
      return Deno.readLinkSync(`/proc/self/fd/${name}`) === target;
    } catch {
      // It was closed meanwhile.
      return false;
    }
  });
}

function machineMounts(): string {
  try {
    return Deno.readTextFileSync("/proc/self/mountinfo");
  } catch {
    // Deno shows /proc only to programs with all permissions; there are no templates then.
    return "";
  }
}

/** The programs that a command enters a template with; null where one is missing or too old. */
function programsOf(search: TemplateOptions["search"]): Programs | null {
  const [sh, unshare, setpriv] = ["sh", "unshare", "setpriv"].map((name) => findProgram(name, search));
  return sh && unshare && setpriv ? { sh, unshare, setpriv } : null;
}
