import type { Answer, Ask, Clock, CommandOf, Ids, ShownCall } from "../../../model/mod.ts";
import type { Emitter } from "../event_queue.ts";

/** How a question can end without an answer. */
export type Unanswered = "interrupt" | "timeout" | "input_closed";

/** The answer to a question, and what ended it. */
export interface Settled {
  answer: Answer;
  by: "client" | Unanswered;
}

/** How a question is asked. */
export interface AskOptions {
  emitter: Emitter;
  signal: AbortSignal;
  timeoutMs: number | null;
  /** The prompt that the question belongs to, where that is not the running turn. */
  promptId?: string;
}

interface OpenAsk {
  emitter: Emitter;
  ask: Ask;
  settle(answer: Answer, by: "client" | Unanswered): void;
}

const MESSAGES: Record<Unanswered, string> = {
  interrupt: "Request aborted",
  timeout: "Control request timeout",
  input_closed: "Input closed",
};

/** The open questions to the host. Each is settled exactly once. */
export class Asks {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #open = new Map<string, OpenAsk>();
  /** Who answered about a call, until its result is made. */
  readonly #answered = new Map<string, NonNullable<ShownCall["answered"]>>();
  #closed = false;

  constructor(options: { clock: Clock; ids: Ids }) {
    this.#clock = options.clock;
    this.#ids = options.ids;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Asks and waits. Never rejects: an interrupt, a timeout and the end of input settle it too. */
  ask(ask: Ask, options: AskOptions): Promise<Settled> {
    const { emitter, signal, timeoutMs, promptId } = options;
    if (this.#closed) return Promise.resolve({ answer: failed("input_closed"), by: "input_closed" });
    if (signal.aborted) return Promise.resolve({ answer: failed("interrupt"), by: "interrupt" });
    const askId = this.#ids.next();
    const { promise, resolve } = Promise.withResolvers<Settled>();
    const interrupt = (): void => this.#settle(askId, failed("interrupt"), { by: "interrupt" });
    signal.addEventListener("abort", interrupt);
    const onTime = (): void => this.#settle(askId, failed("timeout"), { by: "timeout" });
    const cancel = timeoutMs === null ? undefined : this.#clock.after(timeoutMs, onTime);
    this.#open.set(askId, {
      emitter,
      ask,
      settle(answer, by): void {
        signal.removeEventListener("abort", interrupt);
        cancel?.();
        emitter.emit({ type: "ask.closed", askId, by });
        resolve({ answer, by });
      },
    });
    emitter.emit({ type: "ask.opened", askId, ask, ...(promptId === undefined ? {} : { promptId }) });
    return promise;
  }

  /** Takes the host's answer; returns false when the question is unknown or settled. */
  answer({ askId, answer, answered }: Pick<CommandOf<"answer">, "askId" | "answer" | "answered">): boolean {
    const open = this.#open.get(askId);
    if (!open) return false;
    if (answered && open.ask.kind === "permission") this.#answered.set(open.ask.callId, answered);
    this.#settle(askId, answer, { by: "client" });
    return true;
  }

  /** Who answered the question about a call, told once. */
  takeAnswered(callId: string): ShownCall["answered"] {
    const answered = this.#answered.get(callId);
    this.#answered.delete(callId);
    return answered;
  }

  /** No more answers can arrive: settles all open questions now, and later ones at once. */
  close(): void {
    this.#closed = true;
    for (const askId of [...this.#open.keys()]) this.#settle(askId, failed("input_closed"), { by: "input_closed" });
  }

  #settle(askId: string, answer: Answer, { by }: { by: "client" | Unanswered }): void {
    const open = this.#open.get(askId);
    if (!open) return;
    this.#open.delete(askId);
    open.settle(answer, by);
  }
}

function failed(why: Unanswered): Answer {
  return { kind: "failed", message: MESSAGES[why] };
}
