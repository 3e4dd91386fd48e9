import { type Clock, type HookRegistration, type Ids, type JsonObject, SETTLED, within } from "../model/mod.ts";
import type { Asks, Settled } from "./asks.ts";
import { combineWords, readHookAnswer } from "./hook_answer.ts";
import {
  type ArmedHook,
  type HookCall,
  type HookEnd,
  type HookInfo,
  type HookQuestion,
  type HookRun,
  type Hooks,
  type HookWord,
  SILENCE,
} from "./hooks.ts";
import { type HookMatcher, readMatcher } from "./hook_matcher.ts";
import type { Voice } from "./outbox.ts";

/** What hooks are run with. */
export interface HookDeskParts {
  /** Hooks that were armed outside the engine. */
  armed: readonly ArmedHook[];
  asks: Asks;
  clock: Clock;
  ids: Ids;
  /** What every hook is told, in our words. */
  common: () => JsonObject;
  /** The model's answer to what a hook wants to know. */
  ask: (question: HookQuestion, signal: AbortSignal) => Promise<string>;
}

interface Hook {
  event: string;
  matcher: string | null;
  match: HookMatcher;
  name: string;
  timeoutMs: number;
  onFailure: "continue" | "block";
  isDetached: boolean;
  fired: number;
  run(occasion: Occasion): Promise<HookRun>;
}

interface Occasion {
  call: HookCall;
  payload: JsonObject;
  voice: Voice;
  signal: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_CHARS = 10_000;
const CLOSE_MS = 1_000;

/** Events that stand before an act: a hook that gives no valid answer in time forbids it. */
const GATES: ReadonlySet<string> = new Set([
  "PreToolUse",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PermissionRequest",
  "PreModelSwitch",
]);
/** Other events at which somebody heeds a refusal. */
const HEEDED: ReadonlySet<string> = new Set([
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop", "SubagentStop", "PreCompact", "Elicitation"],
]);
/** Events at which plain text of a hook is meant for the model. */
const TEXT_IS_CONTEXT: ReadonlySet<string> = new Set(["UserPromptSubmit", "UserPromptExpansion", "SessionStart"]);

/** Events that hosts may know; not all of them happen here. */
export const HOOK_EVENTS: ReadonlySet<string> = new Set([
  ...GATES,
  ...HEEDED,
  ...["SessionStart", "SessionEnd", "StopFailure", "SubagentStart", "PostCompact", "PostModelSwitch"],
  ...["PermissionDenied", "Notification", "Setup", "TaskCreated", "TaskCompleted", "TodoCreated", "TodoCompleted"],
  ...["TeammateIdle", "ElicitationResult", "ConfigChange", "InstructionsLoaded", "WorktreeCreate", "WorktreeRemove"],
  ...["CwdChanged", "FileChanged", "DirectoryAdded", "MessageDisplay"],
]);

/** The hooks of a session: callbacks of the host and what was armed outside, run together and heard as one. */
export class HookDesk implements Hooks {
  readonly #parts: HookDeskParts;
  readonly #armed: Hook[];
  #callbacks: Hook[] = [];
  #events: ReadonlySet<string>;
  readonly #ended = new AbortController();
  /** Runs that nobody waits for. */
  readonly #loose = new Set<Promise<unknown>>();

  constructor(parts: HookDeskParts) {
    this.#parts = parts;
    this.#armed = parts.armed.map((hook) => this.#fromArmed(hook));
    this.#events = new Set(this.#armed.map((hook) => hook.event));
  }

  register(callbacks: readonly HookRegistration[], voice: Voice): void {
    this.#callbacks = callbacks.flatMap((entry) => entry.callbackIds.map((id) => this.#fromCallback(id, entry)));
    this.#events = new Set([...this.#armed, ...this.#callbacks].map((hook) => hook.event));
    for (const { event, matcher, match } of this.#callbacks) {
      if (!HOOK_EVENTS.has(event)) {
        warn(voice, "hook_unknown_event", `No event ${JSON.stringify(event)} exists for hooks.`);
      }
      if (match.problem !== null) warn(voice, "hook_matcher", matcherText(matcher, match.problem));
    }
  }

  has(event: string): boolean {
    return this.#events.has(event);
  }

  list(): HookInfo[] {
    return [...this.#armed, ...this.#callbacks].map(({ event, matcher, name, fired }) => ({
      event,
      matcher,
      name,
      fired,
    }));
  }

  async fire(call: HookCall, options: { voice: Voice; signal: AbortSignal }): Promise<HookWord> {
    const { voice, signal } = options;
    signal.throwIfAborted();
    const names = call.key === null ? null : [call.key, ...(call.also ?? [])];
    const hooks = [...this.#armed, ...this.#callbacks].filter((hook) =>
      hook.event === call.event && (names === null || hook.match.matches(names))
    );
    if (hooks.length === 0) return SILENCE;
    const agent: JsonObject = voice.agent === null ? {} : { agentId: voice.agent };
    const payload: JsonObject = { event: call.event, ...this.#parts.common(), ...agent, ...call.facts };
    const words: HookWord[] = [];
    const running = hooks.map((hook) => {
      hook.fired += 1;
      if (!hook.isDetached) return this.#word(hook, { call, payload, voice, signal });
      this.#hold(this.#word(hook, { call, payload, voice, signal: this.#ended.signal }));
      return null;
    });
    for (const word of running) if (word) words.push(await word);
    signal.throwIfAborted();
    return words.length === 0 ? SILENCE : combineWords(words);
  }

  tell(call: HookCall, voice: Voice): void {
    if (!this.has(call.event) || this.#ended.signal.aborted) return;
    this.#hold(this.fire(call, { voice, signal: this.#ended.signal }));
  }

  async close(): Promise<void> {
    if (this.#loose.size > 0) {
      await within(Promise.allSettled(this.#loose), { ms: CLOSE_MS, clock: this.#parts.clock });
    }
    this.#ended.abort(new Error("The session ended"));
    await Promise.allSettled(this.#loose);
  }

  #hold(run: Promise<unknown>): void {
    // It rejects only when the session ends, and then nobody is left to hear of it.
    const held: Promise<unknown> = run.catch(() => {}).finally(() => this.#loose.delete(held));
    this.#loose.add(held);
  }

  #fromArmed(hook: ArmedHook): Hook {
    const { event, matcher, name, timeoutMs, isDetached } = hook;
    return {
      ...{ event, matcher, name, timeoutMs, isDetached, onFailure: "continue", fired: 0 },
      match: readMatcher(matcher),
      run: (occasion) => this.#timed(hook, occasion),
    };
  }

  #fromCallback(id: string, entry: HookRegistration): Hook {
    const { event, matcher, onFailure } = entry;
    const timeoutMs = entry.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return {
      ...{ event, matcher, timeoutMs, onFailure, isDetached: false, fired: 0 },
      name: `callback:${id}`,
      match: readMatcher(matcher),
      run: async ({ call, payload, voice, signal }) => {
        const ask = { kind: "hook", callbackId: id, payload, callId: call.callId } as const;
        const end = endOf(await this.#parts.asks.ask(ask, { voice, signal, timeoutMs }));
        return { end, output: end.kind === "said" ? JSON.stringify(end.value) : "", exitCode: null };
      },
    };
  }

  /** Runs a hook from outside within its time. */
  async #timed(hook: ArmedHook, { payload, signal }: Occasion): Promise<HookRun> {
    const abort = new AbortController();
    const done = new AbortController();
    let isLate = false;
    const onAbort = (): void => abort.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true, signal: done.signal });
    this.#parts.clock.sleep(hook.timeoutMs, done.signal).then(() => {
      isLate = true;
      abort.abort(new Error("The hook is late"));
    }, () => {/* It was done in time. */});
    try {
      const ask = (question: HookQuestion): Promise<string> => this.#parts.ask(question, abort.signal);
      return await hook.run(payload, { signal: abort.signal, ask });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const end: HookEnd = isLate ? { kind: "late" } : signal.aborted ? { kind: "gone" } : { kind: "failed", message };
      return { end, output: "", exitCode: null };
    } finally {
      done.abort(SETTLED);
    }
  }

  async #word(hook: Hook, occasion: Occasion): Promise<HookWord> {
    const { voice, call } = occasion;
    const hookId = this.#parts.ids.next();
    const head = { hookId, name: hook.name, event: call.event };
    voice.emit({ type: "hook.started", ...head });
    const { end, output, exitCode } = await hook.run(occasion);
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
          warn(voice, "hook_protocol_error", text);
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
        warn(voice, "hook_message", end.reason);
        return SILENCE;
      case "late": {
        const text = `The ${event} hook ${name} did not answer within ${hook.timeoutMs} ms.`;
        warn(voice, "hook_timeout", isGate ? `${text} It counts as a refusal.` : text);
        return isGate || hook.onFailure === "block" ? refusal(text) : SILENCE;
      }
      case "failed": {
        const text = `The ${event} hook ${name} failed: ${end.message}`;
        warn(voice, "hook_failed", text);
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

function warn(voice: Voice, code: string, text: string): void {
  voice.emit({ type: "notice", level: "warning", code, text });
}

function matcherText(matcher: string | null, problem: string): string {
  return `The hook matcher ${JSON.stringify(matcher)} is not used, its hooks are always run: ${problem}`;
}
