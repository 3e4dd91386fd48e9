import { type Command, problemOf, type Reply } from "../model/mod.ts";
import { Interrupt } from "./interrupt.ts";
import type { Voice } from "./outbox.ts";

/** A command that is being answered. */
export interface Aside {
  abort: AbortController;
  /** Slash commands have the id of a prompt and can be cancelled by it. */
  promptId: string | null;
}

/** Commands that are answered beside the turn: each exactly once, with a reply or a refusal, unless it is withdrawn. */
export class Asides {
  readonly #open = new Map<string, Aside>();
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Those that can be cancelled by the id of a prompt, oldest first. */
  get prompts(): Aside[] {
    return [...this.#open.values()].filter((aside) => aside.promptId !== null);
  }

  /** Works on a command; null is answered by events of its own. */
  start(command: Command, options: { voice: Voice; work: (signal: AbortSignal) => Promise<Reply | null> }): void {
    const { voice, work } = options;
    const abort = new AbortController();
    this.#open.set(command.id, { abort, promptId: command.type === "slash" ? command.promptId : null });
    work(abort.signal).then(
      (result) => {
        if (result && this.#open.has(command.id)) voice.emit({ type: "reply", result });
      },
      (error) => {
        if (this.#open.has(command.id)) voice.emit({ type: "rejected", problem: problemOf(error) });
      },
    ).finally(() => {
      this.#open.delete(command.id);
      this.#onEnd();
    });
  }

  /** Stops a command that nobody wants answered any more; null stops all. */
  withdraw(commandId: string | null): void {
    for (const [id, { abort }] of this.#open) {
      if (commandId !== null && id !== commandId) continue;
      abort.abort(new Interrupt("client"));
      this.#open.delete(id);
    }
  }
}
