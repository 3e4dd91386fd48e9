import { type Ask, isObject, type Json, type JsonObject } from "../../model/mod.ts";
import type { Hooks } from "./hooks.ts";
import type { Emitter } from "../session/event_queue.ts";

/** What a question of a server to a person is asked with. */
export interface ElicitationScope {
  hooks: Hooks;
  emitter: Emitter;
  signal: AbortSignal;
  ask: () => Promise<Json>;
}

/** Asks a server's question. Hooks may answer it instead of the person, or change the person's answer. */
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
  const result = await hooks.fire({ event: "ElicitationResult", key: server, facts, callId: null }, scope);
  return answerIn(result.own) ?? answer;
}

function answerIn(own: JsonObject | undefined): JsonObject | null {
  const action = own?.action;
  if (action !== "accept" && action !== "decline" && action !== "cancel") return null;
  return own?.content === undefined ? { action } : { action, content: own.content };
}
