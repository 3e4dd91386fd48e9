import {
  type Clock,
  fail,
  type Ids,
  type Message,
  type ModelRequest,
  type Problem,
  problemOf,
  type Provider,
  QwenError,
  type Stop,
  type Usage,
} from "../model/mod.ts";
import { orAborted, withPatience } from "./abortable.ts";
import type { Outbox, Voice } from "./outbox.ts";
import { type CallIds, ReplyFold } from "./reply_fold.ts";
import { retryDelay, type RetryRules } from "./retry.ts";
import type { Tally } from "./tally.ts";

/** What a model call works with. */
export interface ModelCallParts {
  provider: Provider;
  clock: Clock;
  ids: Ids;
  random: () => number;
  callIds: CallIds;
  retry: RetryRules;
  fallbackModels: readonly string[];
  outbox: Outbox;
  tally: Tally;
  /** Called when the model begins to write a call. */
  onCall?: (tool: string) => void;
}

/** A complete answer of the model. */
export interface Reply {
  message: Message;
  /** The model that answered: not the one that was asked first when that could not be had. */
  model: string;
  stop: Stop;
  usage: Usage;
}

/** How long a provider may take to let go after an abort. */
export const ABORT_GRACE_MS = 200;

/** Asks the model until it has answered: retries, visible as events and bounded, then fallback models. */
export class ModelCall {
  readonly #parts: ModelCallParts;
  readonly #voice: Voice;
  /** What had been said when the call was cut off. */
  partial: Message | undefined;

  constructor(parts: ModelCallParts, voice: Voice) {
    this.#parts = parts;
    this.#voice = voice;
  }

  /** Throws QwenError when the model cannot be had, `signal.reason` when aborted. */
  async run(request: ModelRequest, signal: AbortSignal): Promise<Reply> {
    const models = [request.model, ...this.#parts.fallbackModels.filter((model) => model !== request.model)];
    for (const [index, model] of models.entries()) {
      try {
        return await this.#tryModel({ ...request, model }, signal);
      } catch (error) {
        const next = models[index + 1];
        if (signal.aborted || next === undefined || !isCapacityFault(error)) throw error;
        this.#voice.emit({ type: "model.changed", from: model, to: next, problem: problemOf(error) });
      }
    }
    throw fail("internal", "There is no model to ask");
  }

  async #tryModel(request: ModelRequest, signal: AbortSignal): Promise<Reply> {
    const { clock, outbox, retry, random } = this.#parts;
    let waitedMs = 0;
    for (let attempt = 1;; attempt++) {
      const fold = this.#newFold(request.model);
      try {
        return await this.#attempt(request, { fold, signal });
      } catch (error) {
        if (signal.aborted) {
          this.#keepPartial(fold);
          throw signal.reason;
        }
        const fault = problemOf(error);
        const delayMs = retryDelay(fault, { rules: retry, attempt, waitedMs, random, hasContent: fold.hasContent });
        if (delayMs === null) {
          this.#keepPartial(fold);
          throw error;
        }
        const discardedCalls = fold.openCalls;
        fold.finish("interrupted");
        this.#voice.emit({
          type: "retry.scheduled",
          attempt,
          maxAttempts: retry.maxRetries,
          delayMs,
          problem: fault,
          discardedCalls,
        });
        outbox.state = "retry_sleep";
        await clock.sleep(delayMs, signal);
        waitedMs += delayMs;
      }
    }
  }

  async #attempt(request: ModelRequest, options: { fold: ReplyFold; signal: AbortSignal }): Promise<Reply> {
    const { fold, signal } = options;
    const { clock, outbox, provider, tally } = this.#parts;
    const startedAt = clock.now();
    outbox.state = "waiting_model";
    let fault: Problem | null = null;
    try {
      const answer = provider.stream(request, signal);
      for await (const batch of withPatience(answer, { signal, clock, graceMs: ABORT_GRACE_MS })) {
        outbox.state = "streaming";
        for (const chunk of batch) fold.take(chunk);
        const wait = this.#voice.ready();
        if (wait) await orAborted(wait, signal);
        signal.throwIfAborted();
      }
      if (!fold.stop) throw fail("provider_stream_cut", "The answer stream ended before the answer was complete");
      if (!fold.hasContent) throw emptyAnswer(fold.stop);
    } catch (error) {
      fault = problemOf(error);
      throw error;
    } finally {
      tally.addRequest(request.model, {
        usage: fold.usage,
        latencyMs: clock.now() - startedAt,
        isError: fault !== null,
      });
    }
    const message: Message = { id: fold.messageId, role: "assistant", parts: fold.finish("complete") };
    return { message, model: request.model, stop: fold.stop, usage: fold.usage };
  }

  #newFold(model: string): ReplyFold {
    const { ids, callIds, onCall } = this.#parts;
    return new ReplyFold({ voice: this.#voice, ids, model, callIds, ...(onCall ? { onCall } : {}) });
  }

  #keepPartial(fold: ReplyFold): void {
    const parts = fold.finish("interrupted");
    if (parts.length > 0) this.partial = { id: fold.messageId, role: "assistant", parts };
  }
}

function isCapacityFault(error: unknown): boolean {
  if (!(error instanceof QwenError)) return false;
  const { code } = error.problem;
  return code === "provider_rate_limited" || code === "provider_overloaded";
}

/** A model that has said why it says nothing says nothing again; any other silence may be an accident. */
function emptyAnswer({ reason, raw }: Stop): QwenError {
  const told = raw === null ? "" : ` (${raw})`;
  if (reason === "refusal") {
    return fail("provider_error", `The model refused to answer${told}.`, {
      hint: "Put the prompt in other words, or use another model.",
    });
  }
  if (reason === "length") {
    return fail("provider_error", `The model used up its tokens before it said a word${told}.`, {
      hint: "Raise QWEN_CODE_MAX_OUTPUT_TOKENS, or lower the effort of thinking.",
    });
  }
  return fail("provider_stream_cut", "Model stream ended with empty response text.");
}

/** The words of a failed model call, as answers show them. */
export function apiErrorText(fault: Problem): string {
  return `[API Error: ${fault.message}]`;
}
