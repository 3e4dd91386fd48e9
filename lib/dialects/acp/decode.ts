import type { Command, CommandBody } from "../../model/command.ts";
import type { DialectOptions } from "../../model/ports/dialect.ts";
import { isObject } from "../../model/json.ts";
import type { Problem } from "../../model/problem.ts";
import { faultOf } from "../../stream/line_fault.ts";
import { nestsDeeperThan } from "../../stream/nests_deeper_than.ts";
import type { AcpState, RpcId } from "./acp_state.ts";
import { answerOf } from "./answers.ts";
import { lineProblem } from "./errors.ts";
import { METHODS, NOTIFICATIONS } from "./methods.ts";
import { ParamError, type Params } from "./params.ts";

const MAX_DEPTH = 200;
const MAX_SHOWN = 80;

/** A message that names a method. */
interface Message {
  /** Absent for a notification. */
  rpcId?: RpcId;
  method: string;
  params: Params;
}

/** Makes commands of the lines of a client: requests, notifications, and responses to our own requests. */
export class AcpDecoder {
  readonly #options: DialectOptions;
  readonly #state: AcpState;
  #line = 0;

  constructor(options: DialectOptions, state: AcpState) {
    this.#options = options;
    this.#state = state;
  }

  decode(line: string): Command[] {
    this.#line += 1;
    const text = line.trim();
    return text === "" ? [] : this.#read(text);
  }

  #read(text: string): Command[] {
    const fault = faultOf(text);
    if (fault?.kind === "too_long") {
      const message = `The line has ${fault.bytes} bytes: the limit is ${fault.limit}.`;
      return this.#refuse(null, lineProblem("invalid_request", message, { line: this.#line }));
    }
    const depth = this.#options.limits?.maxDepth ?? MAX_DEPTH;
    if (fault) return this.#unparsed("The line is not valid UTF-8.");
    if (nestsDeeperThan(text, depth)) return this.#unparsed(`The line nests deeper than ${depth} levels.`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 2 * MAX_SHOWN) : "";
      return this.#unparsed(`Cannot read the line as JSON: ${reason}.`);
    }
    if (!isObject(value)) return this.#invalid(null, "A line must be a JSON object; batches are not supported.");
    return this.#message(value);
  }

  #message(value: Record<string, unknown>): Command[] {
    const { id, method, params } = value;
    const rpcId = id === undefined || isRpcId(id) ? id : null;
    if (value.jsonrpc !== "2.0") return this.#invalid(rpcId ?? null, 'A line must have "jsonrpc": "2.0".');
    if (method === undefined) return this.#response(value);
    if (typeof method !== "string") return this.#invalid(rpcId ?? null, '"method" must be a string.');
    if (id !== undefined && !isRpcId(id)) return this.#invalid(null, '"id" must be a string, an integer or null.');
    if (params !== undefined && params !== null && !isObject(params)) {
      const problem = lineProblem("invalid_params", '"params" must be an object.', { param: "params" });
      return id === undefined ? this.#ignored(method, problem.message) : this.#refuse(rpcId ?? null, problem);
    }
    const message = { method, params: isObject(params) ? params : {} };
    return rpcId === undefined ? this.#notification(message) : this.#request({ ...message, rpcId });
  }

  #request(message: Message & { rpcId: RpcId }): Command[] {
    const { method, params, rpcId } = message;
    if (method !== "initialize" && !this.#state.isGreeted) {
      return this.#invalid(rpcId, "The first request must be initialize.");
    }
    const read = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!read) {
      const shown = JSON.stringify(method.slice(0, MAX_SHOWN));
      return this.#refuse(rpcId, lineProblem("method_not_found", `There is no method ${shown}.`));
    }
    return this.#understood(message, () => read(params, this.#state));
  }

  /** A notification is never answered, not even a wrong one. */
  #notification(message: Message): Command[] {
    const { method, params } = message;
    const read = Object.hasOwn(NOTIFICATIONS, method) ? NOTIFICATIONS[method] : undefined;
    if (!read || !this.#state.isGreeted) return this.#ignored(method, read ? "before initialize" : "");
    return this.#understood(message, () => read(params, this.#state));
  }

  #ignored(method: string, why: string): Command[] {
    const shown = `the notification ${method.slice(0, MAX_SHOWN)}`;
    this.#options.onUnknown?.(why === "" ? shown : `${shown} (${why})`);
    return [];
  }

  #understood({ rpcId, method }: Message, read: () => MethodCommand | null): Command[] {
    try {
      const command = read();
      if (!command) return [];
      const id = this.#options.ids.next();
      const { sessionId = null } = command;
      this.#state.requests.set(id, { method, sessionId, ...(rpcId === undefined ? {} : { rpcId }) });
      return [{ ...command, id, sessionId }];
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
      if (rpcId === undefined) return this.#ignored(method, error.message);
      return this.#refuse(rpcId, lineProblem("invalid_params", error.message, { param: error.param }));
    }
  }

  /** The client's response to a question of ours; a late one is ignored. */
  #response(value: Record<string, unknown>): Command[] {
    const { id, result, error } = value;
    const isResponse = isRpcId(id) && (result !== undefined || error !== undefined);
    if (!isResponse) {
      return this.#invalid(isRpcId(id) ? id : null, 'A line must have a "method", or an "id" and a "result".');
    }
    const open = this.#state.takeAsk(id);
    if (!open) return [];
    const { askId, sessionId, ask } = open;
    const answer = answerOf(ask, { result, error });
    this.#noteTerminal(open.sessionId, { askId, result });
    return [{ id: this.#options.ids.next(), sessionId, type: "answer", askId, answer }];
  }

  #noteTerminal(sessionId: string, { askId, result }: { askId: string; result: unknown }): void {
    const terminalId = isObject(result) ? result.terminalId : undefined;
    if (typeof terminalId === "string") this.#state.sessions.get(sessionId)?.terminals.set(askId, terminalId);
  }

  #unparsed(message: string): Command[] {
    return this.#refuse(null, lineProblem("parse_error", message, { line: this.#line }));
  }

  #invalid(rpcId: RpcId, message: string): Command[] {
    return this.#refuse(rpcId, lineProblem("invalid_request", message, { line: this.#line }));
  }

  #refuse(rpcId: RpcId, problem: Problem): Command[] {
    const id = this.#options.ids.next();
    this.#state.requests.set(id, { rpcId, method: "", sessionId: null });
    return [{ id, sessionId: null, type: "invalid", problem }];
  }
}

/** What a method asks for. */
export type MethodCommand = CommandBody & { sessionId?: string };

function isRpcId(value: unknown): value is RpcId {
  return value === null || typeof value === "string" || Number.isSafeInteger(value);
}
