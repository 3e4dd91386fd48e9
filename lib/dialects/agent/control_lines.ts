import type { Answer, Command, CommandBody } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ProblemFacts } from "../../model/problem.ts";
import type { SchemaFault } from "../shared/schema_fault.ts";
import { hookOutput } from "./hook_messages.ts";
import { manifestFates } from "./host_servers.ts";
import type { ConversationState } from "./conversation_state.ts";
import { readUpdates } from "./permission_updates.ts";
import { requestCommand, RequestError } from "./requests.ts";
import type { AgentProtocol } from "./agent_protocol.ts";

/** Options of the control channel. */
export interface ControlLinesOptions {
  protocol: AgentProtocol;
  state: ConversationState;
  extras: Readonly<Record<string, string | boolean>>;
  /** Makes a command. */
  command(body: CommandBody): Command;
  /** Makes the command for an invalid line. */
  invalid(message: string, facts: ProblemFacts): Command;
}

/** Folds the control lines of a host into commands: requests, answers and cancellations. */
export class ControlLines {
  readonly #options: ControlLinesOptions;

  constructor(options: ControlLinesOptions) {
    this.#options = options;
  }

  take(value: Record<string, unknown>): Command[] {
    const { protocol, invalid } = this.#options;
    const fault = protocol.fault(value);
    if (value.type === "control_request") return this.#request(value, fault);
    if (fault) return [invalid(fault.message, { param: fault.param, detail: "bad_field" })];
    return value.type === "control_response" ? this.#response(value) : this.#withdraw(value);
  }

  #request(value: Record<string, unknown>, fault: SchemaFault | null): Command[] {
    const { protocol, state, extras, invalid } = this.#options;
    const requestId = value.request_id;
    const request = isObject(value.request) ? value.request : {};
    const subtype = typeof request.subtype === "string" ? request.subtype : "";
    if (typeof requestId !== "string") {
      return [invalid(fault?.message ?? "A request must have an id.", {
        param: fault?.param ?? "request_id",
        detail: "bad_field",
      })];
    }
    const manifests = subtype === "initialize" ? manifestFates(request, state.hostServers) : null;
    let command: Command;
    try {
      if (subtype === "") {
        throw new RequestError(`Invalid request: ${fault?.message ?? "the subtype is empty."}`, "invalid_request");
      }
      if (!protocol.control.requests.has(subtype)) {
        throw new RequestError(`Unknown control request subtype: ${subtype.slice(0, 80)}`, "unsupported_request");
      }
      if (fault) throw new RequestError(`Invalid ${subtype} request: ${fault.message}`, "invalid_request");
      command = this.#options.command(requestCommand(subtype, request, { protocol, state, extras }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      command = invalid(error.message, { detail: error.detail });
    }
    state.requests.set(command.id, { requestId, subtype, request, ...(manifests ? { manifests } : {}) });
    return [command];
  }

  #response(value: Record<string, unknown>): Command[] {
    const { state, command } = this.#options;
    const response = value.response;
    if (!isObject(response) || typeof response.request_id !== "string") return [];
    const askId = response.request_id;
    const ask = state.asks.get(askId);
    // A late answer to a settled question is ignored.
    if (!ask) return [];
    state.asks.delete(askId);
    const answer = response.subtype === "error" ? failedAnswer(response.error) : this.#answer(ask, response.response);
    return [command({ type: "answer", askId, answer })];
  }

  #answer(ask: Ask, value: unknown): Answer {
    const { protocol } = this.#options;
    const body = isObject(value) ? value : {};
    if (ask.kind === "elicitation") return { kind: "value", value: body as Json };
    if (ask.kind === "hook") return { kind: "value", value: hookOutput(value, { tool: ask.payload.tool, protocol }) };
    if (ask.kind === "mcp") {
      if (isObject(body.mcp_response)) return { kind: "value", value: body.mcp_response as Json };
      return { kind: "failed", message: "The host's answer has no mcp_response" };
    }
    if (body.behavior !== "allow") {
      const message = typeof body.message === "string" && body.message !== "" ? body.message : "Denied";
      return body.interrupt === true ? { kind: "deny", message, interrupt: true } : { kind: "deny", message };
    }
    const answer: Answer = { kind: "allow" };
    // Hosts of qwen-code send an empty object where they change nothing.
    const isUnchanged = protocol.keepsEmptyInput && isObject(body.updatedInput) &&
      Object.keys(body.updatedInput).length === 0;
    if (isObject(body.updatedInput) && !isUnchanged) {
      const input = body.updatedInput as Json;
      answer.input = ask.kind === "permission" ? protocol.ownInput(ask.tool, input) : input;
    }
    const updates = readUpdates(body.updatedPermissions, protocol);
    if (updates.length > 0) answer.updates = updates;
    return answer;
  }

  /** A cancelled request is answered by an error; the reply to its command is dropped. */
  #withdraw(value: Record<string, unknown>): Command[] {
    const { state, command, invalid } = this.#options;
    const requestId = typeof value.request_id === "string" ? value.request_id : null;
    const message = requestId === null ? "All requests cancelled" : "Request cancelled";
    const commands: Command[] = [];
    for (const [commandId, request] of [...state.requests]) {
      if (requestId !== null && request.requestId !== requestId) continue;
      const refusal = invalid(message, { detail: "request_cancelled" });
      state.requests.delete(commandId);
      state.requests.set(refusal.id, request);
      commands.push(command({ type: "withdraw", commandId }), refusal);
    }
    return commands;
  }
}

function failedAnswer(error: unknown): Answer {
  if (typeof error === "string") return { kind: "failed", message: error };
  if (isObject(error) && typeof error.message === "string") return { kind: "failed", message: error.message };
  return { kind: "failed", message: "Unknown error" };
}
