import { HookRuns } from "./hook_runs.ts";
import { type Clock, type HookRegistration, type Ids, type JsonObject, within } from "../../model/mod.ts";
import type { Asks } from "../session/requests/asks.ts";
import { HOOK_EVENTS } from "./hook_events.ts";
import { type HookMatcher, readMatcher } from "./hook_matcher.ts";
import {
  type ConfiguredHook,
  type HookCall,
  type HookInfo,
  type HookQuestion,
  type HookResult,
  type Hooks,
  hookWarning,
  NO_RESULT,
} from "./hooks.ts";
import type { Emitter } from "../session/event_queue.ts";

/** The parts of a hook registry. */
export interface HookRegistryParts {
  /** Hooks that were configured outside the engine. */
  configured: readonly ConfiguredHook[];
  asks: Asks;
  clock: Clock;
  ids: Ids;
  /** The facts that every hook gets, in the engine's own terms. */
  common: () => JsonObject;
  /** Asks the model for a hook. */
  ask: (question: HookQuestion, signal: AbortSignal) => Promise<string>;
}

/** A hook and when it applies. */
export interface Hook {
  event: string;
  matcher: string | null;
  match: HookMatcher;
  name: string;
  timeoutMs: number;
  onFailure: "continue" | "block";
  isDetached: boolean;
  /** It runs once in a session. */
  isOnce: boolean;
  fired: number;
  source: { configured: ConfiguredHook } | { callbackId: string };
}

const DEFAULT_TIMEOUT_MS = 60_000;
const CLOSE_MS = 1_000;

/** The hooks of a session: callbacks of the host and configured ones, run together with one combined result. */
export class HookRegistry implements Hooks {
  readonly #parts: HookRegistryParts;
  readonly #configured: Hook[];
  #callbacks: Hook[] = [];
  #events: ReadonlySet<string> = new Set();
  readonly #runs: HookRuns;
  readonly #ended = new AbortController();
  /** Runs that nothing waits for. */
  readonly #detached = new Set<Promise<unknown>>();

  constructor(parts: HookRegistryParts) {
    this.#parts = parts;
    this.#configured = parts.configured.map(fromConfigured);
    this.#runs = new HookRuns({ ...parts, ended: this.#ended.signal, hold: (run) => this.#hold(run) });
    this.#collectEvents();
  }

  register(callbacks: readonly HookRegistration[], emitter: Emitter): void {
    this.#callbacks = callbacks.flatMap((entry) => entry.callbackIds.map((id) => fromCallback(id, entry)));
    this.#collectEvents();
    for (const { event, matcher, match } of this.#callbacks) {
      if (!HOOK_EVENTS.has(event)) {
        emitter.emit(hookWarning("hook_unknown_event", `No event ${JSON.stringify(event)} exists for hooks.`));
      }
      if (match.problem !== null) emitter.emit(hookWarning("hook_matcher", matcherText(matcher, match.problem)));
    }
  }

  has(event: string): boolean {
    return this.#events.has(event);
  }

  list(): HookInfo[] {
    return [...this.#configured, ...this.#callbacks].map(({ event, matcher, name, fired }) => ({
      event,
      matcher,
      name,
      fired,
    }));
  }

  async fire(call: HookCall, options: { emitter: Emitter; signal: AbortSignal }): Promise<HookResult> {
    options.signal.throwIfAborted();
    const names = call.key === null ? null : [call.key, ...(call.also ?? [])];
    const hooks = [...this.#configured, ...this.#callbacks].filter((hook) =>
      hook.event === call.event && (names === null || hook.match.matches(names)) &&
      !(hook.isOnce && hook.fired > 0)
    );
    if (hooks.length === 0) return NO_RESULT;
    const agent: JsonObject = options.emitter.agent === null ? {} : { agentId: options.emitter.agent };
    const payload: JsonObject = { event: call.event, ...this.#parts.common(), ...agent, ...call.facts };
    return await this.#runs.fire(hooks, { ...options, call, payload });
  }

  tell(call: HookCall, emitter: Emitter): void {
    if (!this.has(call.event) || this.#ended.signal.aborted) return;
    this.#hold(this.fire(call, { emitter, signal: this.#ended.signal }));
  }

  async close(): Promise<void> {
    if (this.#detached.size > 0) {
      await within(Promise.allSettled(this.#detached), { ms: CLOSE_MS, clock: this.#parts.clock });
    }
    this.#ended.abort(new Error("The session ended"));
    await Promise.allSettled(this.#detached);
  }

  #hold(run: Promise<unknown>): void {
    // It rejects only when the session ends.
    const held: Promise<unknown> = run.catch(() => undefined).finally(() => this.#detached.delete(held));
    this.#detached.add(held);
  }

  #collectEvents(): void {
    this.#events = new Set([...this.#configured, ...this.#callbacks].map((hook) => hook.event));
  }
}

function fromConfigured(configured: ConfiguredHook): Hook {
  const { event, matcher, name, timeoutMs, isDetached, isOnce = false } = configured;
  const match = readMatcher(matcher);
  return {
    event,
    matcher,
    name,
    timeoutMs,
    isDetached,
    isOnce,
    onFailure: "continue",
    fired: 0,
    match,
    source: { configured },
  };
}

function fromCallback(callbackId: string, entry: HookRegistration): Hook {
  const { event, matcher, onFailure } = entry;
  return {
    ...{ event, matcher, onFailure, isDetached: false, isOnce: false, fired: 0 },
    timeoutMs: entry.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    name: `callback:${callbackId}`,
    match: readMatcher(matcher),
    source: { callbackId },
  };
}

function matcherText(matcher: string | null, problem: string): string {
  return `The hook matcher ${JSON.stringify(matcher)} is not used, its hooks are always run: ${problem}`;
}
