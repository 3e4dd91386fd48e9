import {
  type EventBody,
  fail,
  type HookRegistration,
  type Json,
  type JsonObject,
  type QwenError,
} from "../../model/mod.ts";
import type { Emitter } from "../session/event_queue.ts";

/** An occurrence of an event that hooks may react to. */
export interface HookCall {
  /** Such as `PreToolUse`. */
  event: string;
  /** The name that matchers test, such as that of a tool; null matches them all. */
  key: string | null;
  /** Other names of the same thing. */
  also?: readonly string[];
  /** The facts for hooks in the engine's own terms; they are converted on the way to each hook. */
  facts: JsonObject;
  callId: string | null;
}

/** The combined result of all hooks of one event; any denial wins. */
export interface HookResult {
  decision: "allow" | "deny" | "ask" | null;
  reason: string | null;
  /** Replaces the input. */
  replacement: JsonObject | null;
  /** Replaces a tool's output; null keeps it. */
  output: Json;
  /** Text for the model. */
  context: string[];
  /** The turn ends, for this reason. */
  stop: string | null;
  /** Fields that only hooks of this event have, such as the answer to a server's question. */
  own: JsonObject;
}

/** How one run of a hook ended. */
export type HookEnd =
  /** It gave an answer, which is not checked yet. */
  | { kind: "answered"; value: Json }
  /** It wrote plain text. */
  | { kind: "text"; text: string }
  | { kind: "blocked"; reason: string }
  | { kind: "failed"; message: string }
  | { kind: "late" }
  /** It cannot be answered any more, or it was cancelled. */
  | { kind: "gone" };

/** A run of a hook that is over. */
export interface HookRun {
  end: HookEnd;
  output: string;
  /** What it wrote to stderr, where it has one. */
  stderr?: string;
  exitCode: number | null;
}

/** A question of a hook to the model. */
export interface HookQuestion {
  system: string;
  text: string;
  /** Null is the model of the session. */
  model: string | null;
}

/** The surroundings of a configured hook that runs. */
export interface HookContext {
  signal: AbortSignal;
  /** Takes what the hook has written so far. */
  onOutput(stdout: string, stderr: string): void;
  /** The model's answer, which counts as usage of the session. Throws what the provider throws. */
  ask(question: HookQuestion): Promise<string>;
}

/** A hook that was configured outside the engine, such as a command of the settings. */
export interface ConfiguredHook {
  readonly event: string;
  readonly matcher: string | null;
  readonly name: string;
  readonly timeoutMs: number;
  /** Nothing waits for it, and its result is ignored. */
  readonly isDetached: boolean;
  /** It runs once in a session. */
  readonly isOnce?: boolean;
  /** Ends soon after the signal is aborted. */
  run(payload: JsonObject, around: HookContext): Promise<HookRun>;
}

/** A hook as lists show it. */
export interface HookInfo {
  event: string;
  matcher: string | null;
  name: string;
  /** How often it was run. */
  fired: number;
}

/** The hooks of a session. */
export interface Hooks {
  /** Replaces the callbacks of the host. */
  register(callbacks: readonly HookRegistration[], emitter: Emitter): void;
  /** Whether anything listens to an event; asked first, so that a session without hooks pays nothing. */
  has(event: string): boolean;
  /** Rejects only with `signal.reason`: the event decides what a failed or late hook means. */
  fire(call: HookCall, options: { emitter: Emitter; signal: AbortSignal }): Promise<HookResult>;
  /** Notifies hooks without waiting for them; their results are ignored. */
  tell(call: HookCall, emitter: Emitter): void;
  list(): HookInfo[];
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** The result where no hook applies. */
export const NO_RESULT: HookResult = {
  decision: null,
  reason: null,
  replacement: null,
  output: null,
  context: [],
  stop: null,
  own: {},
};

/** A warning about a hook. */
export function hookWarning(code: string, text: string): EventBody {
  return { type: "notice", level: "warning", code, text };
}

/** The error that ends a turn by order of a hook. */
export function stoppedByHook(reason: string): QwenError {
  return fail("prompt_blocked", reason, { detail: "hook_stopped" });
}
