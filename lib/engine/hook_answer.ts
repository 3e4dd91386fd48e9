/** What hooks answer: one form, whichever way a hook is reached. */
import { isObject, type Json, type JsonObject } from "../model/mod.ts";
import { type HookWord, SILENCE } from "./hooks.ts";

/** An answer that was understood, or why it was not. */
export type HookAnswer = { word: HookWord; message: string | null } | { fault: string };

const DECISIONS: Readonly<Record<string, HookWord["decision"]>> = {
  approve: "allow",
  allow: "allow",
  block: "deny",
  deny: "deny",
  ask: "ask",
  defer: null,
};

class Fault extends Error {}

/** Reads the answer of a hook. Never throws: what is wrong with it is a value. */
export function readHookAnswer(value: Json): HookAnswer {
  if (!isObject(value)) return { fault: "it is not a JSON object" };
  if (value.async === true) return { word: SILENCE, message: null };
  try {
    return { word: wordOf(value as JsonObject), message: text(value, "systemMessage") };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function wordOf(value: JsonObject): HookWord {
  const own = object(value, "hookSpecificOutput") ?? {};
  const verdict = object(own, "decision") ?? {};
  const decisions = [
    decision(value, "decision"),
    decision(own, "permissionDecision"),
    decision(verdict, "behavior"),
  ].filter((one) => one !== null);
  const reason = text(own, "permissionDecisionReason") ?? text(verdict, "message") ?? text(value, "reason");
  const context = text(own, "additionalContext");
  const isStopped = flag(value, "continue") === false || verdict.interrupt === true;
  return {
    decision: strictest(decisions),
    reason,
    replacement: object(own, "updatedInput") ?? object(verdict, "updatedInput"),
    output: own.updatedToolOutput ?? own.updatedMCPToolOutput ?? null,
    context: context === null || context === "" ? [] : [context],
    stop: isStopped ? text(value, "stopReason") ?? reason ?? "A hook stopped the turn." : null,
    own,
  };
}

/** All that was said, as one word: a denial before a question before an approval. */
export function combineWords(words: readonly HookWord[]): HookWord {
  if (words.length === 1) return words[0];
  const decision = strictest(words.map((word) => word.decision).filter((one) => one !== null));
  const reasons = words.filter((word) => word.decision === decision && word.reason !== null);
  return {
    decision,
    reason: reasons.length === 0 ? null : reasons.map((word) => word.reason).join("\n"),
    replacement: words.findLast((word) => word.replacement !== null)?.replacement ?? null,
    output: words.findLast((word) => word.output !== null)?.output ?? null,
    context: words.flatMap((word) => word.context),
    stop: words.find((word) => word.stop !== null)?.stop ?? null,
    own: Object.assign({}, ...words.map((word) => word.own)),
  };
}

function strictest(decisions: readonly HookWord["decision"][]): HookWord["decision"] {
  return (["deny", "ask", "allow"] as const).find((one) => decisions.includes(one)) ?? null;
}

function decision(from: JsonObject, name: string): HookWord["decision"] {
  const word = from[name];
  if (word === undefined || word === null) return null;
  if (typeof word !== "string" || !Object.hasOwn(DECISIONS, word)) {
    throw new Fault(`${name} is ${JSON.stringify(word).slice(0, 80)}`);
  }
  return DECISIONS[word];
}

function text(from: Record<string, unknown>, name: string): string | null {
  const found = from[name];
  if (found === undefined || found === null) return null;
  if (typeof found !== "string") throw new Fault(`${name} is not a string`);
  return found;
}

function flag(from: JsonObject, name: string): boolean | null {
  const found = from[name];
  if (found === undefined || found === null) return null;
  if (typeof found !== "boolean") throw new Fault(`${name} is neither true nor false`);
  return found;
}

function object(from: JsonObject, name: string): JsonObject | null {
  const found = from[name];
  if (found === undefined || found === null) return null;
  if (!isObject(found)) throw new Fault(`${name} is not an object`);
  return found as JsonObject;
}
