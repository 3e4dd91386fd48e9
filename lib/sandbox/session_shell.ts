import { deferred } from "../model/deferred.ts";
import type { Shell, ShellRequest, ShellRun } from "../model/ports.ts";
import { fail } from "../model/problem.ts";
import type { ProcessShell, ProcessShellOptions } from "./process_shell.ts";

/** How the commands of a session are run: never without a word about walls. */
export type SessionShellOptions = ProcessShellOptions & Required<Pick<ProcessShellOptions, "confinement">>;

/** The port `Shell` of a session: what runs commands is loaded for the first of them. */
export class SessionShell implements Shell {
  readonly #options: SessionShellOptions;
  #shell: ProcessShell | null = null;
  #isClosed = false;

  constructor(options: SessionShellOptions) {
    this.#options = options;
  }

  async ready(): Promise<void> {
    const { ProcessShell }: typeof import("./process_shell.ts") = await import(deferred("./process_shell.ts"));
    // The walls are down: nobody would end what is begun from here on.
    if (this.#isClosed) throw fail("sandbox_unavailable", "Cannot run a command: the session is over");
    this.#shell ??= new ProcessShell(this.#options);
    await this.#shell.ready();
  }

  run(request: ShellRequest): ShellRun {
    if (!this.#shell) throw fail("sandbox_unavailable", "Cannot run a command before its confinement was proved");
    return this.#shell.run(request);
  }

  /** Ends everything that is still there, and takes the walls down. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (this.#shell ?? this.#options.confinement).close();
  }

  /** Ends what runs without waiting: for a process that has no time left. */
  kill(): void {
    this.#shell?.kill();
  }
}
