import { type Clock, deferred, type HookRegistration, type Ids, type JsonObject, within } from "../model/mod.ts";
import type { Asks } from "./asks.ts";
import { HOOK_EVENTS } from "./hook_events.ts";
import { type HookMatcher, readMatcher } from "./hook_matcher.ts";
import type { HookRuns } from "./hook_runs.ts";
import {
  type ArmedHook,
  type HookCall,
  type HookInfo,
  type HookQuestion,
  type Hooks,
  hookWarning,
  type HookWord,
  SILENCE,
} from "./hooks.ts";
import type { Voice } from "./outbox.ts";

/** What hooks are armed and run with. */
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

/** A hook, and what it is meant for. */
export interface Hook {
  event: string;
  matcher: string | null;
  match: HookMatcher;
  name: string;
  timeoutMs: number;
  onFailure: "continue" | "block";
  isDetached: boolean;
  fired: number;
  source: { armed: ArmedHook } | { callbackId: string };
}

const DEFAULT_TIMEOUT_MS = 60_000;
const CLOSE_MS = 1_000;

/**
 * The hooks of a session: callbacks of the host and what was armed outside, run together and heard as one. What runs
 * them is loaded when the first one is armed.
 */
export class HookDesk implements Hooks {
  readonly #parts: HookDeskParts;
  readonly #armed: Hook[];
  #callbacks: Hook[] = [];
  #events: ReadonlySet<string> = new Set();
  #loading: Promise<HookRuns> | undefined;
  #runs: HookRuns | undefined;
  readonly #ended = new AbortController();
  #isEnded = false;
  /** Runs that nobody waits for. */
  readonly #loose = new Set<Promise<unknown>>();

  constructor(parts: HookDeskParts) {
    this.#parts = parts;
    this.#armed = parts.armed.map(fromArmed);
    this.#listen();
  }

  register(callbacks: readonly HookRegistration[], voice: Voice): void {
    this.#callbacks = callbacks.flatMap((entry) => entry.callbackIds.map((id) => fromCallback(id, entry)));
    this.#listen();
    for (const { event, matcher, match } of this.#callbacks) {
      if (!HOOK_EVENTS.has(event)) {
        voice.emit(hookWarning("hook_unknown_event", `No event ${JSON.stringify(event)} exists for hooks.`));
      }
      if (match.problem !== null) voice.emit(hookWarning("hook_matcher", matcherText(matcher, match.problem)));
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
    options.signal.throwIfAborted();
    const names = call.key === null ? null : [call.key, ...(call.also ?? [])];
    const hooks = [...this.#armed, ...this.#callbacks].filter((hook) =>
      hook.event === call.event && (names === null || hook.match.matches(names))
    );
    if (hooks.length === 0) return SILENCE;
    const agent: JsonObject = options.voice.agent === null ? {} : { agentId: options.voice.agent };
    // As it is now: what runs hooks may still have to be loaded.
    const payload: JsonObject = { event: call.event, ...this.#parts.common(), ...agent, ...call.facts };
    const runs = this.#runs ?? await this.#loaded();
    return await runs.fire(hooks, { ...options, call, payload });
  }

  tell(call: HookCall, voice: Voice): void {
    if (!this.has(call.event) || this.#isEnded) return;
    this.#hold(this.fire(call, { voice, signal: this.#ended.signal }));
  }

  async close(): Promise<void> {
    await this.#loading?.catch(() => {/* Told where a hook was to be run. */});
    if (this.#loose.size > 0) {
      await within(Promise.allSettled(this.#loose), { ms: CLOSE_MS, clock: this.#parts.clock });
    }
    this.#isEnded = true;
    // Without a hook there is nobody to tell.
    if (this.#loading) this.#ended.abort(new Error("The session ended"));
    await Promise.allSettled(this.#loose);
  }

  #hold(run: Promise<unknown>): void {
    // It rejects only when the session ends, and then nobody is left to hear of it.
    const held: Promise<unknown> = run.catch(() => {}).finally(() => this.#loose.delete(held));
    this.#loose.add(held);
  }

  /** Hears of the events that hooks are armed for now. */
  #listen(): void {
    this.#events = new Set([...this.#armed, ...this.#callbacks].map((hook) => hook.event));
    if (this.#events.size > 0) this.#loaded().catch(() => {/* Told where a hook is run. */});
  }

  #loaded(): Promise<HookRuns> {
    return this.#loading ??= this.#load();
  }

  async #load(): Promise<HookRuns> {
    const { HookRuns }: typeof import("./hook_runs.ts") = await import(deferred("./hook_runs.ts"));
    return this.#runs = new HookRuns({
      ...this.#parts,
      ended: this.#ended.signal,
      hold: (run) => this.#hold(run),
    });
  }
}

function fromArmed(armed: ArmedHook): Hook {
  const { event, matcher, name, timeoutMs, isDetached } = armed;
  const match = readMatcher(matcher);
  return { event, matcher, name, timeoutMs, isDetached, onFailure: "continue", fired: 0, match, source: { armed } };
}

function fromCallback(callbackId: string, entry: HookRegistration): Hook {
  const { event, matcher, onFailure } = entry;
  return {
    ...{ event, matcher, onFailure, isDetached: false, fired: 0 },
    timeoutMs: entry.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    name: `callback:${callbackId}`,
    match: readMatcher(matcher),
    source: { callbackId },
  };
}

function matcherText(matcher: string | null, problem: string): string {
  return `The hook matcher ${JSON.stringify(matcher)} is not used, its hooks are always run: ${problem}`;
}
