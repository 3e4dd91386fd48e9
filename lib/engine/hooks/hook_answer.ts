import { isObject, type Json, type JsonObject } from "../../model/mod.ts";
import { type HookResult, NO_RESULT } from "./hooks.ts";

/** A valid answer, or why it is invalid. */
export type HookAnswer = { result: HookResult; message: string | null } | { fault: string };

const DECISIONS: Readonly<Record<string, HookResult["decision"]>> = {
  approve: "allow",
  allow: "allow",
  block: "deny",
  deny: "deny",
  ask: "ask",
  defer: null,
};

class Fault extends Error {}

/** Reads the answer of a hook, whichever way it was reached. Never throws: a fault is a value. */
export function readHookAnswer(value: Json): HookAnswer {
  if (!isObject(value)) return { fault: "it is not a JSON object" };
  if (value.async === true) return { result: NO_RESULT, message: null };
  try {
    return { result: resultOf(value as JsonObject), message: text(value, "systemMessage") };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function resultOf(value: JsonObject): HookResult {
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

/** Combines the results of several hooks: a denial wins over a question, a question over an approval. */
export function combineResults(results: readonly HookResult[]): HookResult {
  if (results.length === 1) return results[0];
  const decision = strictest(results.map((result) => result.decision).filter((one) => one !== null));
  const reasons = results.filter((result) => result.decision === decision && result.reason !== null);
  return {
    decision,
    reason: reasons.length === 0 ? null : reasons.map((result) => result.reason).join("\n"),
    replacement: results.findLast((result) => result.replacement !== null)?.replacement ?? null,
    output: results.findLast((result) => result.output !== null)?.output ?? null,
    context: results.flatMap((result) => result.context),
    stop: results.find((result) => result.stop !== null)?.stop ?? null,
    own: Object.assign({}, ...results.map((result) => result.own)),
  };
}

function strictest(decisions: readonly HookResult["decision"][]): HookResult["decision"] {
  return (["deny", "ask", "allow"] as const).find((one) => decisions.includes(one)) ?? null;
}

function decision(from: JsonObject, name: string): HookResult["decision"] {
  const found = from[name];
  if (found === undefined || found === null) return null;
  if (typeof found !== "string" || !Object.hasOwn(DECISIONS, found)) {
    throw new Fault(`${name} is ${JSON.stringify(found).slice(0, 80)}`);
  }
  return DECISIONS[found];
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
