import { fail, QwenError, textOf, type ToolMemory } from "../model/mod.ts";
import { askAside, compact, type Compacted, type CompactionParts } from "./compaction.ts";
import type { History } from "./history.ts";
import type { Hooks } from "./hooks.ts";
import type { Outbox, Voice } from "./outbox.ts";
import type { Recorder } from "./recorder.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import type { Tally } from "./tally.ts";

/** What a compactor works with. */
export interface CompactorParts {
  session: SessionParts;
  state: SessionState;
  history: History;
  recorder: Recorder;
  tally: Tally;
  hooks: Hooks;
  memory: ToolMemory;
  outbox: Outbox;
}

/** How a conversation is shortened. */
export interface CompactOptions {
  voice: Voice;
  trigger: "manual" | "auto";
  instructions: string | null;
  signal: AbortSignal;
  /** The provider has found the conversation too long. */
  isOverfull?: boolean;
}

/** Shortens the conversation of a session, keeps the result and tells of it. */
export class Compactor {
  readonly #parts: CompactorParts;

  constructor(parts: CompactorParts) {
    this.#parts = parts;
  }

  /** Replaces the conversation by a summary. Throws what the provider throws. */
  async compact(options: CompactOptions): Promise<Compacted> {
    const { session, history, memory } = this.#parts;
    const { clock, ids, journal } = session;
    const startedAt = clock.now();
    const { instructions, signal, trigger, voice, isOverfull } = options;
    const refusal = await this.#refusal(options);
    if (refusal !== null) throw fail("command_failed", refusal);
    const compacted = await this.#waiting((parts) => compact(parts, { ids, instructions, signal, isOverfull }));
    // A summary that is no shorter has lost something and gained nothing.
    if (compacted.tokensAfter >= compacted.tokensBefore) return compacted;
    history.replace(compacted.history);
    // The model no longer has what it has read: reading it again must not answer "unchanged".
    memory.seen.clear();
    const { tokensBefore, tokensAfter } = compacted;
    journal?.append({
      type: "compaction",
      history: compacted.history,
      at: clock.now(),
      tokensBefore,
      tokensAfter,
    });
    voice.emit({
      type: "history.compacted",
      trigger,
      tokensBefore,
      tokensAfter,
      durationMs: clock.now() - startedAt,
    });
    await this.#tell(compacted, options);
    return compacted;
  }

  /** Shortens the conversation if that is possible; whether it is shorter now. */
  async tryToCompact(options: Pick<CompactOptions, "voice" | "signal" | "isOverfull">): Promise<boolean> {
    const { voice, signal } = options;
    try {
      const { tokensBefore, tokensAfter } = await this.compact({ ...options, trigger: "auto", instructions: null });
      return tokensAfter < tokensBefore;
    } catch (error) {
      if (!(error instanceof QwenError) || signal.aborted) throw error;
      // The prompt may still fit; where it does not, the provider says so.
      const text = `The conversation was not compressed: ${error.message}`;
      voice.emit({ type: "notice", level: "warning", code: "compaction_refused", text });
      return false;
    }
  }

  /** What the model says about the conversation, which stays as it is. Throws what the provider throws. */
  async ask(instruction: string, signal: AbortSignal): Promise<string> {
    const { ids } = this.#parts.session;
    return await this.#waiting((parts) => askAside(parts, { ids, instruction, signal }));
  }

  async #waiting<T>(call: (parts: CompactionParts) => Promise<T>): Promise<T> {
    const { session, state, history, tally, outbox } = this.#parts;
    const { provider, clock } = session;
    const before = outbox.activity.state;
    outbox.state = "waiting_model";
    try {
      return await call({ provider, clock, tally, history, model: () => state.model });
    } finally {
      outbox.state = before;
    }
  }

  async #refusal(options: CompactOptions): Promise<string | null> {
    const { hooks } = this.#parts;
    const { voice, trigger, instructions, signal } = options;
    if (!hooks.has("PreCompact")) return null;
    const facts = { trigger, customInstructions: instructions };
    const call = { event: "PreCompact", key: trigger, facts, callId: null };
    const word = await hooks.fire(call, { voice, signal });
    return word.decision === "deny" || word.stop !== null
      ? word.reason ?? word.stop ?? "A PreCompact hook refused it"
      : null;
  }

  async #tell(compacted: Compacted, options: CompactOptions): Promise<void> {
    const { hooks, state, recorder } = this.#parts;
    const { voice, trigger, signal } = options;
    const compactSummary = textOf(compacted.history[0]?.parts ?? []);
    hooks.tell({ event: "PostCompact", key: trigger, facts: { trigger, compactSummary }, callId: null }, voice);
    if (!hooks.has("SessionStart")) return;
    const facts = { source: "compact", model: state.model };
    const call = { event: "SessionStart", key: "compact", facts, callId: null };
    const word = await hooks.fire(call, { voice, signal });
    for (const text of word.context) recorder.addNote(text);
  }
}
