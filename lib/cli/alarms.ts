import type { EndReason } from "../model/event.ts";
import { type Code, exitStatus, type Problem, problem, QwenError } from "../model/problem.ts";

/** Why a run has to end before its time. */
export interface Alarm {
  reason: Extract<EndReason, "signal" | "fatal">;
  problem: Problem;
}

const SIGNALS: Partial<Record<Deno.Signal, Code>> = { SIGINT: "cancelled", SIGTERM: "terminated", SIGHUP: "hangup" };

/**
 * Hears signals and faults that nobody caught, from the first moment of a run. The first alarm asks for a graceful
 * end; a second signal ends the process at once, and whatever `atOnce` names with it.
 */
export class Alarms implements Disposable {
  readonly #offs: (() => void)[] = [];
  readonly #lastActs: (() => void)[] = [];
  readonly #rung = Promise.withResolvers<Alarm>();
  #alarm: Alarm | undefined;

  constructor() {
    for (const [name, code] of Object.entries(SIGNALS) as [Deno.Signal, Code][]) {
      if (Deno.build.os === "windows" && name !== "SIGINT") continue;
      const listener = (): void => this.#signal(name, code);
      Deno.addSignalListener(name, listener);
      this.#offs.push(() => Deno.removeSignalListener(name, listener));
    }
    this.#hear("unhandledrejection", (event) => event.reason);
    this.#hear("error", (event) => event.error);
  }

  /** Resolves with the first alarm, if there ever is one. */
  get rung(): Promise<Alarm> {
    return this.#rung.promise;
  }

  /** The value, unless an alarm comes first: then rejects with its problem. */
  async unlessRung<Value>(value: Promise<Value>): Promise<Value> {
    const alarm = this.rung.then(({ problem }) => {
      throw new QwenError(problem);
    });
    return await Promise.race([value, alarm]);
  }

  /** Names what has to be done before the process may end without further waiting. */
  atOnce(act: () => void): void {
    this.#lastActs.push(act);
  }

  /** Does what has to be done before the process ends. */
  lastActs(): void {
    for (const act of this.#lastActs.splice(0)) act();
  }

  [Symbol.dispose](): void {
    for (const off of this.#offs) off();
  }

  #signal(name: Deno.Signal, code: Code): void {
    if (this.#alarm?.reason === "signal") {
      this.lastActs();
      Deno.exit(exitStatus(code));
    }
    this.#ring({ reason: "signal", problem: problem(code, "Operation cancelled.", { hint: `Got ${name}.` }) });
  }

  #hear<Type extends "unhandledrejection" | "error">(
    type: Type,
    thrown: (event: WindowEventMap[Type]) => unknown,
  ): void {
    const listener = (event: WindowEventMap[Type]): void => {
      event.preventDefault();
      const error = thrown(event);
      console.error(`qwen: ${error instanceof Error ? error.stack ?? error.message : error}`);
      const message = error instanceof Error ? error.message : String(error);
      this.#ring({ reason: "fatal", problem: problem("internal", `A fault of this program: ${message}`) });
    };
    globalThis.addEventListener(type, listener);
    this.#offs.push(() => globalThis.removeEventListener(type, listener));
  }

  #ring(alarm: Alarm): void {
    this.#alarm = this.#alarm?.reason === "signal" ? this.#alarm : alarm;
    this.#rung.resolve(alarm);
  }
}
