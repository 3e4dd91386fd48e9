import { resolve } from "@std/path/resolve";
import { fail } from "../model/problem.ts";
import { pause } from "../model/timer.ts";
import type { Shell, ShellRequest, ShellRun } from "../model/ports.ts";
import { findProgram } from "./bubblewrap.ts";
import { childEnvironment } from "./child_environment.ts";
import { endEscapees } from "./escapees.ts";
import type { Confinement } from "./confinement.ts";
import { GroupRun, type Started } from "./group_run.ts";
import { PipelineRun, pipelineSteps, type StageRequest } from "./pipeline_run.ts";
import { endGroup, endWalled, hasMembers, killGroup } from "./process_group.ts";
import { respell, type Script } from "./shell_words.ts";

/**
 * How long walls may take to go up around a command; they usually need a few milliseconds. Whoever ends their builder
 * before that leaves the command behind, which then outlives it.
 */
const RAISED_MS = 150;

/** How commands are run. */
export interface ProcessShellOptions {
  /** Marks every child, see `endEscapees`. */
  runId: string;
  /** Our own environment, of which children see the listed names only. */
  env?: Readonly<Record<string, string>>;
  /** Names of variables that children see beyond the usual ones. */
  passEnv?: readonly string[];
  /** Names of variables that children never see. */
  dropEnv?: readonly string[] | "all";
  /** The walls around commands; without them there are none. */
  confinement?: Pick<Confinement, "ready" | "wrap" | "standIns" | "close" | "isTight">;
  /** A command that was allowed by what it says, word for word; such a one is run as it was understood. */
  understood?: (command: string, cwd: string) => Script | null;
}

/** The port `Shell`: every command in a process group of its own, without our pipes, with a clean environment. */
export class ProcessShell implements Shell {
  readonly #options: ProcessShellOptions;
  readonly #environment: Record<string, string>;
  readonly #groups = new Set<GroupRun>();
  #hasRun = false;
  /** When something was last started. */
  #spawnedAt = -Infinity;
  /** Whether a command was ended before its time. */
  #hasStopped = false;
  #isReady = false;

  constructor(options: ProcessShellOptions) {
    this.#options = options;
    this.#environment = childEnvironment({
      source: options.env ?? Deno.env.toObject(),
      passEnv: options.passEnv ?? [],
      dropEnv: options.dropEnv ?? [],
      runId: options.runId,
    });
  }

  async ready(): Promise<void> {
    await this.#options.confinement?.ready();
    this.#isReady = true;
  }

  run(request: ShellRequest): ShellRun {
    request.signal.throwIfAborted();
    const { confinement } = this.#options;
    if (confinement && !this.#isReady) {
      throw fail("sandbox_unavailable", "Cannot run a command before its confinement was proved");
    }
    confinement?.standIns.take();
    let run: GroupRun;
    try {
      run = new GroupRun(this.#start(request), request);
    } catch (error) {
      confinement?.standIns.give();
      throw error;
    }
    this.#hasRun = true;
    request.signal.addEventListener("abort", () => this.#hasStopped = true, { once: true });
    this.#groups.add(run);
    run.gone.then(() => {
      confinement?.standIns.give();
      this.#groups.delete(run);
    });
    return run;
  }

  /** Ends everything that is still there: background jobs, and what left its group. */
  async close(): Promise<void> {
    const hasStopped = this.#hasStopped || this.#groups.size > 0;
    await Promise.all([...this.#groups].map((run) => run.stop()));
    // Walls take their processes with them, but for one that was ended while its walls were still being put up.
    const mayHaveLeft = !this.#options.confinement?.isTight || hasStopped;
    if (this.#hasRun && mayHaveLeft) await endEscapees(this.#options.runId);
    await this.#options.confinement?.close();
  }

  /** Ends what is in a group of ours without waiting for it to be gone: for a process that has no time left. */
  kill(): void {
    const raisingMs = this.#raisingMs;
    // Nothing else can happen meanwhile: the process is about to end.
    if (raisingMs > 0 && this.#groups.size > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, raisingMs);
    for (const run of this.#groups) run.kill();
  }

  /** How long walls may still be going up. */
  get #raisingMs(): number {
    return this.#options.confinement?.isTight ? this.#spawnedAt + RAISED_MS - performance.now() : 0;
  }

  /** Ends a command behind walls once they are up. */
  readonly #endRaised = async (group: number): Promise<void> => {
    const raisingMs = this.#raisingMs;
    if (raisingMs > 0 && await hasMembers(group)) await pause(raisingMs);
    await endWalled(group);
  };

  #start(request: ShellRequest): Started {
    const script = this.#options.understood?.(request.command, request.cwd) ?? null;
    const steps = script && pipelineSteps(script);
    const end = this.#options.confinement?.isTight ? this.#endRaised : endGroup;
    if (steps) return new PipelineRun(steps, { cwd: request.cwd, spawn: (stage) => this.#spawn(stage), end });
    const command = (script && respell(script)) ?? request.command;
    for (const program of ["bash", "sh"]) {
      const child = this.#spawn({
        argv: [program, "-c", command],
        cwd: request.cwd,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
      if (child) return startedOf(child, end);
    }
    throw fail("tool_failed", "Cannot run a command: neither bash nor sh is on the PATH", {
      hint: "Set PATH so that it names the folder of a shell.",
    });
  }

  /** Null when there is no such program. */
  #spawn(stage: StageRequest): Deno.ChildProcess | null {
    const { cwd, stdin, stdout, stderr } = stage;
    const path = this.#environment.PATH ?? "";
    const [name, ...rest] = stage.argv;
    // A name is looked up here: inside the walls a missing program would be told in the words of their builder.
    const program = name.includes("/") ? resolve(cwd, name) : findProgram(name, { path, avoid: [] });
    if (program === null) return null;
    const argv = [program, ...rest];
    const [command, ...args] = this.#options.confinement?.wrap(argv, cwd) ?? argv;
    this.#spawnedAt = performance.now();
    try {
      return new Deno.Command(command, {
        args,
        cwd,
        env: this.#environment,
        clearEnv: true,
        stdin,
        stdout,
        stderr,
        detached: true,
      }).spawn();
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
