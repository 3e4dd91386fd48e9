import type { Answer } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { PermissionUpdate } from "../../model/ports/access.ts";
import { questionIndex } from "./forms.ts";

/** The ids of the options of a permission question, which are their kinds. */
export const OPTIONS = { once: "allow_once", always: "allow_always", reject: "reject_once" } as const;

const REJECTED: Answer = { kind: "deny", message: "The user rejected this call." };

/** A response of the client to one of our requests. */
export interface ClientResponse {
  result: unknown;
  error: unknown;
}

/** The answer that a response means for a question. What is not a clear yes is a no. */
export function answerOf(ask: Ask, response: ClientResponse): Answer {
  const { result, error } = response;
  if (ask.kind === "client_call") {
    if (error !== undefined && error !== null) return { kind: "failed", message: errorText(error) };
    return { kind: "value", value: (result ?? {}) as Json };
  }
  if (error !== undefined && error !== null) return refusal(ask, errorText(error));
  if (isObject(result) && "action" in result) return formAnswer(ask, result);
  const outcome = isObject(result) ? result.outcome : undefined;
  const chosen = isObject(outcome) && outcome.outcome === "selected" ? outcome.optionId : undefined;
  if (chosen === OPTIONS.once) return approval(ask, "once");
  if (chosen === OPTIONS.always) return approval(ask, "session");
  return refusal(ask, null);
}

function approval(ask: Ask, scope: "once" | "session"): Answer {
  if (ask.kind === "elicitation") return { kind: "value", value: { action: "accept", content: {} } };
  if (ask.kind !== "permission" || scope === "once") return { kind: "allow" };
  return { kind: "allow", scope, updates: sessionUpdates(ask) };
}

/** An approval for the session covers any further edit, but only the same command. */
function sessionUpdates(ask: Extract<Ask, { kind: "permission" }>): PermissionUpdate[] {
  if (ask.toolKind === "edit") {
    return [{ type: "rules", change: "add", behavior: "allow", rules: [{ tool: "edit", specifier: null }] }];
  }
  return ask.toolKind === "exec" ? [] : ask.suggestions.filter(({ type }) => type === "rules");
}

function refusal(ask: Ask, reason: string | null): Answer {
  if (ask.kind === "elicitation") return { kind: "value", value: { action: "decline" } };
  return reason === null ? REJECTED : { kind: "deny", message: `The client did not answer: ${reason}` };
}

/** The answer of a form: of `ask_user_question`, or of an MCP server. */
function formAnswer(ask: Ask, result: Record<string, unknown>): Answer {
  const { action } = result;
  const content = isObject(result.content) ? result.content as JsonObject : {};
  if (ask.kind === "elicitation") {
    if (action === "accept") return { kind: "value", value: { action, content } };
    return { kind: "value", value: { action: action === "decline" ? "decline" : "cancel" } };
  }
  if (action !== "accept") return { kind: "deny", message: "The user did not answer the question." };
  // A client may leave out a question.
  const answers = Object.entries(content).flatMap(([key, value]) => {
    const index = questionIndex(key);
    return index === null ? [] : [[String(index), value] as const];
  });
  return { kind: "value", value: { answers: Object.fromEntries(answers) } };
}

function errorText(error: unknown): string {
  return isObject(error) && typeof error.message === "string" ? error.message : "The client answered with an error";
}
