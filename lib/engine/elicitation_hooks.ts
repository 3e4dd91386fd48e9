import { type Ask, isObject, type Json, type JsonObject } from "../model/mod.ts";
import type { Hooks } from "./hooks.ts";
import type { Voice } from "./outbox.ts";

/** A question of a server to a person, and how it is put. */
export interface ElicitationScope {
  hooks: Hooks;
  voice: Voice;
  signal: AbortSignal;
  ask: () => Promise<Json>;
}

/** Puts a server's question: hooks may answer it in place of the person, or change what the person answered. */
export async function elicitWithHooks(
  question: Omit<Extract<Ask, { kind: "elicitation" }>, "kind">,
  scope: ElicitationScope,
): Promise<Json> {
  const { hooks, ask } = scope;
  const { server, message, mode, schema, url } = question;
  const about: JsonObject = { mcpServerName: server, mode };
  const asked: JsonObject = {
    ...about,
    message,
    ...(schema ? { requestedSchema: schema } : {}),
    ...(url === null ? {} : { url }),
  };
  const call = { event: "Elicitation", key: server, facts: asked, callId: null };
  const first = hooks.has("Elicitation") ? await hooks.fire(call, scope) : null;
  const answer = first?.decision === "deny" ? { action: "decline" } : answerIn(first?.own) ?? await ask();
  if (!hooks.has("ElicitationResult") || !isObject(answer)) return answer;
  const facts: JsonObject = { ...about, action: answer.action as Json, content: (answer.content ?? null) as Json };
  const word = await hooks.fire({ event: "ElicitationResult", key: server, facts, callId: null }, scope);
  return answerIn(word.own) ?? answer;
}

function answerIn(own: JsonObject | undefined): JsonObject | null {
  const action = own?.action;
  if (action !== "accept" && action !== "decline" && action !== "cancel") return null;
  return own?.content === undefined ? { action } : { action, content: own.content };
}
