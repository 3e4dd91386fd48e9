import type { JsonObject } from "../../model/mod.ts";
import type { Settled } from "../session/requests/asks.ts";
import { combineResults, readHookAnswer } from "./hook_answer.ts";
import type { Hook, HookRegistryParts } from "./hook_registry.ts";
import { GATES, HEEDED, TEXT_IS_CONTEXT } from "./hook_events.ts";
import {
  type ConfiguredHook,
  type HookCall,
  type HookEnd,
  type HookQuestion,
  type HookResult,
  type HookRun,
  hookWarning,
  NO_RESULT,
} from "./hooks.ts";
import type { Emitter } from "../session/event_queue.ts";

/** The parts that hooks are run with. */
export interface HookRunsParts extends Pick<HookRegistryParts, "asks" | "clock" | "ids" | "ask"> {
  /** Aborted when the session ends. */
  ended: AbortSignal;
  /** Takes a run that nothing waits for. */
  hold: (run: Promise<unknown>) => void;
}

/** The occurrence that hooks are run for. */
export interface Occasion {
  call: HookCall;
  /** The facts for the hooks. */
  payload: JsonObject;
  emitter: Emitter;
  signal: AbortSignal;
}

const MAX_OUTPUT_CHARS = 10_000;

type OnOutput = (stdout: string, stderr: string) => void;

/** Runs hooks in parallel and combines their results. */
export class HookRuns {
  readonly #parts: HookRunsParts;

  constructor(parts: HookRunsParts) {
    this.#parts = parts;
  }

  /** Rejects only with `signal.reason`. */
  async fire(hooks: readonly Hook[], occasion: Occasion): Promise<HookResult> {
    const { signal } = occasion;
    const { ended, hold } = this.#parts;
    signal.throwIfAborted();
    const results: HookResult[] = [];
    const running = hooks.map((hook) => {
      hook.fired += 1;
      if (!hook.isDetached) return this.#result(hook, occasion);
      hold(this.#result(hook, { ...occasion, signal: ended }));
      return null;
    });
    for (const result of running) if (result) results.push(await result);
    signal.throwIfAborted();
    return results.length === 0 ? NO_RESULT : combineResults(results);
  }

  async #run({ source, timeoutMs }: Hook, occasion: Occasion & { onOutput: OnOutput }): Promise<HookRun> {
    if ("configured" in source) return await this.#timed(source.configured, occasion);
    const { call, payload, emitter, signal } = occasion;
    const ask = { kind: "hook", callbackId: source.callbackId, payload, callId: call.callId } as const;
    const end = endOf(await this.#parts.asks.ask(ask, { emitter, signal, timeoutMs }));
    return { end, output: end.kind === "answered" ? JSON.stringify(end.value) : "", exitCode: null };
  }

  /** Runs a configured hook within its time limit. */
  async #timed(hook: ConfiguredHook, occasion: Occasion & { onOutput: OnOutput }): Promise<HookRun> {
    const { payload, signal, onOutput } = occasion;
    const abort = new AbortController();
    let isLate = false;
    const onAbort = (): void => abort.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const cancel = this.#parts.clock.after(hook.timeoutMs, () => {
      isLate = true;
      abort.abort(new Error("The hook is late"));
    });
    try {
      const ask = (question: HookQuestion): Promise<string> => this.#parts.ask(question, abort.signal);
      return await hook.run(payload, { signal: abort.signal, ask, onOutput });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const end: HookEnd = isLate ? { kind: "late" } : signal.aborted ? { kind: "gone" } : { kind: "failed", message };
      return { end, output: "", exitCode: null };
    } finally {
      signal.removeEventListener("abort", onAbort);
      cancel();
    }
  }

  async #result(hook: Hook, occasion: Occasion): Promise<HookResult> {
    const { emitter, call } = occasion;
    const hookId = this.#parts.ids.next();
    const head = { hookId, name: hook.name, event: call.event };
    emitter.emit({ type: "hook.started", ...head });
    const onOutput: OnOutput = (stdout, stderr) =>
      emitter.emit({ type: "hook.progress", ...head, stdout: cut(stdout), stderr: cut(stderr) });
    const { end, output, stderr, exitCode } = await this.#run(hook, { ...occasion, onOutput });
    const outcome = end.kind === "gone"
      ? "cancelled"
      : end.kind === "late" || end.kind === "failed"
      ? "error"
      : "success";
    emitter.emit({
      ...{ type: "hook.completed", ...head, outcome, output: cut(output), exitCode },
      ...(stderr ? { stderr: cut(stderr) } : {}),
    });
    return this.#resultOf(end, { hook, emitter });
  }

  /** The result that follows from the end of a run. */
  #resultOf(end: HookEnd, { hook, emitter }: { hook: Hook; emitter: Emitter }): HookResult {
    const { event, name } = hook;
    const isGate = GATES.has(event);
    const refusal = (reason: string): HookResult => ({ ...NO_RESULT, decision: "deny", reason });
    switch (end.kind) {
      case "answered": {
        const answer = readHookAnswer(end.value);
        if ("fault" in answer) {
          const text = `The answer of the ${event} hook ${name} is not valid: ${answer.fault}.`;
          emitter.emit(hookWarning("hook_protocol_error", text));
          return isGate ? refusal(text) : NO_RESULT;
        }
        if (answer.message !== null) {
          emitter.emit({ type: "notice", level: "info", code: "hook_message", text: answer.message });
        }
        return answer.result;
      }
      case "text":
        return TEXT_IS_CONTEXT.has(event) && end.text !== "" ? { ...NO_RESULT, context: [end.text] } : NO_RESULT;
      case "blocked":
        if (isGate || HEEDED.has(event)) return refusal(end.reason);
        emitter.emit(hookWarning("hook_message", end.reason));
        return NO_RESULT;
      case "late": {
        const text = `The ${event} hook ${name} did not answer within ${hook.timeoutMs} ms.`;
        // A prompt is the user's own word: a slow hook does not take it away.
        const refuses = isGate && event !== "UserPromptSubmit";
        emitter.emit(hookWarning("hook_timeout", refuses ? `${text} It counts as a refusal.` : text));
        return refuses || hook.onFailure === "block" ? refusal(text) : NO_RESULT;
      }
      case "failed": {
        const text = `The ${event} hook ${name} failed: ${end.message}`;
        emitter.emit(hookWarning("hook_failed", text));
        return hook.onFailure === "block" ? refusal(text) : NO_RESULT;
      }
      case "gone":
        return isGate ? refusal(`The ${event} hook ${name} could not be asked any more.`) : NO_RESULT;
    }
  }
}

function cut(text: string): string {
  return text.slice(0, MAX_OUTPUT_CHARS);
}

function endOf({ answer, by }: Settled): HookEnd {
  if (by === "timeout") return { kind: "late" };
  if (by !== "client") return { kind: "gone" };
  if (answer.kind === "value") return { kind: "answered", value: answer.value };
  if (answer.kind === "allow") return { kind: "answered", value: {} };
  return { kind: "failed", message: answer.message };
}
