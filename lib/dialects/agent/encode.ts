import type { DialectOptions } from "../../model/dialect.ts";
import type { Event, TurnCompleted } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import { askRecord } from "./asks.ts";
import type { Link, OpenRequest } from "./link.ts";
import { ReplyLines } from "./reply_lines.ts";
import { TaskBook } from "./task_book.ts";
import type { EventOf, Voice, Words } from "./words.ts";

/** What an encoder is made with. */
export interface EncoderOptions extends DialectOptions {
  words: Words;
  link: Link;
}

/** Folds events into the records of one client of the family. */
export class Encoder {
  readonly #options: EncoderOptions;
  readonly #reply: ReplyLines;
  readonly #voice: Voice;
  readonly #tasks = new TaskBook();
  #model = "";
  #turnIsOpen = false;
  #hasResult = false;
  /** Calls of the running round in the order of the request, each with its result once it is there. */
  readonly #order: Map<string, object | null> = new Map();
  /** Questions of the running turn that wait for a person. */
  readonly #questions = new Set<string>();
  /** Records of the `json` format, written as one array; null once they were. */
  #gathered: object[] | null = [];

  constructor(options: EncoderOptions) {
    const isJson = options.format === "json";
    this.#options = isJson ? { ...options, includePartials: false } : options;
    this.#voice = { uuid: () => options.ids.next(), sessionId: "" };
    this.#reply = new ReplyLines({ ...this.#options, voice: this.#voice });
  }

  encode(event: Event): object[] {
    this.#voice.sessionId = event.sessionId;
    const records = this.#records(event);
    const progress = this.#tasks.take(event);
    if (progress) records.push(...this.#options.words.progress(progress, this.#voice));
    return this.#options.format === "json" ? this.#gather(event, records) : records;
  }

  #gather(event: Event, records: object[]): object[] {
    if (this.#gathered === null) return [];
    for (const record of records) if (!("request_id" in record) && !isControl(record)) this.#gathered.push(record);
    if (event.type !== "turn.completed" && event.type !== "session.ended") return [];
    const all = this.#gathered;
    if (all.length === 0) return [];
    this.#gathered = null;
    return [all];
  }

  #records(event: Event): object[] {
    switch (event.type) {
      case "part.delta":
        return event.agent === null ? this.#reply.delta(event) : [];
      case "part.started":
        return event.agent === null ? this.#reply.partStarted(event) : [];
      case "part.completed":
        return event.agent === null ? this.#reply.partCompleted(event) : [];
      case "message.started":
        return event.agent === null ? [...this.#releaseAll(), ...this.#reply.start(event)] : [];
      case "message.completed":
        return this.#messageCompleted(event);
      case "message.added":
        return this.#messageAdded(event);
      case "turn.started":
        return this.#turnStarted(event);
      case "turn.completed":
        return this.#turnCompleted(event);
      case "tool.completed":
        return this.#toolCompleted(event);
      case "ask.opened":
        return this.#askOpened(event);
      case "ask.closed":
        return this.#askClosed(event);
      case "reply":
        return this.#replied(event);
      case "rejected":
        return this.#rejected(event);
      case "retry.scheduled":
        return [...this.#reply.close(), ...this.#other(event)];
      case "session.ended":
        return this.#sessionEnded(event);
      default:
        return this.#other(event);
    }
  }

  #other(event: Event): object[] {
    const { words, includePartials, extras } = this.#options;
    return words.other(event, this.#voice, { partials: includePartials, extras });
  }

  #turnStarted(event: EventOf<"turn.started">): object[] {
    const { words, link, includePartials, extras } = this.#options;
    this.#turnIsOpen = true;
    if (event.cause !== null) link.prompts.delete(event.cause);
    this.#model = event.session.model;
    return words.opening(event, this.#voice, { hostAgents: link.hostAgents, partials: includePartials, extras });
  }

  #messageCompleted(event: EventOf<"message.completed">): object[] {
    if (event.agent !== null) {
      return this.#reply.agentCalls(event, { says: this.#options.link.tellsAgentText });
    }
    if (this.#options.words.ordersResults) {
      for (const part of event.parts) if (part.kind === "tool_call") this.#order.set(part.callId, null);
    }
    return this.#reply.complete(event);
  }

  #messageAdded(event: EventOf<"message.added">): object[] {
    if (event.origin !== "agent_prompt" && event.origin !== "notification") return this.#other(event);
    const content = [];
    for (const part of event.message.parts) if (part.kind === "text") content.push({ type: "text", text: part.text });
    return content.length === 0 ? [] : [this.#user(content, event.agent)];
  }

  #toolCompleted(event: EventOf<"tool.completed">): object[] {
    const { content, isError, data } = this.#options.words.toolResult(event);
    const block: Record<string, unknown> = { type: "tool_result", tool_use_id: event.callId };
    if (isError !== undefined) block.is_error = isError;
    if (content !== undefined) block.content = content;
    const record = { ...this.#user([block], event.agent, data), ...(event.entryId ? { uuid: event.entryId } : {}) };
    return [...this.#other(event), ...this.#release(event, record)];
  }

  /** Results come in the order of the calls, but the one that ends a structured run overtakes the skipped ones. */
  #release(event: EventOf<"tool.completed">, record: object): object[] {
    if (event.agent !== null || !this.#order.has(event.callId)) return [record];
    if (event.tool === "structured_output") {
      this.#order.delete(event.callId);
      return [record];
    }
    this.#order.set(event.callId, record);
    const out: object[] = [];
    for (const [callId, held] of this.#order) {
      if (held === null) break;
      out.push(held);
      this.#order.delete(callId);
    }
    return out;
  }

  #releaseAll(): object[] {
    const out: object[] = [];
    for (const held of this.#order.values()) if (held !== null) out.push(held);
    this.#order.clear();
    return out;
  }

  #user(content: object[], agent: string | null, data?: unknown): object {
    const record: Record<string, unknown> = {
      type: "user",
      uuid: this.#voice.uuid(),
      session_id: this.#voice.sessionId,
      parent_tool_use_id: agent,
      message: { role: "user", content },
    };
    if (data !== undefined) record.tool_use_result = data;
    return record;
  }

  #turnCompleted(event: EventOf<"turn.completed">): object[] {
    const { words, format } = this.#options;
    const out = [...this.#reply.close(), ...this.#releaseAll(), ...this.#farewell(event)];
    const { subtype, ...rest } = words.result(event, format);
    out.push({ type: "result", subtype, uuid: this.#voice.uuid(), session_id: this.#voice.sessionId, ...rest });
    this.#turnIsOpen = false;
    this.#hasResult = true;
    this.#questions.clear();
    return [...out, ...this.#other(event)];
  }

  /** What is told as an assistant line although no model said it: a provider's failure, a command's answer, an interrupt. */
  #farewell(event: TurnCompleted): object[] {
    const { words, ids } = this.#options;
    const { outcome } = event;
    const failure = outcome.kind === "failed" ? words.failureText(outcome.problem) : null;
    const text = outcome.kind === "command" ? outcome.text : failure;
    if (outcome.kind === "interrupted") {
      const interrupted = words.interruption(outcome.during);
      return interrupted === null ? [] : [this.#user([{ type: "text", text: interrupted }], null)];
    }
    if (!text) return [];
    const line = { id: ids.next(), model: this.#model, content: [{ type: "text" as const, text }], usage: null };
    const head = {
      type: "assistant",
      uuid: words.lines === "kind" ? line.id : this.#voice.uuid(),
      session_id: this.#voice.sessionId,
      parent_tool_use_id: null,
    };
    if (outcome.kind === "failed") return [{ ...head, ...words.failureLine(outcome.problem, line) }];
    return [{ ...head, message: words.message(line) }];
  }

  #askOpened(event: EventOf<"ask.opened">): object[] {
    const { link, words } = this.#options;
    link.asks.set(event.askId, event.ask);
    const record = askRecord(event, words);
    // Only a turn can stand still for a person; callbacks and servers answer by themselves.
    if (!this.#turnIsOpen || event.ask.kind === "hook" || event.ask.kind === "mcp") return [record];
    this.#questions.add(event.askId);
    return this.#questions.size === 1 ? [record, ...this.#other(event)] : [record];
  }

  #askClosed(event: EventOf<"ask.closed">): object[] {
    const { link, words } = this.#options;
    const wasOpen = link.asks.delete(event.askId);
    const goesOn = this.#questions.delete(event.askId) && this.#questions.size === 0;
    const after = goesOn ? this.#other(event) : [];
    if (!wasOpen || event.by === "client" || !words.cancelsAsks) return after;
    return [{ type: "control_cancel_request", request_id: event.askId }, ...after];
  }

  #replied(event: EventOf<"reply">): object[] {
    const request = this.#options.link.take(event.cause);
    if (!request) return this.#other(event);
    const { response, beside } = request.words.answer(request, event.result);
    const body = { subtype: "success", request_id: request.requestId, response, ...beside };
    return [{ type: "control_response", response: body }];
  }

  #rejected(event: EventOf<"rejected">): object[] {
    const { link } = this.#options;
    const request = link.take(event.cause);
    if (request) return [refusal(request, event.problem)];
    // A prompt that never becomes a turn ends all the same: its host waits for a result.
    if (event.cause !== null && link.prompts.delete(event.cause)) return [this.#fatal(event.problem)];
    // The host answered while the question was being settled otherwise: nothing is wrong.
    if (event.problem.detail === "unknown_ask") return [];
    const { line, code, detail, message, param, hint } = event.problem;
    const data: Record<string, unknown> = { line: line ?? null, code: detail ?? code, message };
    if (param !== undefined) data.param = param;
    if (hint !== undefined) data.hint = hint;
    return [{
      type: "system",
      subtype: "protocol_error",
      uuid: this.#voice.uuid(),
      session_id: this.#voice.sessionId,
      parent_tool_use_id: null,
      data,
    }];
  }

  /** The result of what failed outside a turn. */
  #fatal(cause: Problem): object {
    this.#hasResult = true;
    const { subtype, ...rest } = this.#options.words.fatal(cause);
    return { type: "result", subtype, uuid: this.#voice.uuid(), session_id: this.#voice.sessionId, ...rest };
  }

  #sessionEnded(event: EventOf<"session.ended">): object[] {
    const out = [...this.#reply.close(), ...this.#releaseAll()];
    if (event.problem && (this.#turnIsOpen || !this.#hasResult)) {
      out.push(this.#fatal(event.problem));
    }
    this.#turnIsOpen = false;
    return [...out, ...this.#other(event)];
  }
}

function refusal({ requestId, words }: OpenRequest, cause: Problem): object {
  const fields = words.errorFields(cause);
  return {
    type: "control_response",
    response: { subtype: "error", request_id: requestId, error: cause.message, ...fields },
  };
}

function isControl(record: object): boolean {
  return "type" in record && typeof record.type === "string" && record.type.startsWith("control_");
}
