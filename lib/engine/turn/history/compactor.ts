import { fail, QwenError, type ToolMemory } from "../../../model/mod.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { Emitter } from "../../session/event_queue.ts";
import { askAbout, compact, type Compacted, type CompactionParts, type RequestPrefix } from "./compaction.ts";
import { maskedHistory } from "./masking.ts";
import type { ModelCallParts } from "../model_call.ts";
import type { Recorder } from "../recorder.ts";
import { prefixTokens } from "./token_count.ts";
import { forgetHiddenFiles } from "./visible_files.ts";

/** The parts of a compactor. */
export interface CompactorParts {
  call: ModelCallParts;
  recorder: Recorder;
  hooks: Hooks;
  memory: ToolMemory;
  /** The model that writes the summary. */
  model: () => string;
  /** The number of tokens from which on the conversation is nearly full. */
  limit: () => number;
  /** The start of the session's requests outside of a turn. */
  prefix: () => Promise<RequestPrefix>;
}

/** How a conversation is compacted. */
export interface CompactOptions {
  emitter: Emitter;
  trigger: "manual" | "auto";
  instructions: string | null;
  signal: AbortSignal;
  /** The start of the turn's requests. */
  prefix?: RequestPrefix;
  /** The provider has found the conversation too long. */
  isOverfull?: boolean;
}

// A conversation of one exchange has nothing to summarise.
const MIN_MESSAGES = 4;
// How much a conversation that stays full must grow before it is summarised again, as a share of the limit.
const RETRY_SHARE = 0.1;

/** Compacts the conversation of a session, records the result and reports it. */
export class Compactor {
  readonly #parts: CompactorParts;
  /** The size from which on another summary is worth its request, after one that has not made enough room. */
  #retryAt = 0;

  constructor(parts: CompactorParts) {
    this.#parts = parts;
  }

  /** Replaces the conversation by a summary. Throws what the provider throws. */
  async compact(options: CompactOptions): Promise<Compacted> {
    const { memory, call: { world: { clock, ids } } } = this.#parts;
    const startedAt = clock.now();
    const { instructions, signal, trigger, emitter, isOverfull } = options;
    const refusal = await this.#refusal(options);
    if (refusal !== null) throw fail("command_failed", refusal);
    const prefix = options.prefix ?? await this.#parts.prefix();
    const room = Math.max(1, this.#parts.limit() - prefixTokens(prefix));
    const compacted = await this.#waiting((parts) =>
      compact(parts, {
        ...{ ids, instructions, signal, prefix, room, isOverfull },
        todos: memory.todos,
        keepsAnswers: trigger === "auto",
      })
    );
    const { tokensBefore, tokensAfter } = compacted;
    // A summary that is no shorter has lost something and gained nothing.
    if (tokensAfter >= tokensBefore) return compacted;
    this.#replace(compacted);
    const durationMs = clock.now() - startedAt;
    emitter.emit({ type: "history.compacted", trigger, tokensBefore, tokensAfter, durationMs });
    await this.#tellHooks(compacted, options);
    return compacted;
  }

  /** Compacts a conversation that is nearly full: old tool results go first, a summary follows where that is not enough. */
  async compactWhenFull(
    options: Pick<CompactOptions, "emitter" | "signal"> & { prefix: RequestPrefix },
  ): Promise<void> {
    const { recorder: { history }, limit } = this.#parts;
    if (history.messages.length < MIN_MESSAGES) return;
    const tokens = history.requestTokens(prefixTokens(options.prefix));
    if (tokens < Math.max(limit(), this.#retryAt)) return;
    const masked = maskedHistory(history, { tokens, limit: limit() });
    if (!masked) {
      await this.tryToCompact(options);
      const left = history.requestTokens(prefixTokens(options.prefix));
      // The user's messages are never shortened: they alone may fill the conversation.
      this.#retryAt = left < limit() ? 0 : left + limit() * RETRY_SHARE;
      return;
    }
    const { tokensBefore, tokensAfter } = masked;
    this.#replace(masked);
    options.emitter.emit({
      ...{ type: "history.compacted", trigger: "auto", tokensBefore, tokensAfter, durationMs: 0 },
      isPartial: true,
    });
  }

  /** Compacts the conversation if possible; returns whether it is shorter now. */
  async tryToCompact(options: Pick<CompactOptions, "emitter" | "signal" | "prefix" | "isOverfull">): Promise<boolean> {
    const { emitter, signal } = options;
    try {
      const { tokensBefore, tokensAfter } = await this.compact({ ...options, trigger: "auto", instructions: null });
      return tokensAfter < tokensBefore;
    } catch (error) {
      if (!(error instanceof QwenError) || signal.aborted) throw error;
      // The prompt may still fit; where it does not, the provider says so.
      const text = `The conversation was not compressed: ${error.message}`;
      emitter.emit({ type: "notice", level: "warning", code: "compaction_refused", text });
      return false;
    }
  }

  /** Asks the model about the conversation, which stays as it is. Throws what the provider throws. */
  async ask(instruction: string, signal: AbortSignal): Promise<string> {
    const { ids } = this.#parts.call.world;
    return await this.#waiting((parts) => askAbout(parts, { ids, instruction, signal }));
  }

  #replace({ history, tokensBefore, tokensAfter }: Omit<Compacted, "summary">): void {
    this.#parts.recorder.replace(history, { tokensBefore, tokensAfter });
    forgetHiddenFiles(this.#parts.memory, history);
  }

  async #waiting<T>(request: (parts: CompactionParts) => Promise<T>): Promise<T> {
    const { call, recorder, model } = this.#parts;
    const { events, tally, port: { provider }, world: { clock } } = call;
    const before = events.activity.state;
    events.state = "waiting_model";
    try {
      return await request({ provider, clock, tally, history: recorder.history, model });
    } finally {
      events.state = before;
    }
  }

  async #refusal(options: CompactOptions): Promise<string | null> {
    const { hooks } = this.#parts;
    const { emitter, trigger, instructions, signal } = options;
    if (!hooks.has("PreCompact")) return null;
    const facts = { trigger, customInstructions: instructions };
    const call = { event: "PreCompact", key: trigger, facts, callId: null };
    const result = await hooks.fire(call, { emitter, signal });
    return result.decision === "deny" || result.stop !== null
      ? result.reason ?? result.stop ?? "A PreCompact hook refused it"
      : null;
  }

  async #tellHooks(compacted: Compacted, options: CompactOptions): Promise<void> {
    const { hooks, model, recorder } = this.#parts;
    const { emitter, trigger, signal } = options;
    const { summary: compactSummary } = compacted;
    hooks.tell({ event: "PostCompact", key: trigger, facts: { trigger, compactSummary }, callId: null }, emitter);
    if (!hooks.has("SessionStart")) return;
    const facts = { source: "compact", model: model() };
    const call = { event: "SessionStart", key: "compact", facts, callId: null };
    const result = await hooks.fire(call, { emitter, signal });
    for (const text of result.context) recorder.addNote(text);
  }
}
