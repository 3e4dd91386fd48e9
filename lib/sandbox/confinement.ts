import type { SandboxInfo } from "../model/event.ts";
import { fail } from "../model/problem.ts";
import { findProgram, guardArgs, isReplaced, limitArgs, placesOf, wallArgs, type Walls } from "./bubblewrap.ts";
import { guardedPaths } from "./config_paths.ts";
import { type Fences } from "./fences.ts";
import { probe, type ProbeResult } from "./probe.ts";
import { StandIns } from "./stand_ins.ts";
import type { VerdictMemory } from "./verdict_memory.ts";
import { isInside, realPathNow } from "./real_path.ts";

/** Whether commands must be confined, should be, or are not. */
export type SandboxWish = "required" | "auto" | "off";

/** What confinement is made from. */
export interface ConfinementOptions {
  wish: SandboxWish;
  /** Absolute folders of the workspace. */
  roots: readonly string[];
  fences: Fences;
  /** Files and folders with secrets in them. */
  secrets: readonly string[];
  home: string;
  /** The environment of the canary; its PATH is searched for the tools that build the walls. */
  env: Readonly<Record<string, string>>;
  /** Where the private folders of this process are made. */
  temporary?: string;
  /** What earlier canaries found; where confinement is required, each run has its own. */
  memory?: VerdictMemory;
}

/** What is said where no walls can be had. */
export const UNCONFINED: SandboxInfo = {
  backend: "process-group",
  filesystem: false,
  network: false,
  processes: true,
  verified: false,
};

/** How long it is believed that no further file with secrets has appeared. */
const REBUILD_MS = 30_000;

/** What the canary found in this process, by what it was behind: walls of one kind hold or fall together. */
const verdicts = new Map<string, Promise<ProbeResult>>();

/** The walls around shell commands: planned at once, proved by a canary before the first command. */
export class Confinement {
  /** How commands are confined as far as is known now; the same object as long as it lives. */
  readonly info: SandboxInfo;
  readonly standIns: StandIns;
  readonly #options: ConfinementOptions;
  /** What an earlier run has found to work. */
  readonly #proved: { program: string; result: ProbeResult } | null;
  readonly #program: string | null;
  #prlimit: string | null | undefined;
  #folder: string | null = null;
  #verifying: Promise<SandboxInfo> | null;
  #isProved = false;
  #roots: string[];
  #detail = "";
  #built: { args: string[]; at: number } | null = null;
  #covered: { paths: readonly string[]; at: number } | null = null;

  constructor(options: ConfinementOptions) {
    this.#options = options;
    this.#roots = options.roots.map(realPathNow);
    const isOn = options.wish !== "off" && Deno.build.os === "linux";
    this.#proved = isOn ? this.#findProved() : null;
    this.#program = this.#proved?.program ?? (isOn ? findProgram("bwrap", this.#search) : null);
    const network = options.fences.net.allow !== "all";
    this.info = this.#program
      ? { backend: "bubblewrap", filesystem: true, network, processes: true, verified: false }
      : { ...UNCONFINED, ...(options.wish === "off" ? { backend: "off" } : {}) };
    this.standIns = new StandIns(() => this.#program ? this.#guarded() : []);
    this.#verifying = this.#settled();
  }

  /** Whether there is a program that could put up walls. */
  get isInstalled(): boolean {
    return this.#program !== null;
  }

  /** Whether commands are refused where they cannot be confined. */
  get isRequired(): boolean {
    return this.#options.wish === "required";
  }

  /** Whether nothing that a command starts can outlive it. */
  get isTight(): boolean {
    return this.info.backend === "bubblewrap" && this.info.verified;
  }

  /** What was found wrong, for people. */
  get detail(): string {
    return this.#detail;
  }

  /** Whether it is known what the walls are worth, by a canary of this run or of one not long ago. */
  get isProved(): boolean {
    return this.#isProved;
  }

  /** Lets the canary out, once, unless it is known already what it would find. */
  verify(): Promise<SandboxInfo> {
    return this.#verifying ??= this.#verify();
  }

  /** Resolves when commands may run; throws `sandbox_unavailable` where they must be confined and cannot be. */
  async ready(): Promise<void> {
    await this.verify();
    if (this.#options.wish !== "required") return;
    const { backend, filesystem, processes, verified } = this.info;
    if (backend !== "off" && verified && filesystem && processes) return;
    throw fail("sandbox_unavailable", `Commands must be confined and cannot be: ${this.#detail}`, {
      hint: "Install bubblewrap and allow user namespaces, or use --sandbox=auto. File tools work without it.",
    });
  }

  /** The command line inside the walls, or the same one where there are none. */
  wrap(argv: readonly string[], cwd: string): readonly string[] {
    const isUp = this.#program && this.info.backend === "bubblewrap";
    return isUp ? this.#wrapped(argv, { cwd, guarded: this.#guarded() }) : argv;
  }

  /** Opens another folder of the workspace. */
  addRoot(root: string): void {
    this.#roots = [...new Set([...this.#roots, realPathNow(root)])];
    this.#built = this.#covered = null;
  }

  /** Closes a folder of the workspace. */
  removeRoot(root: string): void {
    this.#roots = this.#roots.filter((known) => known !== realPathNow(root));
    this.#built = this.#covered = null;
  }

  /** Removes what was made for the walls. */
  async close(): Promise<void> {
    await this.#verifying;
    globalThis.removeEventListener("unload", this.#sweep);
    this.#sweep();
  }

  /** Also done when the process ends before anybody has closed. */
  readonly #sweep = (): void => {
    const folder = this.#folder;
    this.#folder = null;
    if (folder === null) return;
    this.standIns.clear();
    removeBusy(folder);
  };

  /** What is known without a canary of our own; null where one has to be let out. */
  #settled(): Promise<SandboxInfo> | null {
    if (!this.#program) {
      this.#detail = this.#options.wish === "off"
        ? "--sandbox=off"
        : "bubblewrap (bwrap) is not installed, or only within the workspace";
      this.#isProved = true;
      return Promise.resolve(this.info);
    }
    const known = this.#proved?.result ?? this.#recall(this.#program);
    return known ? Promise.resolve(this.#judge(known)) : null;
  }

  /** A program on the PATH that is known to work. It goes before one that is not, and saves a look at many places. */
  #findProved(): { program: string; result: ProbeResult } | null {
    for (const program of placesOf("bwrap", this.#search)) {
      const result = this.#recall(program);
      if (result?.works) return { program, result };
    }
    return null;
  }

  #recall(program: string): ProbeResult | null {
    return this.isRequired ? null : this.#options.memory?.recall(this.#kindOf(program), program) ?? null;
  }

  get #search(): { path: string; avoid: readonly string[] } {
    return { path: this.#options.env.PATH ?? "", avoid: this.#roots };
  }

  /** Walls of one kind hold or fall together. */
  #kindOf(program: string): string {
    return `${program} ${this.#options.fences.net.allow === "all"}`;
  }

  async #verify(): Promise<SandboxInfo> {
    const program = this.#program ?? "";
    const kind = this.#kindOf(program);
    const running = verdicts.get(kind) ?? this.#probeAndKeep(program);
    verdicts.set(kind, running);
    return this.#judge(await running);
  }

  #judge(result: ProbeResult): SandboxInfo {
    const { info } = this;
    this.#isProved = true;
    const wantsNetwork = this.#options.fences.net.allow !== "all";
    const holds = result.works && result.filesystem && result.processes && (result.network || !wantsNetwork);
    if (holds) return Object.assign(info, { verified: true });
    this.#detail = result.works
      ? `the canary got out (${escaped(result)})`
      : `bubblewrap does not work here: ${result.detail.trim()}`;
    return Object.assign(info, UNCONFINED);
  }

  async #probeAndKeep(program: string): Promise<ProbeResult> {
    const result = await this.#probe();
    await this.#options.memory?.keep(this.#kindOf(program), program, result);
    return result;
  }

  async #probe(): Promise<ProbeResult> {
    const cwd = this.#roots[0] ?? "/";
    const home = realPathNow(this.#options.home);
    return await probe({
      // The project's own files have no part in it: nothing is made in its folder.
      wrap: (argv) => this.#wrapped(argv, { cwd, guarded: [] }),
      cwd,
      env: this.#options.env,
      outside: () => `${this.#place()}/outside`,
      // In the workspace a command may write, so that a home in it proves nothing.
      home: this.#writable().some((root) => isInside(home, root)) ? null : home,
    });
  }

  #writable(): string[] {
    const { allow } = this.#options.fences.write;
    return [...new Set([...this.#roots, ...(allow === "all" ? [] : allow)].map(realPathNow))];
  }

  #wrapped(
    argv: readonly string[],
    around: { cwd: string; guarded: ReturnType<typeof guardedPaths> },
  ): readonly string[] {
    const program = this.#program;
    if (!program) return argv;
    const now = performance.now();
    if (!this.#built || now - this.#built.at > REBUILD_MS) this.#built = { args: wallArgs(this.#walls()), at: now };
    const guards = guardArgs(around.guarded, `${this.#place()}/empty`);
    if (this.#prlimit === undefined) this.#prlimit = findProgram("prlimit", this.#search);
    const limits = limitArgs(this.#prlimit);
    return [program, ...this.#built.args, ...guards, "--chdir", around.cwd, "--", ...limits, ...argv];
  }

  #walls(): Walls {
    const { fences } = this.#options;
    const real = (paths: readonly string[]): string[] => [...new Set(paths.map(realPathNow))];
    const named = (grant: readonly string[] | "all"): readonly string[] => grant === "all" ? [] : grant;
    const folder = this.#place();
    const outside = `${folder}/outside`;
    return {
      writable: this.#writable(),
      visible: real(named(fences.read.allow)),
      hidden: isReplaced(folder) ? this.#hidden() : [...this.#hidden(), outside],
      readOnly: fences.write.deny === "all" ? this.#roots : real(fences.write.deny),
      network: fences.net.allow === "all",
      temporary: `${folder}/tmp`,
      empty: `${folder}/empty`,
    };
  }

  /** Looking for every place that may hold a secret takes long, so it is done now and then. */
  #hidden(): readonly string[] {
    const now = performance.now();
    if (this.#covered && now - this.#covered.at < REBUILD_MS) return this.#covered.paths;
    const { fences, secrets } = this.#options;
    const denied = fences.read.deny === "all" ? [] : fences.read.deny;
    const hidden = [...(fences.read.allow === "all" ? [] : secrets), ...denied].map(realPathNow);
    const paths = [...new Set(hidden)].filter((path) =>
      exists(path) && !this.#roots.some((root) => isInside(root, path))
    );
    this.#covered = { paths, at: now };
    return paths;
  }

  #guarded(): ReturnType<typeof guardedPaths> {
    const { allow } = this.#options.fences.write;
    const opened = allow === "all" ? [] : allow.map(realPathNow);
    // What is hidden is guarded best: to bind it again would show it.
    const hidden = this.#hidden();
    return this.#roots.flatMap(guardedPaths).filter(({ path }) =>
      !opened.includes(path) && !hidden.some((folder) => isInside(path, folder))
    );
  }

  /** Makes a folder where no command can write: what the walls are made of must not be in their reach. */
  #makePlace(): string {
    const prefix = "qwen-walls-";
    const { temporary } = this.#options;
    if (temporary) return Deno.makeTempDirSync({ prefix, dir: temporary });
    const writable = this.#writable();
    for (const dir of TEMPORARY) {
      try {
        const made = realPathNow(Deno.makeTempDirSync({ prefix, ...(dir === undefined ? {} : { dir }) }));
        if (!writable.some((root) => isInside(made, root))) return made;
        Deno.removeSync(made);
      } catch {
        // There is no such folder, or it is not ours to write.
      }
    }
    return Deno.makeTempDirSync({ prefix });
  }

  /** Private folders of this process, made when first needed. */
  #place(): string {
    if (this.#folder !== null) return this.#folder;
    this.#folder = this.#makePlace();
    globalThis.addEventListener("unload", this.#sweep);
    for (const name of ["tmp", "empty", "outside"]) Deno.mkdirSync(`${this.#folder}/${name}`, { mode: 0o700 });
    return this.#folder;
  }
}

/** Where temporary folders can be made, in the order in which they are tried; the first is what the system says. */
const TEMPORARY = [undefined, "/tmp", "/var/tmp", "/dev/shm"];

/** Removes a folder in which a canary may still write: what comes up while it is emptied is found by the next try. */
function removeBusy(folder: string): void {
  for (let tries = 0; tries < 10; tries++) {
    try {
      return Deno.removeSync(folder, { recursive: true });
    } catch {
      // What is left after the last try is a folder among temporary ones.
    }
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Which walls did not hold, for people. */
function escaped({ filesystem, network, processes }: ProbeResult): string {
  const holes = [
    ...(filesystem ? [] : ["it wrote or read outside the workspace"]),
    ...(network ? [] : ["it reached the network"]),
    ...(processes ? [] : ["it saw other processes"]),
  ];
  return holes.join(", ");
}
