import { type Command, problemOf, type Reply } from "../../../model/mod.ts";
import type { Emitter } from "../event_queue.ts";
import { Interrupt } from "../interrupt.ts";

/** A request that is being answered. */
export interface PendingRequest {
  abort: AbortController;
  /** Slash commands have a prompt id and can be cancelled by it. */
  promptId: string | null;
}

/** Requests that are answered beside the turn: each exactly once, with a reply or a refusal, unless it is withdrawn. */
export class PendingRequests {
  readonly #open = new Map<string, PendingRequest>();
  readonly #onSettled: () => void;

  /** `onSettled` is called after each request. */
  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Requests that can be cancelled by a prompt id, oldest first. */
  get cancellable(): PendingRequest[] {
    return [...this.#open.values()].filter((request) => request.promptId !== null);
  }

  /** Starts to answer a command. Work that resolves with null has emitted its own events. */
  start(command: Command, options: { emitter: Emitter; work: (signal: AbortSignal) => Promise<Reply | null> }): void {
    const { emitter, work } = options;
    const abort = new AbortController();
    this.#open.set(command.id, { abort, promptId: command.type === "slash" ? command.promptId : null });
    work(abort.signal).then(
      (result) => {
        if (result && this.#open.has(command.id)) emitter.emit({ type: "reply", result });
      },
      (error) => {
        if (this.#open.has(command.id)) emitter.emit({ type: "rejected", problem: problemOf(error) });
      },
    ).finally(() => {
      this.#open.delete(command.id);
      this.#onSettled();
    });
  }

  /** Stops a request that needs no answer any more; null stops all. */
  withdraw(commandId: string | null): void {
    for (const [id, { abort }] of this.#open) {
      if (commandId !== null && id !== commandId) continue;
      abort.abort(new Interrupt("client"));
      this.#open.delete(id);
    }
  }
}
