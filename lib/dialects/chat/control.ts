/** The control channel: our questions to the host, and its answers in every accepted spelling. */
import type { Answer } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import { wireConfirmation } from "./encode/tool_display.ts";
import type { ControlRequest, ControlRequestLine } from "../../../schemas/chat/out.gen.ts";

/** A question, as it goes to the host. */
export interface Question {
  askId: string;
  sessionId: string;
  promptId: string | null;
  ask: Ask;
  /** The working folder of the session. */
  cwd: string;
}

/** The line that puts a question: nested for one generation of clients, flat for the other. */
export function controlRequest(question: Question): ControlRequestLine {
  const { askId, sessionId, promptId, ask, cwd } = question;
  const request = nested(ask, cwd);
  const tool = ask.kind === "permission" ? { tool: { name: ask.tool, arguments: ask.input } } : {};
  return {
    type: "control_request",
    request_id: askId,
    session_id: sessionId,
    prompt_id: promptId,
    subtype: request.subtype,
    request,
    ...tool,
    metadata: { reason: reasonOf(ask) },
  };
}

function nested(ask: Ask, cwd: string): ControlRequest {
  switch (ask.kind) {
    case "permission":
      return {
        subtype: "can_use_tool",
        tool_name: ask.tool,
        tool_call_id: ask.callId,
        input: ask.input,
        confirmation: wireConfirmation(ask.confirmation, cwd),
        reason: ask.reason,
      };
    case "hook":
      return { subtype: "hook_callback", callback_id: ask.callbackId, input: ask.payload, tool_call_id: ask.callId };
    case "mcp":
      return { subtype: "mcp_message", server_name: ask.server, message: ask.message };
    case "elicitation":
      return {
        subtype: "confirm_action",
        prompt: ask.message,
        elicitation: { server_name: ask.server, mode: ask.mode, schema: ask.schema, url: ask.url },
      };
    case "confirm_shell":
      return { subtype: "confirm_shell_commands", commands: ask.commands, command: ask.command };
    case "confirm_action":
      return { subtype: "confirm_action", prompt: ask.prompt, command: ask.command };
    case "client_call":
      // Only a client that offered it is asked, which none of this dialect can.
      return { subtype: "confirm_action", prompt: ask.call.action };
    case "confirm_quit":
      return { subtype: "quit_confirmation" };
  }
}

function reasonOf(ask: Ask): string | null {
  if (ask.kind === "permission") return ask.reason;
  return ask.kind === "confirm_shell" || ask.kind === "confirm_action" ? ask.command : null;
}

/** An answer as the engine takes it, and what was wrong with it. */
export interface ReadAnswer {
  answer: Answer;
  /** Set when this is not the answer the host meant to give or should have given. */
  fault: { message: string; retryable: boolean } | null;
}

/** The id of the question that a `control_response` answers, or null. */
export function answeredId(line: Record<string, unknown>): string | null {
  if (typeof line.request_id === "string") return line.request_id;
  return isObject(line.response) && typeof line.response.request_id === "string" ? line.response.request_id : null;
}

/** Reads the answer to a question. Whatever is not a clear yes is a no. */
export function readAnswer(line: Record<string, unknown>, ask: Ask): ReadAnswer {
  const { response } = line;
  if (!isObject(response)) return refused(ask, "The answer has no response");
  if (response.subtype === "error") {
    const error = isObject(response.error) ? response.error : { message: response.error };
    const message = typeof error.message === "string" ? error.message : "The host failed to answer";
    return refused(ask, message, { retryable: error.retryable === true });
  }
  if (response.subtype !== "success") {
    return refused(ask, `The answer's subtype is neither "success" nor "error"`);
  }
  const result = response.result ?? response.response;
  if (ask.kind === "hook") return { answer: { kind: "value", value: (result ?? {}) as Json }, fault: null };
  if (!isObject(result)) return refused(ask, "The answer has no result");
  if (ask.kind === "mcp") {
    return { answer: { kind: "value", value: (result.mcp_response ?? result) as Json }, fault: null };
  }
  return readBehavior(result, ask);
}

function readBehavior(result: Record<string, unknown>, ask: Ask): ReadAnswer {
  const { behavior } = result;
  const note = typeof result.message === "string" ? result.message : null;
  if (behavior === "approve" || behavior === "allow") {
    return { answer: ask.kind === "elicitation" ? accepted(result) : allowed(result), fault: null };
  }
  if (behavior !== "deny") return refused(ask, `The answer's behavior is neither "approve" nor "deny"`);
  if (ask.kind === "elicitation") {
    const action = result.interrupt === true ? "cancel" : "decline";
    return { answer: { kind: "value", value: { action } }, fault: null };
  }
  const interrupt = result.interrupt === true ? { interrupt: true } : {};
  return { answer: { kind: "deny", message: note ?? "The host denied it", ...interrupt }, fault: null };
}

function allowed(result: Record<string, unknown>): Answer {
  const input = result.updated_input ?? result.updatedInput;
  return {
    kind: "allow",
    ...(input === undefined || input === null ? {} : { input: input as Json }),
    ...(result.scope === "session" || result.scope === "once" ? { scope: result.scope } : {}),
  };
}

function accepted(result: Record<string, unknown>): Answer {
  return { kind: "value", value: { action: "accept", content: (result.content ?? {}) as Json } };
}

function refused(ask: Ask, message: string, { retryable = false }: { retryable?: boolean } = {}): ReadAnswer {
  const isValue = ask.kind === "hook" || ask.kind === "mcp" || ask.kind === "elicitation";
  return { answer: isValue ? { kind: "failed", message } : { kind: "deny", message }, fault: { message, retryable } };
}
