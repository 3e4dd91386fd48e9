import type { HookRegistration, JsonObject } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";

/** Something that happened and that hooks may have a word on. */
export interface HookCall {
  /** Such as `PreToolUse`. */
  event: string;
  /** What matchers look at, such as a tool's name. */
  key: string | null;
  /** What hooks are told, in our words; whoever carries it to a hook puts it into the hook's. */
  facts: JsonObject;
  callId: string | null;
}

/** What all hooks of one event said together; any denial wins. */
export interface HookWord {
  decision: "allow" | "deny" | "ask" | null;
  reason: string | null;
  /** Input or output in place of the present one. */
  replacement: JsonObject | null;
  /** Text that the model should see. */
  context: string[];
  /** The turn ends, for this reason. */
  stop: string | null;
}

/** Runs hooks. Never rejects but with `signal.reason`: a hook that fails or is late has its say by policy. */
export interface Hooks {
  /** Arms callbacks of the host in place of those it had armed before. */
  register?(callbacks: readonly HookRegistration[]): void;
  /** Whether anything listens to an event; asked first, so that a session without hooks pays nothing. */
  has(event: string): boolean;
  fire(call: HookCall, options: { voice: Voice; signal: AbortSignal }): Promise<HookWord>;
}

/** What hooks say when there is none. */
export const SILENCE: HookWord = { decision: null, reason: null, replacement: null, context: [], stop: null };

/** A session without hooks. */
export const NO_HOOKS: Hooks = { has: () => false, fire: () => Promise.resolve(SILENCE) };
