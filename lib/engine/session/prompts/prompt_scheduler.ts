import { fail, type Problem } from "../../../model/mod.ts";
import { type NewWork, PromptQueue, type QueuedWork } from "./prompt_queue.ts";

/** Works on one prompt from its arrival to its terminal event. Never rejects. */
export type WorkOnPrompt = (work: QueuedWork, abort: AbortController) => Promise<void>;

/** The parts of a scheduler. */
export interface PromptSchedulerParts {
  queue: PromptQueue;
  work: WorkOnPrompt;
  /** Called whenever nothing runs and nothing waits. */
  onIdle: () => void;
}

/**
 * Runs the prompts of a session one after another. Changes of the conversation from outside a prompt run between
 * prompts, one at a time.
 */
export class PromptScheduler {
  readonly #parts: PromptSchedulerParts;
  #running: { abort: AbortController; work: QueuedWork } | undefined;
  /** Number of changes that are running or waiting. */
  #changes = 0;
  /** Resolves when the last of them is done. */
  #changed: Promise<void> = Promise.resolve();

  constructor(parts: PromptSchedulerParts) {
    this.#parts = parts;
  }

  get queue(): PromptQueue {
    return this.#parts.queue;
  }

  /** The prompt that is being worked on. */
  get running(): { abort: AbortController; promptId: string } | undefined {
    return this.#running && { abort: this.#running.abort, promptId: this.#running.work.promptId };
  }

  /** Whether nothing runs, waits or changes the conversation. */
  get isIdle(): boolean {
    return !this.#running && this.#changes === 0 && this.queue.size === 0;
  }

  /** Queues work; rejects the command when it cannot. */
  submit(work: NewWork): void {
    const fault: Problem | null = this.queue.push(work);
    if (fault) work.emitter.emit({ type: "rejected", problem: fault });
    this.#next();
  }

  /** Cancels the running prompt. */
  interrupt(reason: Error): void {
    this.#running?.abort.abort(reason);
  }

  /** Changes the conversation while no prompt runs: none starts meanwhile, and other changes wait. */
  async change<T>(change: () => Promise<T>): Promise<T> {
    if (this.#running) {
      throw fail("command_failed", "The conversation cannot be changed while a prompt is being worked on", {
        hint: "Wait for its end, or cancel it.",
      });
    }
    this.#changes += 1;
    const done = this.#changed.then(change);
    // The caller gets the failure.
    this.#changed = done.then(() => undefined, () => undefined);
    try {
      return await done;
    } finally {
      this.#changes -= 1;
      this.#next();
    }
  }

  #next(): void {
    if (this.#running || this.#changes > 0) return;
    const work = this.queue.shift();
    if (!work) return this.#parts.onIdle();
    const abort = new AbortController();
    this.#running = { abort, work };
    void this.#parts.work(work, abort).finally(() => {
      this.#running = undefined;
      this.#next();
    });
  }
}
