import type { SandboxInfo } from "../../model/event.ts";
import { fail } from "../../model/problem.ts";
import type { ShellProfile } from "../../model/ports.ts";
import { isInside } from "../../path/mod.ts";
import { realPathNow } from "../files/paths/real_path.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";
import type { GuardedPath } from "../policy/config_paths.ts";
import { guardArgs, isSystem, limitArgs, ownUserArgs, socketArgs } from "./mounts/bubblewrap.ts";
import { findProgram } from "./find_program.ts";
import { type Launch, launcherFor, type LaunchOptions } from "./launcher.ts";
import { MountPlaceholders } from "./mounts/mount_placeholders.ts";
import { MountTemplates, type WantedMounts } from "./mounts/mount_templates.ts";
import { PlaceholderRecord } from "./mounts/placeholder_record.ts";
import { makePrivateFolder, removeOrphanedFolders, removePrivateFolder } from "./private_folder.ts";
import { type ConfinementOptions, UNCONFINED, type WrapOptions } from "./confinement_options.ts";
import { bothProfiles, escapes, holds, probe, type ProbeOptions, type ProbeResult } from "./probe.ts";
import { GuardScan } from "./mounts/guard_scan.ts";
import { GuardWatch } from "./mounts/guard_watch.ts";
import { SandboxMounts } from "./mounts/sandbox_mounts.ts";
import { seatbeltProgram, SeatbeltSandbox } from "./seatbelt_sandbox.ts";
import { readOnlyFilter } from "./seccomp_filter.ts";
import { type NamespacePrograms, programsOf, SessionNamespaces } from "./session_namespaces.ts";

/** The most open files of a process of a command. */
const MAX_OPEN_FILES = 16_384;
/** The largest file that a command can write, in KiB. */
const MAX_FILE_KIB = 8 * 1024 * 1024;

/** How often the probe runs again because a file that it needs went away meanwhile. */
const MAX_PROBES = 10;

/** Probe results of this process, by program and network access: later sessions of a server reuse them. */
const verdicts = new Map<string, Promise<ProbeResult>>();

/** The sandbox around shell commands: planned by the constructor, verified by a probe before the first command. */
export class Confinement {
  /** How commands are confined as far as is known now; the same object throughout. */
  readonly info: SandboxInfo;
  readonly placeholders: MountPlaceholders;
  /** The namespaces of the session's commands; null where there is no sandbox. */
  readonly namespaces: SessionNamespaces | null;
  readonly #options: ConfinementOptions;
  readonly #programs: NamespacePrograms | null;
  readonly #seatbelt: SeatbeltSandbox | null;
  readonly #prlimit: string | null;
  readonly #launch: Launch;
  #folder: string | null = null;
  #proving: Promise<void> | null = null;
  /** Whether the probe could not leave a template. */
  #isProved = false;
  #verifying: Promise<SandboxInfo> | null = null;
  readonly #mounts: SandboxMounts;
  readonly #scan = new GuardScan();
  /** Takes back what unasked commands create under guarded names. */
  readonly guards: GuardWatch = new GuardWatch({
    scan: this.#scan,
    roots: () => this.#mounts.roots,
    closed: () => new Set(this.#mounts.guarded.filter(({ isPinned }) => !isPinned).map(({ path }) => path)),
  });
  readonly #templates: MountTemplates | null;
  #detail = "";

  constructor(options: ConfinementOptions) {
    this.#options = options;
    this.#mounts = new SandboxMounts(options, () => this.#place());
    const search = { path: options.env.PATH ?? "", avoid: this.#mounts.roots };
    this.#launch = launcherFor(search);
    const program = seatbeltProgram(options);
    const guards = (profile: ShellProfile): string[] => this.#guards(profile).map(({ path }) => path);
    this.#seatbelt = program === null ? null : new SeatbeltSandbox({ program, mounts: this.#mounts, guards });
    this.#programs = options.wish !== "off" && Deno.build.os === "linux" && this.#seatbelt === null
      ? programsOf(search)
      : null;
    this.#prlimit = this.#programs ? findProgram("prlimit", search) : null;
    const network = options.fences.net.allow === "all";
    this.info = this.#programs
      ? { backend: "bubblewrap", filesystem: true, network: !network, processes: true, verified: false }
      : this.#seatbelt !== null
      ? { backend: "seatbelt", filesystem: true, network: !network, processes: false, verified: false }
      : { ...UNCONFINED, ...(options.wish === "off" ? { backend: "off" } : {}) };
    this.namespaces = this.#programs
      ? new SessionNamespaces({ programs: this.#programs, launch: this.#launch, network })
      : null;
    this.#templates = this.#programs && this.namespaces
      ? new MountTemplates({ ...this.#programs, namespaces: this.namespaces, launch: this.#launch, search })
      : null;
    const record = options.records === undefined ? null : new PlaceholderRecord(options.records);
    record?.sweep();
    this.placeholders = new MountPlaceholders({
      guarded: () => this.#programs ? this.#mounts.guarded : [],
      ...(record ? { book: record } : {}),
    });
  }

  /** Whether bubblewrap is installed. */
  get isInstalled(): boolean {
    return this.#programs !== null;
  }

  /** Whether commands run in a verified sandbox. */
  get isConfined(): boolean {
    return this.info.backend === "bubblewrap" && this.info.verified;
  }

  /** Whether commands are refused where they cannot be confined. */
  get isRequired(): boolean {
    return this.#options.wish === "required";
  }

  /** Whether everything that a command starts ends with its session. */
  get containsProcesses(): boolean {
    return this.isConfined;
  }

  /** Why commands are not confined, for people. */
  get detail(): string {
    return this.#detail;
  }

  /** The folder that commands see as /tmp; null where there is no sandbox. */
  get temporary(): string | null {
    return this.isConfined ? `${this.#place()}/tmp` : null;
  }

  /**
   * The folder that file tools share with commands as /tmp, made if necessary. Null where commands cannot be confined,
   * and where the workspace contains /tmp.
   */
  get sharedFolder(): string | null {
    if (!this.#programs || this.#mounts.writable.some((root) => isInside("/tmp", root))) return null;
    return `${this.#place()}/tmp`;
  }

  /** Resolves to `sharedFolder` where commands are confined, otherwise to null. */
  async shared(): Promise<string | null> {
    await this.verify();
    return this.isConfined ? this.sharedFolder : null;
  }

  /** Where a path that a command names is on this machine: commands have a /tmp of their own. */
  hostPath(path: string): string {
    const folder = this.isConfined ? this.sharedFolder : null;
    return folder === null || !isInside(path, "/tmp") ? path : this.#mounts.hostPath(path, folder);
  }

  /** Why not every guarded file of the workspace can be made read-only; null when each one can. */
  get gap(): string | null {
    return this.#scan.find(this.#mounts.roots).gap;
  }

  /** A new file name in the private folder. */
  newFile(): string {
    return `${this.#place()}/${crypto.randomUUID()}`;
  }

  /** Runs the probe once for each process and kind of sandbox; resolves to `info`. */
  verify(): Promise<SandboxInfo> {
    return this.#verifying ??= this.#verify();
  }

  /** Resolves when commands may run; throws `sandbox_unavailable` where they must be confined and cannot be. */
  async ready(profile: ShellProfile = "workspace"): Promise<void> {
    await this.verify();
    if (this.isConfined && profile !== "read-only") await this.#prepare(profile);
    if (!this.isRequired) return;
    const { backend, filesystem, processes, verified } = this.info;
    if (backend !== "off" && verified && filesystem && processes) return;
    throw fail("sandbox_unavailable", `Commands must be confined and cannot be: ${this.#detail}`, {
      hint: "Install bubblewrap and allow user namespaces, or use --sandbox=auto. File tools work without it.",
    });
  }

  /** The command line that runs a command in the sandbox, or without our descriptors where there is none. */
  wrap(argv: readonly string[], options: WrapOptions): readonly string[] {
    const { profile } = options;
    if (this.info.backend === "seatbelt") return this.#launch(this.#seatbelt?.wrap(argv, profile) ?? argv, LIMITS);
    if (this.info.backend !== "bubblewrap") return this.#launch(argv, LIMITS);
    if (profile === "read-only") return this.#readOnly(argv, options);
    const guarded = this.#guards(profile);
    const quick = options.ownSession && this.#isProved ? this.#quick(argv, { ...options, guarded }) : null;
    if (quick) return quick;
    this.#mounts.lookForSockets({ isFresh: true });
    return this.#workspace(argv, { ...options, guarded, sockets: this.#mounts.sockets });
  }

  /** Opens another folder of the workspace. */
  addRoot(root: string): void {
    this.#mounts.roots = [...this.#mounts.roots, realPathNow(root)];
  }

  /** Closes a folder of the workspace. */
  removeRoot(root: string): void {
    this.#mounts.roots = this.#mounts.roots.filter((known) => known !== realPathNow(root));
  }

  /** Ends all commands, and removes the files and folders that were made for the sandbox. */
  async close(): Promise<void> {
    await this.#verifying;
    await this.namespaces?.close();
    globalThis.removeEventListener("unload", this.#sweep);
    this.#sweep();
  }

  /** Also runs when the process ends without `close`. */
  readonly #sweep = (): void => {
    const folder = this.#folder;
    this.#folder = null;
    if (folder === null) return;
    this.#templates?.clear();
    this.placeholders.clear();
    removePrivateFolder(folder);
  };

  async #verify(): Promise<SandboxInfo> {
    if (this.#seatbelt) return this.#judge(await this.#seatbelt.probe(this.#probed()));
    if (!this.#programs) {
      this.#detail = this.#options.wish === "off"
        ? "--sandbox=off"
        : "bubblewrap (bwrap), nsenter or bash is not installed, or only within the workspace";
      return this.info;
    }
    const kind = `${this.#programs.bwrap} ${this.#options.fences.net.allow === "all"}`;
    const probing = verdicts.get(kind) ?? this.#probe();
    verdicts.set(kind, probing);
    return this.#judge(await probing);
  }

  #judge(result: ProbeResult): SandboxInfo {
    if (holds(result, this.#options.fences.net.allow === "all")) {
      if (this.#seatbelt) this.#detail = "Seatbelt confines their files and their network, but not their processes";
      return Object.assign(this.info, { verified: true, profiles: ["read-only", "workspace"] });
    }
    this.#detail = result.works
      ? `the probe left the sandbox (${escapes(result)})`
      : `${this.info.backend} does not work here: ${result.detail.trim()}`;
    return Object.assign(this.info, UNCONFINED);
  }

  /** Probes both profiles; the sandbox holds where both do. */
  async #probe(): Promise<ProbeResult> {
    removeOrphanedFolders();
    const { cwd } = this.#probed();
    const reading = (): Promise<ProbeResult> =>
      probe({
        ...this.#probed(),
        wrap: (argv) => this.#readOnly(argv, { cwd, profile: "read-only" }),
        home: cwd,
        canWriteTemporary: false,
      });
    const working = (): Promise<ProbeResult> =>
      probe({
        ...this.#probed(),
        ready: () => this.#required().namespaces.open(),
        // Without guards, so that nothing is made in the project's folder, and with nothing that can go away.
        wrap: (argv) => this.#workspace(argv, { cwd, profile: "workspace", guarded: [], sockets: [] }),
      });
    const [first, second] = await Promise.all([this.#settled(working), this.#settled(reading)]);
    return bothProfiles(first, second);
  }

  /** Probes again where bubblewrap failed because a file that it was to mount or to hide went away meanwhile. */
  async #settled(run: () => Promise<ProbeResult>): Promise<ProbeResult> {
    for (let tries = 1;; tries++) {
      const result = await run();
      if (result.works || this.#folder === null || tries === MAX_PROBES) return result;
      const before = this.#mounts.all;
      this.#mounts.forget();
      if (this.#mounts.all === before) return result;
    }
  }

  #probed(): Omit<ProbeOptions, "wrap"> {
    const home = realPathNow(this.#options.home);
    return {
      cwd: this.#mounts.roots[0] ?? "/",
      env: this.#options.env,
      outside: () => `${this.#place()}/outside`,
      // Commands may write in the workspace, so a home inside it proves nothing.
      home: this.#mounts.writable.some((root) => isInside(home, root)) ? null : home,
      canWriteTemporary: true,
    };
  }

  /** Makes what commands of a profile enter. The first time, the probe tries to leave it: if it can, it is not used. */
  async #prepare(profile: ShellProfile): Promise<void> {
    await this.namespaces?.open();
    const templates = this.#templates;
    if (!templates?.isEnabled) return;
    this.placeholders.acquire();
    try {
      this.#mounts.lookForSockets();
      await templates.prepare({
        name: profile,
        look: () => ({ ...this.#wanted(this.#guards(profile)), sockets: this.#mounts.sockets }),
        forget: () => this.#mounts.forget(),
      });
      await (this.#proving ??= this.#proveTemplate(profile));
    } finally {
      this.placeholders.release();
    }
  }

  async #proveTemplate(profile: ShellProfile): Promise<void> {
    const { cwd, ...around } = this.#probed();
    let isStale = false;
    const wrap = (argv: readonly string[]): readonly string[] => {
      const quick = this.#quick(argv, { cwd, profile, guarded: this.#guards(profile) });
      isStale = quick === null;
      return quick ?? ["false"];
    };
    const result = await probe({ ...around, cwd, wrap });
    // Where a file has changed since the template was made, the next command proves it.
    if (isStale) this.#proving = null;
    else if (holds(result, this.#options.fences.net.allow === "all")) this.#isProved = true;
    else this.#templates?.disable();
  }

  /** What commands of a profile cannot write. */
  #guards(profile: ShellProfile): GuardedPath[] {
    const found = profile === "guarded" ? this.#scan.find(this.#mounts.roots).paths : [];
    const closed = this.#mounts.guarded;
    const known = new Set(closed.map(({ path }) => path));
    return [...closed, ...found.filter((path) => !known.has(path)).map((path) => ({ path, placeholder: null }))];
  }

  #wanted(guarded: readonly GuardedPath[]): WantedMounts {
    return { args: this.#mounts.workspace, guards: guardArgs(guarded), removals: this.placeholders.removals };
  }

  /** The command line for a prepared template; null where there is none, or where files have changed since. */
  #quick(argv: readonly string[], around: WrapOptions & { guarded: readonly GuardedPath[] }): readonly string[] | null {
    const wanted = this.#wanted(around.guarded);
    const limited = [...limitArgs(this.#prlimit), ...argv];
    const graft = wanted.guards[wanted.guards.indexOf("GIT_GRAFT_FILE") + 1];
    const { cwd, profile } = around;
    return this.#templates?.enter(limited, {
      ...{ ...wanted, name: profile, cwd, openFiles: MAX_OPEN_FILES, fileKiB: MAX_FILE_KIB },
      ...(wanted.guards.includes("GIT_GRAFT_FILE") ? { graftFile: graft } : {}),
    }) ?? null;
  }

  /** The command line for a bubblewrap of its own. */
  #workspace(
    argv: readonly string[],
    around: WrapOptions & { guarded: readonly GuardedPath[]; sockets: readonly string[] },
  ): readonly string[] {
    const { programs, namespaces } = this.#required();
    return this.#launch(
      namespaces.enter([
        ...[programs.bwrap, ...ownUserArgs(), ...this.#mounts.workspace, ...guardArgs(around.guarded)],
        ...socketArgs(around.sockets),
        ...["--chdir", around.cwd, "--", ...limitArgs(this.#prlimit), ...argv],
      ]),
      LIMITS,
    );
  }

  #readOnly(argv: readonly string[], around: WrapOptions): readonly string[] {
    const { programs } = this.#required();
    const args = this.#mounts.readOnly;
    const filter = this.#filterFile();
    const [program] = argv;
    const real = realPathNow(program);
    const bound = real === program || isSystem(real) ? [] : ["--ro-bind", real, real];
    const seccomp = filter === null ? [] : ["--seccomp", "9"];
    return this.#launch(
      [programs.bwrap, ...args, ...bound, "--remount-ro", "/", ...seccomp, "--chdir", around.cwd, "--", ...argv],
      { ...LIMITS, ...(filter === null ? {} : { input: filter }) },
    );
  }

  #required(): { programs: NamespacePrograms; namespaces: SessionNamespaces } {
    if (!this.#programs || !this.namespaces) throw new Error("There is no sandbox");
    return { programs: this.#programs, namespaces: this.namespaces };
  }

  /** The file with the filter of system calls; null on machines for which there is none. */
  #filterFile(): string | null {
    const path = `${this.#place()}/filter`;
    if (statOrNull(path) !== null) return path;
    const filter = readOnlyFilter();
    if (filter === null) return null;
    Deno.writeFileSync(path, filter, { mode: 0o600 });
    return path;
  }

  /** The private folder of this confinement, made when first needed. */
  #place(): string {
    if (this.#folder !== null) return this.#folder;
    const { temporary } = this.#options;
    this.#folder = makePrivateFolder({ writable: this.#mounts.writable, ...(temporary ? { temporary } : {}) });
    globalThis.addEventListener("unload", this.#sweep);
    return this.#folder;
  }
}

const LIMITS: LaunchOptions = { openFiles: MAX_OPEN_FILES, fileKiB: MAX_FILE_KIB };
