import { isAbsolute } from "../../../path/mod.ts";
import { after } from "../../../model/timer.ts";
import { fail, type QwenError } from "../../../model/problem.ts";
import { lstatOrNull } from "../../files/paths/stat_or_null.ts";
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
  /** The arguments of bubblewrap that make the mounts, without guards. */
  args: readonly string[];
  /** The arguments that make guards. */
  guards: readonly string[];
  /** How often placeholders were removed, and the guards on them with them. */
  removals: number;
}

/** Which template is to be made, and how to find out what belongs in it. */
export interface PrepareOptions {
  /** Commands of different rights never share a template. */
  name: string;
  /** Looks at the disk; also for the sockets of other programs, which are hidden besides. */
  look: () => WantedMounts & { sockets: readonly string[] };
  /** Makes the next look find what has changed since the last one. */
  forget: () => void;
}

/** The limits of a command in a template. */
export interface EnterOptions {
  cwd: string;
  openFiles: number;
  fileKiB: number;
  /** The value of GIT_GRAFT_FILE, if the command needs one. */
  graftFile?: string;
}

/** A mount namespace that is kept open. */
interface OpenMounts {
  file: Deno.FsFile;
  /** A path by which another process can open the mount namespace. */
  path: string;
}

interface Template extends OpenMounts {
  keys: Keys;
  /** When its guards were last compared with the disk. */
  comparedAt: number;
  /** The sockets that it hides. */
  sockets: Set<string>;
}

/** What tells whether a template has the wanted mounts. */
interface Keys {
  /** Changes with the mounts themselves. */
  mounts: string;
  /** Changes with the files that are mounted. */
  files: string;
}

interface Programs {
  sh: string;
  unshare: string;
  setpriv: string;
  mount: string;
}

/** How long bubblewrap may take to make the mounts. */
const BUILD_MS = 30_000;
/** How often mounts are made again because a file among them went away meanwhile. */
const MAX_TRIES = 20;
/** How long a template stays open after it was replaced: a command that is being started may be about to enter it. */
const RETIRED_MS = 60_000;
/** The most templates that stay open after they were replaced. */
const MAX_RETIRED = 32;
/**
 * How long a command may enter a template although guarded files have changed since: other programs can change them at
 * any moment, also while a command runs.
 */
const FRESH_MS = 10_000;
/** Tells that the mounts are made, then waits until their namespace was opened. */
const HOLD = "echo ready; read -r line";
/** A socket may go away at any moment, and another one may take its place. */
const HIDE = `
mount=$1
shift
for path; do
  tries=0
  until "$mount" -n --bind /dev/null "$path" 2>/dev/null || [ ! -e "$path" ]; do
    tries=$((tries + 1))
    [ $tries -lt 20 ] || { echo "cannot hide $path" >&2; exit 1; }
  done
done
`;
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
  #retired: { template: Template; at: number }[] = [];
  #building: Promise<unknown> = Promise.resolve();

  constructor(options: TemplateOptions) {
    this.#options = options;
    this.#programs = programsOf(options.search);
  }

  /** Makes a template unless it exists. Without the programs for it, does nothing. */
  async prepare(options: PrepareOptions): Promise<void> {
    const building = this.#building.catch(() => undefined).then(() => this.#prepare(options));
    this.#building = building;
    await building;
  }

  /** The command line that runs a command in a prepared template; null where it does not have the wanted mounts. */
  enter(argv: readonly string[], options: EnterOptions & WantedMounts & { name: string }): readonly string[] | null {
    const template = this.#made.get(options.name);
    const { namespaces, launch } = this.#options;
    if (!template || !this.#programs || !this.#suits(template, options)) return null;
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
    for (const { file } of [...this.#made.values(), ...this.#retired.map(({ template }) => template)]) file.close();
    this.#made.clear();
    this.#retired = [];
  }

  async #prepare(options: PrepareOptions): Promise<void> {
    this.#closeRetired();
    const { name, look, forget } = options;
    for (let tries = 1; this.#programs; tries++) {
      const wanted = look();
      const keys = this.#keysOf(wanted);
      const comparedAt = performance.now();
      try {
        const known = this.#made.get(name);
        if (known && isSame(known.keys, keys)) known.comparedAt = comparedAt;
        else this.#replace(name, { keys, comparedAt, made: await this.#build([...wanted.args, ...wanted.guards]) });
        return await this.#hide(this.#made.get(name), wanted.sockets);
      } catch (error) {
        forget();
        if (isSame(this.#keysOf(look()), keys) || tries === MAX_TRIES) throw error;
      }
    }
  }

  #replace(name: string, next: Pick<Template, "keys" | "comparedAt"> & { made: OpenMounts | null }): void {
    const { made, keys, comparedAt } = next;
    const known = this.#made.get(name);
    if (known) this.#retired.push({ template: known, at: performance.now() });
    this.#made.delete(name);
    if (made) this.#made.set(name, { ...made, keys, comparedAt, sockets: new Set() });
  }

  /** Mounts something over sockets. Not done by bubblewrap, which fails if one of them goes away meanwhile. */
  async #hide(template: Template | undefined, paths: readonly string[]): Promise<void> {
    const wanted = paths.map((path) => ({ path, id: identified(path) }))
      .filter(({ path, id }) => !template?.sockets.has(id) && lstatOrNull(path) !== null);
    if (!template || !this.#programs || wanted.length === 0) return;
    const { namespaces, launch } = this.#options;
    const { sh, mount } = this.#programs;
    const hiding = [sh, "-c", HIDE, "hide", mount, ...wanted.map(({ path }) => path)];
    const [command, ...args] = launch(namespaces.enter(hiding, { mounts: template.path }));
    const pipes = { stdin: "null", stdout: "null", stderr: "piped" } as const;
    const child = new Deno.Command(command, { args, cwd: "/", env: {}, clearEnv: true, ...pipes }).spawn();
    const cancelTimeout = after(BUILD_MS, () => child.kill("SIGKILL"));
    const { success, stderr } = await child.output();
    cancelTimeout();
    if (!success) throw setUpFailure(new TextDecoder().decode(stderr));
    for (const { id } of wanted) template.sockets.add(id);
  }

  #closeRetired(): void {
    while (this.#retired.length > 0) {
      const [{ template, at }] = this.#retired;
      if (this.#retired.length <= MAX_RETIRED && performance.now() - at <= RETIRED_MS) return;
      template.file.close();
      this.#retired.shift();
    }
  }

  #suits({ keys, comparedAt }: Template, wanted: WantedMounts): boolean {
    const now = this.#keysOf(wanted);
    return keys.mounts === now.mounts && (keys.files === now.files || performance.now() - comparedAt < FRESH_MS);
  }

  /**
   * They change when a mounted file is replaced, which makes its mount disappear, when the machine mounts something,
   * which would appear in the template, and with the namespaces of the session.
   */
  #keysOf({ args, guards, removals }: WantedMounts): Keys {
    const files = [...new Set([...args, ...guards].filter(isAbsolute))].map(identified);
    return {
      mounts: [this.#options.namespaces.pid, removals, ...args].join("\0"),
      files: [machineMounts(), ...guards, ...files].join("\0"),
    };
  }

  async #build(args: readonly string[]): Promise<OpenMounts | null> {
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
      const reason = await new Response(child.stderr).text();
      throw setUpFailure(reason);
    } finally {
      cancelTimeout();
      await child.stdin.close().catch(() => undefined);
      if (!child.stderr.locked) await child.stderr.cancel();
      await child.status;
    }
  }
}

function isSame(one: Keys, other: Keys): boolean {
  return one.mounts === other.mounts && one.files === other.files;
}

function setUpFailure(reason: string): QwenError {
  const text = reason.trim().slice(0, 500) || "it ended without a word";
  return fail("sandbox_unavailable", `bubblewrap cannot set up the sandbox: ${text}`, {
    hint: "Look at the file that it names. --sandbox=off runs commands without a sandbox.",
    detail: "sandbox_setup_failed",
  });
}

/** A file with what tells it from another one at the same path; the number of a removed file is soon used again. */
function identified(path: string): string {
  const info = lstatOrNull(path);
  return info ? `${path}\0${info.dev}:${info.ino}:${(info.birthtime ?? info.ctime)?.getTime()}` : `${path}\0-`;
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
function openMounts(outermost: number): OpenMounts | null {
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
  const [sh, unshare, setpriv, mount] = ["sh", "unshare", "setpriv", "mount"].map((name) => findProgram(name, search));
  return sh && unshare && setpriv && mount ? { sh, unshare, setpriv, mount } : null;
}
