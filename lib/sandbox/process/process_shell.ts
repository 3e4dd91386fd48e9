import { IS_WINDOWS } from "../../path/mod.ts";
import { fail } from "../../model/problem.ts";
import { pause } from "../../model/timer.ts";
import type { Shell, ShellProfile, ShellRequest, ShellRun } from "../../model/ports.ts";
import { childEnvironment, COMMAND_MARKER } from "./child_environment.ts";
import { endOrphans } from "./processes/orphaned_processes.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";
import type { Confinement } from "./confinement.ts";
import { findProgram } from "./find_program.ts";
import { GroupRun, type Started } from "./processes/group_run.ts";
import { PipelineRun, pipelineSteps, type StageRequest } from "./processes/pipeline_run.ts";
import { adoptGroup, endGroup, endSandboxed, hasMembers, killGroup, prepareGroups } from "./processes/process_group.ts";
import { endCommand, pidInside } from "./processes/process_tree.ts";
import { findShell, pathOf, programOf, shellCommand, type SystemShell } from "./system_shell.ts";
import type { SessionNetwork } from "../network/session_network.ts";
import { type ResourceLimits, ResourceWatch } from "./processes/resource_watch.ts";
import type { SetAside } from "./mounts/guard_watch.ts";
import type { RunGuardian } from "./processes/run_guardian.ts";
import { respell, type Script } from "../shell/shell_words.ts";

/**
 * How long bubblewrap may take to set up the sandbox; it usually needs a few milliseconds. If bubblewrap is killed
 * during its setup, the command can outlive it.
 */
const SETUP_MS = 150;

/** How commands are run. */
export interface ProcessShellOptions {
  /** Marks every child, see `endOrphans`. */
  runId: string;
  /** Our own environment, of which children see only the usual names and `passEnv`. */
  env?: Readonly<Record<string, string>>;
  /** Names of further variables that children see. */
  passEnv?: readonly string[];
  /** Names of variables that children never see. */
  dropEnv?: readonly string[] | "all";
  /** The sandbox around commands; without one, commands are not confined. */
  confinement?:
    & Pick<
      Confinement,
      "ready" | "wrap" | "placeholders" | "close" | "containsProcesses" | "namespaces" | "hostPath"
    >
    & Partial<Pick<Confinement, "guards">>;
  /** The way of commands to the hosts that they may reach; without one they have none, or that of this machine. */
  network?: Pick<SessionNetwork, "open" | "close" | "environment">;
  /** What commands may use together. */
  limits?: Partial<ResourceLimits>;
  /** Ends unconfined commands if this program is killed. */
  guardian?: RunGuardian;
  /** Called with what nobody else can be told at the end of the session. */
  onNotice?: (text: string) => void;
  /** The parsed form of a command that was allowed because of its words; it runs exactly as it was parsed. */
  understood?: (command: string, cwd: string) => Script | null;
}

/** Variables that make a program load other code. */
const LOADING = /^(LD_.*|GLIBC_TUNABLES|BASH_ENV|ENV|GCONV_PATH|PYTHON.*|PERL5?LIB|PERL5OPT|NODE_OPTIONS)$/;

/** How the programs of one command are started. */
interface StartOptions {
  profile: ShellProfile;
  /** Variables of this command alone. */
  env: Readonly<Record<string, string>>;
}

/** The port `Shell`: every command in a process group of its own, without our pipes, with a clean environment. */
export class ProcessShell implements Shell {
  readonly #options: ProcessShellOptions;
  readonly #environment: Record<string, string>;
  readonly #groups = new Set<GroupRun>();
  readonly #watch: ResourceWatch;
  #shell: SystemShell | null = null;
  #hasRun = false;
  /** When a program was last started. */
  #spawnedAt = -Infinity;
  /** Whether a command was aborted. */
  #hasAborted = false;
  #isReady = false;
  #isClosed = false;

  constructor(options: ProcessShellOptions) {
    this.#options = options;
    this.#watch = new ResourceWatch({
      roots: () => this.#roots(),
      onExceeded: (reason) => this.#endAll(reason),
      ...(options.limits ? { limits: options.limits } : {}),
    });
    this.#environment = childEnvironment({
      source: options.env ?? Deno.env.toObject(),
      passEnv: options.passEnv ?? [],
      dropEnv: options.dropEnv ?? [],
      runId: options.runId,
    });
  }

  async ready(profile: ShellProfile = "workspace"): Promise<void> {
    this.#refuseClosed();
    await this.#options.confinement?.ready(profile);
    if (profile !== "read-only") await this.#options.network?.open();
    this.#refuseClosed();
    this.#isReady = true;
  }

  run(request: ShellRequest): ShellRun {
    request.signal.throwIfAborted();
    this.#refuseClosed();
    const { confinement } = this.#options;
    if (confinement && !this.#isReady) {
      throw fail("sandbox_unavailable", "Cannot run a command before its sandbox is verified");
    }
    const placeholders = request.profile === "read-only" ? undefined : confinement?.placeholders;
    placeholders?.acquire();
    let run: GroupRun;
    try {
      run = this.#guardedRun(request);
    } catch (error) {
      placeholders?.release();
      throw error;
    }
    this.#hasRun = true;
    request.signal.addEventListener("abort", () => this.#hasAborted = true, { once: true });
    this.#groups.add(run);
    this.#watch.start();
    run.gone.then(async () => {
      this.#groups.delete(run);
      // What a command leaves running keeps the guards of the session.
      if (await confinement?.namespaces?.hasOrphans()) return placeholders?.defer();
      placeholders?.release();
      if (this.#groups.size === 0) this.#watch.stop();
    });
    return run;
  }

  /** A running command; afterwards, what it created under guarded names is renamed and reported. */
  #guardedRun(request: ShellRequest): GroupRun {
    const { confinement } = this.#options;
    const guards = confinement?.containsProcesses ? confinement.guards : undefined;
    if (!guards || request.profile === "read-only") return new GroupRun(this.#start(request), request);
    const isUnasked = request.profile === "guarded";
    const isBackground = request.background ?? false;
    const isWaitedFor = !isUnasked && !isBackground;
    if (isUnasked) guards.begin({ isBackground });
    else if (isWaitedFor) guards.beginApproved();
    let started: Started;
    try {
      started = this.#start(request);
    } catch (error) {
      if (isUnasked) guards.end({ isLingering: false, isBackground });
      else if (isWaitedFor) guards.endApproved();
      throw error;
    }
    const status = started.status.then(async (ended) => {
      const isLingering = await confinement?.namespaces?.hasOrphans() ?? false;
      const moved = isUnasked ? guards.end({ isLingering, isBackground }) : [];
      if (isWaitedFor) guards.endApproved();
      else if (!isUnasked) guards.adopt();
      if (moved.length > 0) run.report(setAsideReport(moved));
      return ended;
    });
    const run: GroupRun = new GroupRun({ ...partsOf(started), status }, request);
    return run;
  }

  /** Ends background jobs and processes that left their group, then removes the sandbox. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.stop();
    const hasAborted = this.#hasAborted || this.#groups.size > 0;
    await Promise.all([...this.#groups].map((run) => run.stop()));
    // A sandbox takes its processes with it, except when its command was ended during the setup.
    const mayHaveOrphans = !this.#options.confinement?.containsProcesses || hasAborted;
    if (this.#hasRun && mayHaveOrphans) await endOrphans(this.#options.runId);
    await this.#options.network?.close();
    await this.#options.confinement?.close();
    const moved = this.#options.confinement?.guards?.close() ?? [];
    if (moved.length > 0) this.#options.onNotice?.(setAsideReport(moved));
    await this.#options.guardian?.close();
  }

  /** Kills the process groups of all commands without waiting: for a process that is about to exit. */
  kill(): void {
    const setupMs = this.#setupMs;
    // Blocks on purpose: the process is about to exit, and nothing else may happen meanwhile.
    if (setupMs > 0 && this.#groups.size > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, setupMs);
    for (const run of this.#groups) run.kill();
    this.#options.confinement?.namespaces?.kill();
  }

  /** The outermost processes of running commands and of what they left running. */
  #roots(): number[] {
    const first = this.#options.confinement?.namespaces?.pid;
    const groups = [...this.#groups].map(({ pid }) => pid);
    // Once a command has run, something may live on in the namespaces until the session ends.
    return first ? [...groups, first] : groups;
  }

  #endAll(reason: string): void {
    for (const run of this.#groups) {
      run.report(`qwen: the commands of this session were ended: ${reason}`);
      void run.stop();
    }
    this.#options.confinement?.namespaces?.kill();
  }

  /** After `close` nobody would end what is started. */
  #refuseClosed(): void {
    if (this.#isClosed) throw fail("sandbox_unavailable", "Cannot run a command: the session is over");
  }

  /** How much longer the setup of a sandbox may take. */
  get #setupMs(): number {
    return this.#options.confinement?.containsProcesses ? this.#spawnedAt + SETUP_MS - performance.now() : 0;
  }

  /** Ends a sandboxed command once its sandbox is set up. */
  readonly #endAfterSetup = async (group: number): Promise<void> => {
    const setupMs = this.#setupMs;
    if (setupMs > 0 && await hasMembers(group)) await pause(setupMs);
    await endSandboxed(group);
  };

  #start(request: ShellRequest): Started {
    const { confinement } = this.#options;
    const { cwd, profile = "workspace" } = request;
    const script = this.#options.understood?.(request.command, cwd) ?? null;
    const steps = script && stepsOf(script, request);
    if (!confinement?.containsProcesses) this.#options.guardian?.start();
    const isShared = confinement?.containsProcesses === true && profile !== "read-only";
    const id = crypto.randomUUID();
    const around: StartOptions = { profile, env: { ...request.env, ...(isShared ? { [COMMAND_MARKER]: id } : {}) } };
    const end = isShared
      ? (group: number): Promise<void> => endCommand(group, id)
      : confinement?.containsProcesses
      ? this.#endAfterSetup
      : endGroup;
    if (steps) {
      const isFolder = (path: string): boolean => statOrNull(this.#hostPath(path))?.isDirectory ?? false;
      return new PipelineRun(steps, { cwd, isFolder, spawn: (stage) => this.#spawn(stage, around), end });
    }
    const shell = this.#shell ??= findShell({ env: this.#environment });
    const { argv, isRaw } = shell
      ? shellCommand(shell, { ...request, command: (script && respell(script)) ?? request.command })
      : { argv: [], isRaw: false };
    const stage = { argv, isRaw, cwd, stdin: "null", stdout: "piped", stderr: "piped" } as const;
    const child = shell && this.#spawn(stage, around);
    if (!child) {
      throw fail("tool_failed", "Cannot run a command: neither bash nor sh is on the PATH", {
        hint: "Set PATH so that it names the folder of a shell.",
      });
    }
    const ownPid = isShared && request.background ? { ownPid: pidInside(child.pid) } : {};
    return { ...startedOf(child, end), outlives: isShared, ...ownPid };
  }

  #hostPath(path: string): string {
    return this.#options.confinement?.hostPath(path) ?? path;
  }

  /**
   * The environment of a command in two parts. Programs that set up the sandbox run outside of it, so they must not get
   * variables that make them load code from the workspace; the command gets those by `env` inside.
   */
  #environmentOf({ profile, env }: StartOptions): { outer: Record<string, string>; inner: string[] } {
    const all = {
      ...this.#environment,
      ...(profile === "read-only" ? {} : this.#options.network?.environment),
      ...env,
    };
    if (!this.#options.confinement?.containsProcesses) return { outer: all, inner: [] };
    // Confined commands have a /tmp of their own, and no other temporary folder.
    const own = Object.entries(all).filter(([name]) => !["TMPDIR", "TMP", "TEMP"].includes(name));
    const loading = own.filter(([name]) => LOADING.test(name)).map(([name, value]) => `${name}=${value}`);
    const program = loading.length > 0 ? findProgram("env", { path: all.PATH ?? "", avoid: [] }) : null;
    return {
      outer: Object.fromEntries(own.filter(([name]) => !LOADING.test(name))),
      inner: program === null ? [] : [program, ...loading],
    };
  }

  /** Starts one program; null when it is not installed. */
  #spawn(stage: StageRequest, start: StartOptions): Deno.ChildProcess | null {
    const { profile } = start;
    const { outer, inner } = this.#environmentOf(start);
    const { cwd, stdin, stdout, stderr } = stage;
    const [name, ...rest] = stage.argv;
    // Looked up here, because otherwise the error about a missing program would come from bubblewrap.
    const program = programOf(name, { cwd, path: pathOf(this.#environment) });
    if (program === null) return null;
    const argv = [...inner, program, ...rest];
    const [command, ...args] = this.#options.confinement?.wrap(argv, { cwd, profile, ownSession: true }) ?? argv;
    this.#spawnedAt = performance.now();
    prepareGroups();
    try {
      const child = new Deno.Command(command, {
        args,
        windowsRawArguments: stage.isRaw ?? false,
        cwd: this.#hostPath(cwd),
        env: outer,
        clearEnv: true,
        stdin,
        stdout,
        stderr,
        detached: !IS_WINDOWS,
      }).spawn();
      adoptGroup(child);
      return child;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound && !/cwd/i.test(error.message)) return null;
      const message = error instanceof Error ? error.message : String(error);
      throw fail("tool_failed", `Cannot run a command in ${cwd}: ${message}`, {
        hint: "Check that the folder exists.",
        cause: error,
      });
    }
  }
}

/** The programs of a script that needs no shell; a script that moves needs one if the shell is to report where it went. */
function stepsOf(script: Script, request: ShellRequest): ReturnType<typeof pipelineSteps> {
  const moves = script.commands.some((command) => command.words[0]?.text === "cd");
  return request.folderMark !== undefined && moves ? null : pipelineSteps(script);
}

/** The parts of something that runs, whatever its class. */
function partsOf(started: Started): Started {
  const { pid, stdout, stderr, status, outlives, ownPid } = started;
  return {
    ...{ pid, stdout, stderr, status },
    end: () => started.end(),
    kill: () => started.kill(),
    isAlive: () => started.isAlive(),
    ...(outlives === undefined ? {} : { outlives }),
    ...(ownPid ? { ownPid } : {}),
  };
}

function setAsideReport(moved: readonly SetAside[]): string {
  const names = moved.map(({ path, aside }) => `${path} to ${aside}`).join(", ");
  return `qwen: a command that runs unasked may not create files that are executed later; renamed ${names}. ` +
    "Write such a file with write_file, which asks.";
}

function startedOf(child: Deno.ChildProcess, end: (group: number) => Promise<void>): Started {
  const { pid, stdout, stderr, status } = child;
  return {
    pid,
    stdout,
    stderr,
    status,
    end: () => end(pid),
    kill: () => killGroup(pid),
    isAlive: () => hasMembers(pid),
  };
}
