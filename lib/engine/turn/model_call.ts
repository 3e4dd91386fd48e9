import {
  fail,
  type Message,
  type ModelRequest,
  type Problem,
  problemOf,
  QwenError,
  type Stop,
  type Usage,
} from "../../model/mod.ts";
import { abortableItems, orAborted } from "./abortable.ts";
import type { Emitter, EventQueue } from "../session/event_queue.ts";
import type { ModelPort, World } from "../session/session_parts.ts";
import { type CallIds, type CutCall, ReplyFold } from "./reply_fold.ts";
import { quotaDelay, retryDelay } from "./retry.ts";
import type { Tally } from "./tally.ts";
import { isQuotedFrom, readTextCalls } from "./text_calls.ts";

/** The parts that all model calls of a session share. */
export interface ModelCallParts {
  port: Pick<ModelPort, "provider" | "retry" | "fallbacks">;
  world: World;
  events: EventQueue;
  tally: Tally;
  callIds: CallIds;
}

/** A complete answer of the model. */
export interface ModelReply {
  message: Message;
  /** The model that answered; another than the one requested where that one was unavailable. */
  model: string;
  stop: Stop;
  usage: Usage;
  /** The call that the output limit has cut. */
  cutCall: CutCall | null;
  /** Why a call that was written as text could not be read. */
  callFault: string | null;
}

/** How long a provider may take to stop after an abort. */
export const ABORT_GRACE_MS = 200;

/** Asks the model until it has answered: retries, visible as events and bounded, then fallback models. */
export class ModelCall {
  readonly #parts: ModelCallParts;
  readonly #emitter: Emitter;
  /** The part of the answer that had arrived when the call was cut off. */
  partial: Message | undefined;

  constructor(parts: ModelCallParts, emitter: Emitter) {
    this.#parts = parts;
    this.#emitter = emitter;
  }

  /** Throws QwenError when no model answers, `signal.reason` when aborted. */
  async run(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const models = [request.model, ...this.#parts.port.fallbacks.filter((model) => model !== request.model)];
    for (const [index, model] of models.entries()) {
      try {
        return await this.#tryModel({ ...request, model }, signal);
      } catch (error) {
        const next = models[index + 1];
        if (signal.aborted || next === undefined || !isCapacityFault(error)) throw error;
        this.#emitter.emit({ type: "model.changed", from: model, to: next, problem: problemOf(error) });
      }
    }
    throw fail("internal", "There is no model to ask");
  }

  async #tryModel(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { events, port: { retry }, world: { clock, random } } = this.#parts;
    let waitedMs = 0;
    let quotaMs = 0;
    for (let attempt = 1;; attempt++) {
      const fold = this.#newFold(request);
      try {
        return await this.#attempt(request, { fold, signal });
      } catch (error) {
        if (signal.aborted) {
          this.#keepPartial(fold);
          throw signal.reason;
        }
        const fault = problemOf(error);
        const again = retryDelay(fault, { rules: retry, attempt, waitedMs, random, hasContent: fold.hasContent });
        const forQuota = again === null ? quotaDelay(fault, { rules: retry, waitedMs: quotaMs }) : null;
        const delayMs = again ?? forQuota;
        if (delayMs === null) {
          this.#keepPartial(fold);
          throw error;
        }
        const discardedCalls = fold.openCalls;
        fold.finish("interrupted");
        this.#emitter.emit({
          type: "retry.scheduled",
          attempt,
          maxAttempts: retry.maxRetries,
          delayMs,
          problem: fault,
          discardedCalls,
          ...(forQuota === null ? {} : { until: new Date(clock.now() + delayMs).toISOString() }),
        });
        if (forQuota === null) {
          events.state = "retry_sleep";
          waitedMs += delayMs;
        } else {
          events.waitForQuota(new Date(clock.now() + delayMs).toISOString());
          this.#emitter.emit({ type: "heartbeat", ...events.activity });
          quotaMs += delayMs;
          // Waits for the quota are no retries.
          attempt--;
        }
        await clock.sleep(delayMs, signal);
      }
    }
  }

  async #attempt(request: ModelRequest, options: { fold: ReplyFold; signal: AbortSignal }): Promise<ModelReply> {
    const { fold, signal } = options;
    const { events, tally, port: { provider }, world: { clock } } = this.#parts;
    const startedAt = clock.now();
    events.state = "waiting_model";
    let fault: Problem | null = null;
    try {
      const answer = provider.stream(request, signal);
      for await (const batch of abortableItems(answer, { signal, clock, graceMs: ABORT_GRACE_MS })) {
        events.state = "streaming";
        for (const chunk of batch) fold.take(chunk);
        const wait = this.#emitter.ready();
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
    fold.finish("complete");
    const message: Message = { id: fold.messageId, role: "assistant", parts: fold.kept };
    const { stop, usage, cutCall, callFault } = fold;
    return { message, model: request.model, stop, usage, cutCall, callFault };
  }

  #newFold({ model, tools, messages }: ModelRequest): ReplyFold {
    const { callIds, world: { ids } } = this.#parts;
    const isTool = (name: string): boolean => tools.some((tool) => tool.name === name);
    // Without tools a call in the text can only be text.
    const isQuoted = (text: string): boolean => isQuotedFrom(messages, text);
    const readCalls = tools.length > 0 ? (text: string) => readTextCalls(text, { isTool, isQuoted }) : () => null;
    return new ReplyFold({ emitter: this.#emitter, ids, model, callIds, readCalls });
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

/** An empty answer with a stated reason would be empty again; any other may be an accident. */
function emptyAnswer({ reason, raw }: Stop): QwenError {
  const reported = raw === null ? "" : ` (${raw})`;
  if (reason === "refusal") {
    return fail("provider_error", `The model refused to answer${reported}.`, {
      hint: "Put the prompt in other words, or use another model.",
    });
  }
  if (reason === "length") {
    return fail("provider_error", `The model used up its tokens before it wrote an answer${reported}.`, {
      hint: "Raise QWEN_CODE_MAX_OUTPUT_TOKENS, or lower the effort of thinking.",
    });
  }
  return fail("provider_stream_cut", "Model stream ended with empty response text.");
}

/** The text of a failed model call, as answers show it. */
export function apiErrorText(fault: Problem): string {
  return `[API Error: ${fault.message}]`;
}
