import type { JsonObject } from "../model/mod.ts";
import type { Settled } from "./asks.ts";
import { combineWords, readHookAnswer } from "./hook_answer.ts";
import type { Hook, HookDeskParts } from "./hook_desk.ts";
import { GATES, HEEDED, TEXT_IS_CONTEXT } from "./hook_events.ts";
import {
  type ArmedHook,
  type HookCall,
  type HookEnd,
  type HookQuestion,
  type HookRun,
  hookWarning,
  type HookWord,
  SILENCE,
} from "./hooks.ts";
import type { Voice } from "./outbox.ts";

/** What hooks are run with. */
export interface HookRunsParts extends Pick<HookDeskParts, "asks" | "clock" | "ids" | "ask"> {
  /** Aborted when the session ends. */
  ended: AbortSignal;
  /** Takes a run that nobody waits for. */
  hold: (run: Promise<unknown>) => void;
}

/** What hooks are run for. */
export interface Occasion {
  call: HookCall;
  /** What they are told. */
  payload: JsonObject;
  voice: Voice;
  signal: AbortSignal;
}

const MAX_OUTPUT_CHARS = 10_000;

/** Runs hooks beside each other and hears what they say as one. */
export class HookRuns {
  readonly #parts: HookRunsParts;

  constructor(parts: HookRunsParts) {
    this.#parts = parts;
  }

  /** Never rejects but with `signal.reason`. */
  async fire(hooks: readonly Hook[], occasion: Occasion): Promise<HookWord> {
    const { signal } = occasion;
    const { ended, hold } = this.#parts;
    signal.throwIfAborted();
    const words: HookWord[] = [];
    const running = hooks.map((hook) => {
      hook.fired += 1;
      if (!hook.isDetached) return this.#word(hook, occasion);
      hold(this.#word(hook, { ...occasion, signal: ended }));
      return null;
    });
    for (const word of running) if (word) words.push(await word);
    signal.throwIfAborted();
    return words.length === 0 ? SILENCE : combineWords(words);
  }

  async #run({ source, timeoutMs }: Hook, occasion: Occasion): Promise<HookRun> {
    if ("armed" in source) return await this.#timed(source.armed, occasion);
    const { call, payload, voice, signal } = occasion;
    const ask = { kind: "hook", callbackId: source.callbackId, payload, callId: call.callId } as const;
    const end = endOf(await this.#parts.asks.ask(ask, { voice, signal, timeoutMs }));
    return { end, output: end.kind === "said" ? JSON.stringify(end.value) : "", exitCode: null };
  }

  /** Runs a hook from outside within its time. */
  async #timed(hook: ArmedHook, { payload, signal }: Occasion): Promise<HookRun> {
    const abort = new AbortController();
    let isLate = false;
    const onAbort = (): void => abort.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const callOff = this.#parts.clock.after(hook.timeoutMs, () => {
      isLate = true;
      abort.abort(new Error("The hook is late"));
    });
    try {
      const ask = (question: HookQuestion): Promise<string> => this.#parts.ask(question, abort.signal);
      return await hook.run(payload, { signal: abort.signal, ask });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const end: HookEnd = isLate ? { kind: "late" } : signal.aborted ? { kind: "gone" } : { kind: "failed", message };
      return { end, output: "", exitCode: null };
    } finally {
      signal.removeEventListener("abort", onAbort);
      callOff();
    }
  }

  async #word(hook: Hook, occasion: Occasion): Promise<HookWord> {
    const { voice, call } = occasion;
    const hookId = this.#parts.ids.next();
    const head = { hookId, name: hook.name, event: call.event };
    voice.emit({ type: "hook.started", ...head });
    const { end, output, exitCode } = await this.#run(hook, occasion);
    const outcome = end.kind === "gone"
      ? "cancelled"
      : end.kind === "late" || end.kind === "failed"
      ? "error"
      : "success";
    voice.emit({ type: "hook.completed", ...head, outcome, output: output.slice(0, MAX_OUTPUT_CHARS), exitCode });
    return this.#heard(end, { hook, voice });
  }

  /** What the end of a run means. */
  #heard(end: HookEnd, { hook, voice }: { hook: Hook; voice: Voice }): HookWord {
    const { event, name } = hook;
    const isGate = GATES.has(event);
    const refusal = (reason: string): HookWord => ({ ...SILENCE, decision: "deny", reason });
    switch (end.kind) {
      case "said": {
        const answer = readHookAnswer(end.value);
        if ("fault" in answer) {
          const text = `The answer of the ${event} hook ${name} is not valid: ${answer.fault}.`;
          voice.emit(hookWarning("hook_protocol_error", text));
          return isGate ? refusal(text) : SILENCE;
        }
        if (answer.message !== null) {
          voice.emit({ type: "notice", level: "info", code: "hook_message", text: answer.message });
        }
        return answer.word;
      }
      case "text":
        return TEXT_IS_CONTEXT.has(event) && end.text !== "" ? { ...SILENCE, context: [end.text] } : SILENCE;
      case "blocked":
        if (isGate || HEEDED.has(event)) return refusal(end.reason);
        voice.emit(hookWarning("hook_message", end.reason));
        return SILENCE;
      case "late": {
        const text = `The ${event} hook ${name} did not answer within ${hook.timeoutMs} ms.`;
        voice.emit(hookWarning("hook_timeout", isGate ? `${text} It counts as a refusal.` : text));
        return isGate || hook.onFailure === "block" ? refusal(text) : SILENCE;
      }
      case "failed": {
        const text = `The ${event} hook ${name} failed: ${end.message}`;
        voice.emit(hookWarning("hook_failed", text));
        return hook.onFailure === "block" ? refusal(text) : SILENCE;
      }
      case "gone":
        return isGate ? refusal(`The ${event} hook ${name} could not be asked any more.`) : SILENCE;
    }
  }
}

function endOf({ answer, by }: Settled): HookEnd {
  if (by === "timeout") return { kind: "late" };
  if (by !== "client") return { kind: "gone" };
  if (answer.kind === "value") return { kind: "said", value: answer.value };
  if (answer.kind === "allow") return { kind: "said", value: {} };
  return { kind: "failed", message: answer.message };
}
