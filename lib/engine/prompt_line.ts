import { type Outcome, type Problem, problem, type PromptCommand } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";

/** Work that waits for its turn: a prompt, or a tool to be run without the model. */
export interface QueuedWork {
  promptId: string;
  messageId: string | null;
  voice: Voice;
  prompt: PromptCommand | null;
  /** Runs in place of the model. */
  run: ((abort: AbortController) => Promise<Outcome>) | null;
}

// A host that sends prompts faster than a model answers must not fill the memory.
const MAX_WAITING = 1_000;
/** Ids that are remembered: a host that uses one again does so soon. */
const MAX_USED = 10_000;

/** Prompts of one session, first come first served, each under an id of its own. */
export class PromptLine {
  readonly #sessionId: () => string;
  readonly #used = new Set<string>();
  #waiting: QueuedWork[] = [];
  #count: number;

  /** Ids are counted on from those that were given away before. */
  constructor(sessionId: () => string, before = 0) {
    this.#sessionId = sessionId;
    this.#count = before;
  }

  /** How many ids were given away. */
  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Ids of the messages that wait. */
  get messageIds(): string[] {
    return this.#waiting.map((work) => work.messageId ?? work.promptId);
  }

  /** Queues work; says why when it cannot. */
  push(work: Omit<QueuedWork, "promptId"> & { promptId: string | null }): Problem | null {
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

  /** The given id, or the next one of the session's own. */
  claim(promptId: string | null): string {
    this.#count += 1;
    const id = promptId ?? `${this.#sessionId()}########${this.#count}`;
    this.#used.add(id);
    if (this.#used.size > MAX_USED) {
      for (const oldest of this.#used) {
        this.#used.delete(oldest);
        break;
      }
    }
    return id;
  }

  shift(): QueuedWork | undefined {
    return this.#waiting.shift();
  }

  /** Drops the work of one message; undefined when it does not wait. */
  remove(messageId: string): QueuedWork | undefined {
    const index = this.#waiting.findIndex((work) => work.messageId === messageId);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  /** Drops what waits and returns it. */
  clear(): QueuedWork[] {
    const dropped = this.#waiting;
    this.#waiting = [];
    return dropped;
  }
}

/** Tells that work which waited was cancelled. */
export function tellDropped(work: QueuedWork): void {
  work.voice.emit({ type: "notice", level: "info", code: "prompt_dropped", text: "A waiting prompt was cancelled" });
}
