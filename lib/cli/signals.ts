import { type Code, exitStatus, type Problem, problem } from "../model/mod.ts";

const SIGNALS: Partial<Record<Deno.Signal, Code>> = { SIGINT: "cancelled", SIGTERM: "terminated", SIGHUP: "hangup" };

/** The first signal asks for a graceful end, the second one ends the process at once. */
export class Signals implements Disposable {
  readonly #listeners: [Deno.Signal, () => void][] = [];
  #isAsked = false;

  constructor(onSignal: (fault: Problem) => void) {
    for (const [name, code] of Object.entries(SIGNALS) as [Deno.Signal, Code][]) {
      if (Deno.build.os === "windows" && name !== "SIGINT") continue;
      const listener = (): void => {
        if (this.#isAsked) Deno.exit(exitStatus(code));
        this.#isAsked = true;
        onSignal(problem(code, "Operation cancelled.", { hint: `The process got ${name}.` }));
      };
      Deno.addSignalListener(name, listener);
      this.#listeners.push([name, listener]);
    }
  }

  [Symbol.dispose](): void {
    for (const [name, listener] of this.#listeners) Deno.removeSignalListener(name, listener);
  }
}
