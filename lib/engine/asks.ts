import type { Answer, Ask, Clock, Ids } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";

/** How a question may end without an answer. */
export type Unanswered = "interrupt" | "timeout" | "input_closed";

/** The answer to a question, and who or what ended it. */
export interface Settled {
  answer: Answer;
  by: "client" | Unanswered;
}

interface OpenAsk {
  voice: Voice;
  settle(answer: Answer, by: "client" | Unanswered): void;
}

const WORDS: Record<Unanswered, string> = {
  interrupt: "Request aborted",
  timeout: "Control request timeout",
  input_closed: "Input closed",
};

/** Questions to the host that are still open. Each is settled exactly once. */
export class Asks {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #open = new Map<string, OpenAsk>();
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

  /** Asks and waits. Never rejects: an interrupt, a time limit and the end of input are answers too. */
  ask(ask: Ask, options: { voice: Voice; signal: AbortSignal; timeoutMs: number | null }): Promise<Settled> {
    const { voice, signal, timeoutMs } = options;
    if (this.#closed) return Promise.resolve({ answer: failed("input_closed"), by: "input_closed" });
    if (signal.aborted) return Promise.resolve({ answer: failed("interrupt"), by: "interrupt" });
    const askId = this.#ids.next();
    const { promise, resolve } = Promise.withResolvers<Settled>();
    const interrupt = (): void => this.#settle(askId, failed("interrupt"), "interrupt");
    signal.addEventListener("abort", interrupt);
    const onTime = (): void => this.#settle(askId, failed("timeout"), "timeout");
    const callOff = timeoutMs === null ? undefined : this.#clock.after(timeoutMs, onTime);
    this.#open.set(askId, {
      voice,
      settle(answer, by): void {
        signal.removeEventListener("abort", interrupt);
        callOff?.();
        voice.emit({ type: "ask.closed", askId, by });
        resolve({ answer, by });
      },
    });
    voice.emit({ type: "ask.opened", askId, ask });
    return promise;
  }

  /** Takes the host's answer; false when nobody asked or it was settled before. */
  answer(askId: string, answer: Answer): boolean {
    if (!this.#open.has(askId)) return false;
    this.#settle(askId, answer, "client");
    return true;
  }

  /** No answer can come any more: everything open is settled now, and later questions at once. */
  close(): void {
    this.#closed = true;
    for (const askId of [...this.#open.keys()]) this.#settle(askId, failed("input_closed"), "input_closed");
  }

  #settle(askId: string, answer: Answer, by: "client" | Unanswered): void {
    const open = this.#open.get(askId);
    if (!open) return;
    this.#open.delete(askId);
    open.settle(answer, by);
  }
}

function failed(why: Unanswered): Answer {
  return { kind: "failed", message: WORDS[why] };
}
