import { fail } from "../model/problem.ts";
import type { Shell, ShellRequest, ShellRun } from "../model/ports.ts";
import { childEnvironment } from "./child_environment.ts";
import { endEscapees } from "./escapees.ts";
import { GroupRun } from "./group_run.ts";
import { endGroup, killGroup } from "./process_group.ts";

/** How commands are run. */
export interface ProcessShellOptions {
  /** Marks every child, see `endEscapees`. */
  runId: string;
  /** Our own environment, of which children see the listed names only. */
  env?: Readonly<Record<string, string>>;
  /** Names of variables that children see beyond the usual ones. */
  passEnv?: readonly string[];
  /** Puts a command into a sandbox: gets and returns program and arguments. */
  wrap?: (argv: readonly string[], request: ShellRequest) => readonly string[];
}

/** The port `Shell`: every command in a process group of its own, without our pipes, with a clean environment. */
export class ProcessShell implements Shell {
  readonly #options: ProcessShellOptions;
  readonly #environment: Record<string, string>;
  readonly #groups = new Set<number>();
  #hasRun = false;

  constructor(options: ProcessShellOptions) {
    this.#options = options;
    this.#environment = childEnvironment({
      source: options.env ?? Deno.env.toObject(),
      passEnv: options.passEnv ?? [],
      runId: options.runId,
    });
  }

  run(request: ShellRequest): ShellRun {
    request.signal.throwIfAborted();
    const child = this.#spawn(request, "bash") ?? this.#spawn(request, "sh");
    if (!child) {
      throw fail("tool_failed", "Cannot run a command: neither bash nor sh is on the PATH", {
        hint: "Set PATH so that it names the folder of a shell.",
      });
    }
    this.#hasRun = true;
    this.#groups.add(child.pid);
    const run = new GroupRun(child, request);
    run.gone.then(() => this.#groups.delete(child.pid));
    return run;
  }

  /** Ends everything that is still there: background jobs, and what left its group. */
  async close(): Promise<void> {
    await Promise.all([...this.#groups].map((group) => endGroup(group)));
    if (this.#hasRun) await endEscapees(this.#options.runId);
  }

  /** Ends what is in a group of ours without waiting: for a process that has no time left. */
  kill(): void {
    for (const group of this.#groups) killGroup(group);
  }

  /** Null when there is no such program. */
  #spawn(request: ShellRequest, program: string): Deno.ChildProcess | null {
    const argv = [program, "-c", request.command];
    const [command, ...args] = this.#options.wrap?.(argv, request) ?? argv;
    try {
      return new Deno.Command(command, {
        args,
        cwd: request.cwd,
        env: this.#environment,
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
        detached: true,
      }).spawn();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound && !/cwd/i.test(error.message)) return null;
      const message = error instanceof Error ? error.message : String(error);
      throw fail("tool_failed", `Cannot run a command in ${request.cwd}: ${message}`, {
        hint: "Check that the folder exists.",
        cause: error,
      });
    }
  }
}
