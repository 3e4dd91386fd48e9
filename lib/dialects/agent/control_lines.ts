import type { Answer, Command, CommandBody } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ProblemFacts } from "../../model/problem.ts";
import type { LineFault } from "./fault.ts";
import { hookOutput } from "./hook_output.ts";
import { manifestFates } from "./host_servers.ts";
import type { Link } from "./link.ts";
import { readUpdates } from "./read_updates.ts";
import { requestCommand, RequestError } from "./requests.ts";
import type { ControlWords } from "./words.ts";

/** What the lines of a control channel are read with. */
export interface ControlLinesOptions {
  words: ControlWords;
  link: Link;
  extras: Readonly<Record<string, string | boolean>>;
  /** Makes a command. */
  command(body: CommandBody): Command;
  /** Makes the command that stands for a line which cannot be read. */
  invalid(message: string, facts: ProblemFacts): Command;
}

/** Folds what a host says beside its prompts into commands: its requests, its answers, and what it takes back. */
export class ControlLines {
  readonly #options: ControlLinesOptions;

  constructor(options: ControlLinesOptions) {
    this.#options = options;
  }

  take(value: Record<string, unknown>): Command[] {
    const { words, invalid } = this.#options;
    const fault = words.fault(value);
    if (value.type === "control_request") return this.#request(value, fault);
    if (fault) return [invalid(fault.message, { param: fault.param, detail: "bad_field" })];
    return value.type === "control_response" ? this.#response(value) : this.#withdraw(value);
  }

  #request(value: Record<string, unknown>, fault: LineFault | null): Command[] {
    const { words, link, extras, invalid } = this.#options;
    const requestId = value.request_id;
    const request = isObject(value.request) ? value.request : {};
    const subtype = typeof request.subtype === "string" ? request.subtype : "";
    if (typeof requestId !== "string") {
      return [invalid(fault?.message ?? "A request must have an id.", {
        param: fault?.param ?? "request_id",
        detail: "bad_field",
      })];
    }
    const manifests = subtype === "initialize" ? manifestFates(request, link.hostServers) : null;
    let command: Command;
    try {
      if (subtype === "") {
        throw new RequestError(`Invalid request: ${fault?.message ?? "the subtype is empty."}`, "invalid_request");
      }
      if (!words.requests.has(subtype)) {
        throw new RequestError(`Unknown control request subtype: ${subtype.slice(0, 80)}`, "unsupported_request");
      }
      if (fault) throw new RequestError(`Invalid ${subtype} request: ${fault.message}`, "invalid_request");
      command = this.#options.command(requestCommand(subtype, request, { words, link, extras }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      command = invalid(error.message, { detail: error.detail });
    }
    link.requests.set(command.id, { requestId, subtype, request, words, ...(manifests ? { manifests } : {}) });
    return [command];
  }

  #response(value: Record<string, unknown>): Command[] {
    const { link, command } = this.#options;
    const response = value.response;
    if (!isObject(response) || typeof response.request_id !== "string") return [];
    const askId = response.request_id;
    const ask = link.asks.get(askId);
    // A late answer to a question that is settled changes nothing.
    if (!ask) return [];
    link.asks.delete(askId);
    const answer = response.subtype === "error" ? failedAnswer(response.error) : this.#answer(ask, response.response);
    return [command({ type: "answer", askId, answer })];
  }

  #answer(ask: Ask, value: unknown): Answer {
    const { words } = this.#options;
    const body = isObject(value) ? value : {};
    if (ask.kind === "elicitation") return { kind: "value", value: body as Json };
    if (ask.kind === "hook") return { kind: "value", value: hookOutput(value, ask.payload.tool, words) };
    if (ask.kind === "mcp") {
      if (isObject(body.mcp_response)) return { kind: "value", value: body.mcp_response as Json };
      return { kind: "failed", message: "The host's answer has no mcp_response" };
    }
    if (body.behavior !== "allow") {
      const message = typeof body.message === "string" && body.message !== "" ? body.message : "Denied";
      return body.interrupt === true ? { kind: "deny", message, interrupt: true } : { kind: "deny", message };
    }
    const answer: Answer = { kind: "allow" };
    if (isObject(body.updatedInput)) {
      const input = body.updatedInput as Json;
      answer.input = ask.kind === "permission" ? words.ownInput(ask.tool, input) : input;
    }
    const updates = readUpdates(body.updatedPermissions, words);
    if (updates.length > 0) answer.updates = updates;
    return answer;
  }

  /** A request that is taken back is answered by a refusal of its own; whatever its command comes to is not heard. */
  #withdraw(value: Record<string, unknown>): Command[] {
    const { link, command, invalid } = this.#options;
    const requestId = typeof value.request_id === "string" ? value.request_id : null;
    const message = requestId === null ? "All requests cancelled" : "Request cancelled";
    const commands: Command[] = [];
    for (const [commandId, request] of [...link.requests]) {
      if (requestId !== null && request.requestId !== requestId) continue;
      const refusal = invalid(message, { detail: "request_cancelled" });
      link.requests.delete(commandId);
      link.requests.set(refusal.id, request);
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
