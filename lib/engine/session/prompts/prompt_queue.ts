import { type Outcome, type Problem, problem, type PromptCommand } from "../../../model/mod.ts";
import type { Emitter } from "../event_queue.ts";

/** Queued work: a prompt, or a tool that runs without the model. */
export interface QueuedWork {
  promptId: string;
  messageId: string | null;
  emitter: Emitter;
  prompt: PromptCommand | null;
  /** Runs instead of the model. */
  run: ((abort: AbortController) => Promise<Outcome>) | null;
}

/** Work to be queued; the queue gives it an id where it has none. */
export type NewWork = Omit<QueuedWork, "promptId"> & { promptId: string | null };

// A host that sends prompts faster than a model answers must not fill the memory.
const MAX_WAITING = 1_000;
/** Number of ids that are remembered: a host that reuses one does so soon. */
const MAX_USED = 10_000;

/** The prompts of one session, first come first served, each under its own id. */
export class PromptQueue {
  readonly #sessionId: string;
  readonly #used = new Set<string>();
  #waiting: QueuedWork[] = [];
  #count: number;

  /** Ids are counted on from those that were used before. */
  constructor(sessionId: string, before = 0) {
    this.#sessionId = sessionId;
    this.#count = before;
  }

  /** Number of ids used so far. */
  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Ids of the queued messages. */
  get messageIds(): string[] {
    return this.#waiting.map((work) => work.messageId ?? work.promptId);
  }

  /** Queues work; returns a problem when it cannot. */
  push(work: NewWork): Problem | null {
    if (this.#waiting.length >= MAX_WAITING) {
      return problem("protocol_error", `More than ${MAX_WAITING} prompts are waiting`, { detail: "too_many_prompts" });
    }
    const isNew = !work.prompt?.options.continuation;
    if (work.promptId !== null && isNew && this.#used.has(work.promptId)) {
      return problem("protocol_error", `The prompt id ${JSON.stringify(work.promptId)} was used before`, {
        param: "prompt_id",
        detail: "duplicate_prompt_id",
        hint: "Leave it out, or use a new one for each prompt.",
      });
    }
    const queued = { ...work, promptId: this.claim(work.promptId) };
    if (work.prompt?.options.urgent) this.#waiting.unshift(queued);
    else this.#waiting.push(queued);
    return null;
  }

  /** Returns the given id or the next one of the session, and marks it as used. */
  claim(promptId: string | null): string {
    this.#count += 1;
    const id = promptId ?? `${this.#sessionId}########${this.#count}`;
    this.#used.add(id);
    if (this.#used.size > MAX_USED) {
      const [oldest] = this.#used;
      this.#used.delete(oldest);
    }
    return id;
  }

  shift(): QueuedWork | undefined {
    return this.#waiting.shift();
  }

  /** Removes the work of one message and reports it as cancelled; returns whether it was queued. */
  cancel(messageId: string): boolean {
    const index = this.#waiting.findIndex((work) => work.messageId === messageId);
    if (index < 0) return false;
    for (const work of this.#waiting.splice(index, 1)) reportCancelled(work);
    return true;
  }

  /** Removes all work, reports it as cancelled and returns the ids of its messages. */
  cancelAll(): string[] {
    const cancelled = this.messageIds;
    for (const work of this.#waiting.splice(0)) reportCancelled(work);
    return cancelled;
  }
}

function reportCancelled({ emitter }: QueuedWork): void {
  emitter.emit({ type: "notice", level: "info", code: "prompt_dropped", text: "A waiting prompt was cancelled" });
}
