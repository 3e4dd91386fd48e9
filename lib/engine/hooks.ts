import {
  type EventBody,
  fail,
  type HookRegistration,
  type Json,
  type JsonObject,
  type QwenError,
} from "../model/mod.ts";
import type { Voice } from "./outbox.ts";

/** Something that happened and that hooks may have a word on. */
export interface HookCall {
  /** Such as `PreToolUse`. */
  event: string;
  /** What matchers look at, such as a tool's name; null matches them all. */
  key: string | null;
  /** Other names of the same thing. */
  also?: readonly string[];
  /** What hooks are told, in our words; whoever carries it to a hook puts it into the hook's. */
  facts: JsonObject;
  callId: string | null;
}

/** What all hooks of one event said together; any denial wins. */
export interface HookWord {
  decision: "allow" | "deny" | "ask" | null;
  reason: string | null;
  /** Input in place of the present one. */
  replacement: JsonObject | null;
  /** A tool's output in place of the present one; null keeps it. */
  output: Json;
  /** Text that the model should see. */
  context: string[];
  /** The turn ends, for this reason. */
  stop: string | null;
  /** What only hooks of this event can say, such as the answer to a server's question. */
  own: JsonObject;
}

/** How one run of a hook ended. */
export type HookEnd =
  /** It gave an answer, which is still to be checked. */
  | { kind: "said"; value: Json }
  /** It wrote plain text. */
  | { kind: "text"; text: string }
  | { kind: "blocked"; reason: string }
  | { kind: "failed"; message: string }
  | { kind: "late" }
  /** Nobody can answer it any more, or it was cancelled. */
  | { kind: "gone" };

/** A run of a hook that is over. */
export interface HookRun {
  end: HookEnd;
  output: string;
  exitCode: number | null;
}

/** What a hook wants the model to decide. */
export interface HookQuestion {
  system: string;
  text: string;
  /** Null is the model of the session. */
  model: string | null;
}

/** What surrounds the run of a hook from outside. */
export interface HookAround {
  signal: AbortSignal;
  /** The model's answer, counted among what the session has used. Throws what the provider throws. */
  ask(question: HookQuestion): Promise<string>;
}

/** A hook that was armed outside the engine, such as a command of the settings. */
export interface ArmedHook {
  readonly event: string;
  readonly matcher: string | null;
  readonly name: string;
  readonly timeoutMs: number;
  /** Nobody waits for it, and it has no say. */
  readonly isDetached: boolean;
  /** Ends soon after the signal is aborted. */
  run(payload: JsonObject, around: HookAround): Promise<HookRun>;
}

/** A hook as lists show it. */
export interface HookInfo {
  event: string;
  matcher: string | null;
  name: string;
  /** How often it was run. */
  fired: number;
}

/** Runs hooks. */
export interface Hooks {
  /** Arms callbacks of the host in place of those it had armed before. */
  register(callbacks: readonly HookRegistration[], voice: Voice): void;
  /** Whether anything listens to an event; asked first, so that a session without hooks pays nothing. */
  has(event: string): boolean;
  /** Never rejects but with `signal.reason`: a hook that fails or is late has its say by policy. */
  fire(call: HookCall, options: { voice: Voice; signal: AbortSignal }): Promise<HookWord>;
  /** Lets hooks know without waiting for them; what they say beyond notices counts for nothing. */
  tell(call: HookCall, voice: Voice): void;
  list(): HookInfo[];
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** What hooks say when there is nothing to say. */
export const SILENCE: HookWord = {
  decision: null,
  reason: null,
  replacement: null,
  output: null,
  context: [],
  stop: null,
  own: {},
};

/** Word that something about a hook is not as it should be. */
export function hookWarning(code: string, text: string): EventBody {
  return { type: "notice", level: "warning", code, text };
}

/** The end of a turn that a hook ordered. */
export function stoppedByHook(reason: string): QwenError {
  return fail("prompt_blocked", reason, { detail: "hook_stopped" });
}
