import { plain } from "../../terminal/plain_text.ts";
import type { EndReason } from "../../model/event.ts";
import { type Code, exitStatus, type Problem, problem, QwenError } from "../../model/problem.ts";
import { systemClock } from "../../model/clock.ts";

/** Why a run has to end early. */
export interface FiredSignal {
  reason: Extract<EndReason, "signal" | "fatal">;
  problem: Problem;
}

const SIGNALS: Partial<Record<Deno.Signal, Code>> = { SIGINT: "cancelled", SIGTERM: "terminated", SIGHUP: "hangup" };

/**
 * Listens for signals and uncaught errors from the first moment of a run. The first one asks for a graceful end; a
 * second signal ends the process at once, after the actions registered by `atOnce`.
 */
export class Signals implements Disposable {
  readonly #offs: (() => void)[] = [];
  readonly #lastActs: (() => void)[] = [];
  readonly #fired = Promise.withResolvers<FiredSignal>();
  #first: FiredSignal | undefined;
  /** Takes Ctrl-C in place of the run: a conversation goes on after it. */
  onInterrupt: (() => void) | null = null;
  /** Takes every signal after the first, in place of the end of the process. */
  onRepeat: (() => void) | null = null;

  constructor() {
    for (const [name, code] of Object.entries(SIGNALS) as [Deno.Signal, Code][]) {
      if (Deno.build.os === "windows" && name !== "SIGINT") continue;
      const listener = (): void => this.#signal(name, code);
      Deno.addSignalListener(name, listener);
      this.#offs.push(() => Deno.removeSignalListener(name, listener));
    }
    this.#offs.push(watchLauncher());
    this.#catch("unhandledrejection", (event) => event.reason);
    this.#catch("error", (event) => event.error);
  }

  /** Resolves with the first signal or uncaught error, if there ever is one. */
  get fired(): Promise<FiredSignal> {
    return this.#fired.promise;
  }

  /** The value, unless a signal fires first: then rejects with its problem. */
  async unlessFired<Value>(value: Promise<Value>): Promise<Value> {
    const stopped = this.fired.then(({ problem }) => {
      throw new QwenError(problem);
    });
    return await Promise.race([value, stopped]);
  }

  /** Registers an action that has to be done before the process ends without further waiting. */
  atOnce(act: () => void): void {
    this.#lastActs.push(act);
  }

  /** Runs the registered actions. */
  lastActs(): void {
    for (const act of this.#lastActs.splice(0)) act();
  }

  [Symbol.dispose](): void {
    for (const off of this.#offs) off();
  }

  #signal(name: Deno.Signal, code: Code): void {
    if (name === "SIGINT" && this.onInterrupt) return this.onInterrupt();
    if (this.#first?.reason === "signal" && this.onRepeat) return this.onRepeat();
    if (this.#first?.reason === "signal") {
      this.lastActs();
      Deno.exit(exitStatus(code));
    }
    this.#fire({ reason: "signal", problem: problem(code, "Operation cancelled.", { hint: `Got ${name}.` }) });
  }

  #catch<Type extends "unhandledrejection" | "error">(
    type: Type,
    thrown: (event: WindowEventMap[Type]) => unknown,
  ): void {
    const listener = (event: WindowEventMap[Type]): void => {
      event.preventDefault();
      const error = thrown(event);
      console.error(plain(`qwen: ${error instanceof Error ? error.stack ?? error.message : error}`));
      const message = error instanceof Error ? error.message : String(error);
      this.#fire({ reason: "fatal", problem: problem("internal", `A bug in this program: ${message}`) });
    };
    globalThis.addEventListener(type, listener);
    this.#offs.push(() => globalThis.removeEventListener(type, listener));
  }

  #fire(signal: FiredSignal): void {
    this.#first = this.#first?.reason === "signal" ? this.#first : signal;
    this.#fired.resolve(signal);
  }
}

const LAUNCHER_CHECK_MS = 250;
/** Where the launcher of the npm package writes its process id, if it stays beside the program. */
const LAUNCHER_VARIABLE = "QWEN_LAUNCHER_PID";

/**
 * Ends the run if its launcher is killed, as if the terminal had gone: a killed launcher passes no signal on, and the
 * program would go on for nobody. The returned function ends the watch.
 */
function watchLauncher(): () => void {
  const launcher = Deno.env.get(LAUNCHER_VARIABLE);
  if (launcher === undefined) return () => {};
  // Programs that this one starts have another parent.
  Deno.env.delete(LAUNCHER_VARIABLE);
  if (Number(launcher) !== Deno.ppid) return () => {};
  let cancel: () => void;
  const wait = (): void => {
    cancel = systemClock.after(LAUNCHER_CHECK_MS, () => {
      if (Number(launcher) === Deno.ppid) wait();
      else Deno.kill(Deno.pid, "SIGHUP");
    });
  };
  wait();
  return () => cancel();
}
