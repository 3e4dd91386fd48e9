import type { Stop } from "../../model/content.ts";
import { isObject } from "../../model/json.ts";
import type { ModelChunk } from "../../model/ports.ts";
import type { Usage } from "../../model/usage.ts";
import type { AnswerFold } from "../http/fold_events.ts";
import { cutOffError, readErrorValue, refusalError } from "../http/refusal.ts";
import { eventObject, tokens } from "../http/wire_values.ts";
import type { WireCall, WireChunk, WireDelta, WireUsage } from "./openai_wire.ts";

/** The provider's name in opaque data. */
export const PROVIDER_NAME = "openai";
/** The event after the last one. */
export const DONE = "[DONE]";

/** Options of `OpenAiFold`. */
export interface FoldOptions {
  /** The name of the server in errors. */
  where: string;
  /** The key in use, which is removed from errors. */
  key: string;
  /** Start of the ids of calls that came without one. */
  callPrefix: string;
}

interface Slot {
  /** The server's index of the call; two calls may have the same one. */
  place: number;
  id: string | null;
}

/** Folds the events of one answer into chunks. */
export class OpenAiFold implements AnswerFold {
  readonly #options: FoldOptions;
  readonly #slots: Slot[] = [];
  #reason: string | null = null;
  #isDone = false;
  #isEnded = false;
  #hasContent = false;
  #usage: Usage | null = null;

  constructor(options: FoldOptions) {
    this.#options = options;
  }

  /** Appends the chunks of one event to `out`. Throws QwenError when the event is an error. */
  push(event: string, out: ModelChunk[]): void {
    if (event === DONE) {
      this.#isDone = true;
      out.push(...this.end());
      return;
    }
    const chunk = this.#isEnded ? null : this.#parse(event);
    if (chunk === null) return;
    const choice = chunk.choices?.[0];
    if (chunk.error || (!choice && !chunk.usage)) {
      const found = readErrorValue(chunk);
      if (found) throw refusalError({ ...found, where: this.#options.where, key: this.#options.key });
    }
    if (choice) {
      const delta = choice.delta ?? choice.message;
      if (delta) this.#delta(delta, out);
      if (choice.finish_reason) this.#reason = choice.finish_reason;
    }
    const usage = chunk.usage ?? choice?.usage;
    if (usage) this.#usage = toUsage(usage);
  }

  /** The last chunks: usage, if the server sent it, and the finish. Throws when the answer is incomplete. */
  end(): ModelChunk[] {
    if (this.#isEnded) return [];
    const isComplete = this.#reason !== null || (this.#isDone && this.#hasContent);
    if (!isComplete) throw cutOffError(this.#options.where);
    this.#isEnded = true;
    const stop = toStop(this.#reason, { hasCalls: this.#slots.length > 0 });
    const finish: ModelChunk = { type: "finish", stop };
    return this.#usage === null ? [finish] : [{ type: "usage", usage: this.#usage }, finish];
  }

  #parse(event: string): WireChunk | null {
    return event === "" ? null : eventObject(event, this.#options.where);
  }

  #delta(delta: WireDelta, out: ModelChunk[]): void {
    const thought = delta.reasoning_content ?? delta.reasoning;
    if (typeof thought === "string" && thought !== "") {
      this.#hasContent = true;
      out.push({ type: "thinking", text: thought });
    }
    const content = delta.content ?? delta.refusal;
    if (typeof content === "string") {
      if (content !== "") {
        this.#hasContent = true;
        out.push({ type: "text", text: content });
      }
    } else if (Array.isArray(content)) {
      for (const part of content) {
        const { thinking, text } = isObject(part) ? part : {};
        const thought = Array.isArray(thinking) ? thinking.map((piece) => piece?.text ?? "").join("") : thinking;
        if (typeof thought === "string" && thought !== "") out.push({ type: "thinking", text: thought });
        if (typeof text === "string" && text !== "") out.push({ type: "text", text });
      }
      this.#hasContent = true;
    }
    if (Array.isArray(delta.tool_calls)) {
      for (const [position, call] of delta.tool_calls.entries()) {
        if (isObject(call)) this.#call(call, { position, out });
      }
    }
  }

  #call(call: WireCall, at: { position: number; out: ModelChunk[] }): void {
    this.#hasContent = true;
    const args = call.function?.arguments ?? "";
    const input = typeof args === "string" ? args : JSON.stringify(args);
    const tool = typeof call.function?.name === "string" ? call.function.name : "";
    const id = idOf(call);
    const extra = isObject(call.extra_content)
      ? { opaque: { provider: PROVIDER_NAME, data: { extra_content: call.extra_content } } }
      : {};
    const index = this.#find(call, at.position);
    if (index >= 0) {
      // Some servers open a call by its id and name the tool afterwards.
      at.out.push({ type: "call", index, ...(tool === "" ? {} : { tool }), input, ...extra });
      return;
    }
    this.#slots.push({ place: call.index ?? at.position, id });
    const own = this.#slots.length - 1;
    const callId = id ?? `${this.#options.callPrefix}${own}`;
    at.out.push({ type: "call", index: own, callId, tool, input, ...extra });
  }

  /** Our index of the call that this piece continues, or -1 for a new call. */
  #find(call: WireCall, position: number): number {
    const id = idOf(call);
    const isOpening = id !== null && Boolean(call.function?.name);
    if (call.index === undefined || call.index === null) {
      if (id !== null) return this.#slots.findIndex((slot) => slot.id === id);
      return call.function?.name ? -1 : Math.min(position, this.#slots.length - 1);
    }
    for (let i = this.#slots.length - 1; i >= 0; i--) {
      const slot = this.#slots[i];
      if (slot.place !== call.index) continue;
      // Some servers give every call the index 0 and distinguish them by id alone.
      return isOpening && slot.id !== null && slot.id !== id ? -1 : i;
    }
    return -1;
  }
}

function idOf({ id }: WireCall): string | null {
  return id === undefined || id === null || id === "" ? null : String(id);
}

function toUsage(usage: WireUsage): Usage {
  const inputTokens = tokens(usage.prompt_tokens);
  const outputTokens = tokens(usage.completion_tokens);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: tokens(
      usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens,
    ),
    thinkingTokens: tokens(usage.completion_tokens_details?.reasoning_tokens),
    totalTokens: tokens(usage.total_tokens) || inputTokens + outputTokens,
  };
}

/** Why the model stopped. Some servers send `stop` although they call tools. */
function toStop(reason: string | null, facts: { hasCalls: boolean }): Stop {
  switch (reason) {
    case "tool_calls":
    case "function_call":
      return { reason: "tool_calls", raw: reason };
    case "length":
      return { reason: "length", raw: reason };
    case "content_filter":
      return { reason: "refusal", raw: reason };
    case "stop":
    case "eos":
    case null:
      return { reason: facts.hasCalls ? "tool_calls" : "end", raw: reason };
    default:
      return { reason: facts.hasCalls ? "tool_calls" : "other", raw: reason };
  }
}
