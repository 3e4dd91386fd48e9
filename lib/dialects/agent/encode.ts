import type { DialectOptions } from "../../model/ports/dialect.ts";
import type { Event, TurnCompleted } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import { startupErrorAsTurn } from "../shared/startup_error.ts";
import { askRecord } from "./ask_record.ts";
import type { ConversationState, OpenRequest } from "./conversation_state.ts";
import { AssistantLines } from "./assistant_lines.ts";
import { TaskTracker } from "./task_progress.ts";
import type { AgentProtocol, EventOf, RecordSource } from "./agent_protocol.ts";

/** Options of an encoder. */
export interface AgentEncoderOptions extends DialectOptions {
  protocol: AgentProtocol;
  state: ConversationState;
}

/** Folds events into the records of one client of the family. */
export class AgentEncoder {
  readonly #options: AgentEncoderOptions;
  readonly #lines: AssistantLines;
  readonly #source: RecordSource;
  readonly #tasks = new TaskTracker();
  #model = "";
  #turnIsOpen = false;
  #hasResult = false;
  /** Calls of the running round in the order of the request, each with its result once it has one. */
  readonly #order: Map<string, object | null> = new Map();
  /** Open questions of the running turn to a person. */
  readonly #questions = new Set<string>();
  /** Records of the `json` format, written as one array; null once written. */
  #gathered: object[] | null = [];

  constructor(options: AgentEncoderOptions) {
    this.#options = options;
    this.#source = { uuid: () => options.ids.next(), sessionId: "" };
    this.#lines = new AssistantLines({ ...options, source: this.#source, partials: () => this.#partials });
  }

  /** Whether the host gets partial messages. */
  get #partials(): boolean {
    const { format, includePartials, state } = this.#options;
    return format !== "json" && (includePartials || state.wantsPartials || this.#isVerbose);
  }

  /** A host that sends no `initialize` asks for everything by `--verbose`. */
  get #isVerbose(): boolean {
    const { extras, state, protocol } = this.#options;
    return protocol.name === "claude" && extras.verbose === true && state.hostAgents === null;
  }

  encode(received: Event): object[] {
    const event = startupErrorAsTurn(received) ?? received;
    this.#source.sessionId = event.sessionId;
    const records = this.#records(event);
    const progress = this.#tasks.take(event);
    if (progress) records.push(...this.#options.protocol.progress(progress, this.#source));
    return this.#options.format === "json" ? this.#gather(event, records) : records;
  }

  #gather(event: Event, records: object[]): object[] {
    if (this.#gathered === null) return [];
    for (const record of records) if (!("request_id" in record) && !isControl(record)) this.#gathered.push(record);
    if (event.type !== "turn.completed" && event.type !== "session.ended") return [];
    const all = this.#gathered;
    if (all.length === 0) return [];
    this.#gathered = null;
    // Claude Code writes the result alone.
    const result = this.#options.protocol.name === "claude" ? all.findLast(isResult) : undefined;
    return [result ?? all];
  }

  #records(event: Event): object[] {
    switch (event.type) {
      case "part.delta":
        return event.agent === null ? this.#lines.delta(event) : [];
      case "part.started":
        return event.agent === null ? this.#lines.partStarted(event) : [];
      case "part.completed":
        return event.agent === null ? this.#lines.partCompleted(event) : [];
      case "message.started":
        return event.agent === null ? [...this.#releaseAll(), ...this.#lines.start(event)] : [];
      case "message.completed":
        return this.#messageCompleted(event);
      case "message.added":
        return this.#messageAdded(event);
      case "session.introduced":
        return this.#options.protocol.introduction?.(event.session, this.#source) ?? [];
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
        return [...this.#lines.close(), ...this.#other(event)];
      case "session.ended":
        return this.#sessionEnded(event);
      default:
        return this.#other(event);
    }
  }

  #other(event: Event): object[] {
    const { protocol, extras } = this.#options;
    return protocol.other(event, this.#source, { partials: this.#partials, isVerbose: this.#isVerbose, extras });
  }

  #turnStarted(event: EventOf<"turn.started">): object[] {
    const { protocol, state, extras } = this.#options;
    this.#turnIsOpen = true;
    if (event.cause !== null) state.prompts.delete(event.cause);
    this.#model = event.session.model;
    const { hostAgents } = state;
    const options = { hostAgents, partials: this.#partials, isVerbose: this.#isVerbose, extras };
    return protocol.opening(event, this.#source, options);
  }

  #messageCompleted(event: EventOf<"message.completed">): object[] {
    if (event.agent !== null) {
      const { protocol, state } = this.#options;
      return this.#lines.agentCalls(event, { says: protocol.tellsAgentText ?? state.tellsAgentText });
    }
    if (this.#options.protocol.ordersResults) {
      for (const part of event.parts) if (part.kind === "tool_call") this.#order.set(part.callId, null);
    }
    return this.#lines.complete(event);
  }

  #messageAdded(event: EventOf<"message.added">): object[] {
    const { origin } = event;
    if (origin !== "agent_prompt" && origin !== "notification" && origin !== "steering") return this.#other(event);
    const content = [];
    for (const part of event.message.parts) if (part.kind === "text") content.push({ type: "text", text: part.text });
    if (origin === "steering") {
      // The host's own id acknowledges its message.
      if (event.cause !== null) this.#options.state.prompts.delete(event.cause);
      const record = { ...this.#user(content, { agent: null }), uuid: event.message.id };
      return [this.#options.protocol.name === "claude" ? { ...record, isReplay: true } : record];
    }
    return content.length === 0 ? [] : [this.#user(content, { agent: event.agent })];
  }

  #toolCompleted(event: EventOf<"tool.completed">): object[] {
    const { content, isError, data } = this.#options.protocol.toolResult(event);
    const block: Record<string, unknown> = { type: "tool_result", tool_use_id: event.callId };
    if (isError !== undefined) block.is_error = isError;
    if (content !== undefined) block.content = content;
    const record = {
      ...this.#user([block], { agent: event.agent, data }),
      ...(event.entryId ? { uuid: event.entryId } : {}),
    };
    return [...this.#other(event), ...this.#release(event, record)];
  }

  /** Results keep the order of the calls; only the result that ends a structured run overtakes skipped calls. */
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

  #user(content: object[], { agent, data }: { agent: string | null; data?: unknown }): object {
    const record: Record<string, unknown> = {
      type: "user",
      uuid: this.#source.uuid(),
      session_id: this.#source.sessionId,
      parent_tool_use_id: agent,
      message: { role: "user", content },
    };
    if (data !== undefined) record.tool_use_result = data;
    return record;
  }

  #turnCompleted(event: EventOf<"turn.completed">): object[] {
    const { protocol, format } = this.#options;
    const out = [...this.#lines.close(), ...this.#releaseAll(), ...this.#closingLines(event)];
    const { subtype, ...rest } = protocol.result(event, format);
    out.push(...protocol.closing?.(event, this.#source) ?? []);
    out.push({ type: "result", subtype, uuid: this.#source.uuid(), session_id: this.#source.sessionId, ...rest });
    this.#turnIsOpen = false;
    this.#hasResult = true;
    this.#questions.clear();
    return [...out, ...this.#other(event)];
  }

  /** Closing lines that no model wrote: a provider's failure, a command's output, an interrupt. */
  #closingLines(event: TurnCompleted): object[] {
    const { protocol, ids } = this.#options;
    const { outcome } = event;
    const failure = outcome.kind === "failed" ? protocol.failureText(outcome.problem) : null;
    const text = outcome.kind === "command" ? outcome.text : failure;
    if (outcome.kind === "interrupted") {
      const interrupted = protocol.interruption(outcome.during);
      return interrupted === null ? [] : [this.#user([{ type: "text", text: interrupted }], { agent: null })];
    }
    if (!text) return [];
    const line = { id: ids.next(), model: this.#model, content: [{ type: "text" as const, text }], usage: null };
    const head = {
      type: "assistant",
      uuid: protocol.lines === "kind" ? line.id : this.#source.uuid(),
      session_id: this.#source.sessionId,
      parent_tool_use_id: null,
    };
    if (outcome.kind === "failed") return [{ ...head, ...protocol.failureLine(outcome.problem, line) }];
    return [{ ...head, message: protocol.message(line) }];
  }

  #askOpened(event: EventOf<"ask.opened">): object[] {
    const { state, protocol } = this.#options;
    state.asks.set(event.askId, event.ask);
    const record = askRecord(event, protocol);
    // Only a turn waits for a person; callbacks and servers answer by themselves.
    if (!this.#turnIsOpen || event.ask.kind === "hook" || event.ask.kind === "mcp") return [record];
    this.#questions.add(event.askId);
    return this.#questions.size === 1 ? [record, ...this.#other(event)] : [record];
  }

  #askClosed(event: EventOf<"ask.closed">): object[] {
    const { state, protocol } = this.#options;
    const wasOpen = state.asks.delete(event.askId);
    const isResumed = this.#questions.delete(event.askId) && this.#questions.size === 0;
    const after = isResumed ? this.#other(event) : [];
    if (!wasOpen || event.by === "client" || !protocol.cancelsAsks) return after;
    return [{ type: "control_cancel_request", request_id: event.askId }, ...after];
  }

  #replied(event: EventOf<"reply">): object[] {
    const request = this.#options.state.take(event.cause);
    if (!request) return this.#other(event);
    const { response, beside } = this.#options.protocol.control.answer(request, event.result);
    const body = { subtype: "success", request_id: request.requestId, response, ...beside };
    return [{ type: "control_response", response: body }];
  }

  #rejected(event: EventOf<"rejected">): object[] {
    const { state } = this.#options;
    const request = state.take(event.cause);
    if (request) return [this.#refusal(request, event.problem)];
    // A prompt that never becomes a turn still needs a result: its host waits for one.
    if (event.cause !== null && state.prompts.delete(event.cause)) return [this.#fatal(event.problem)];
    // The host answered a question that was just settled otherwise, which is no error.
    if (event.problem.detail === "unknown_ask") return [];
    const { line, code, detail, message, param, hint } = event.problem;
    const data: Record<string, unknown> = { line: line ?? null, code: detail ?? code, message };
    if (param !== undefined) data.param = param;
    if (hint !== undefined) data.hint = hint;
    return [{
      type: "system",
      subtype: "protocol_error",
      uuid: this.#source.uuid(),
      session_id: this.#source.sessionId,
      parent_tool_use_id: null,
      data,
    }];
  }

  #refusal({ requestId }: OpenRequest, cause: Problem): object {
    const fields = this.#options.protocol.control.errorFields(cause);
    return {
      type: "control_response",
      response: { subtype: "error", request_id: requestId, error: cause.message, ...fields },
    };
  }

  /** The result of a failure outside a turn. */
  #fatal(cause: Problem): object {
    this.#hasResult = true;
    const { subtype, ...rest } = this.#options.protocol.fatal(cause);
    return { type: "result", subtype, uuid: this.#source.uuid(), session_id: this.#source.sessionId, ...rest };
  }

  #sessionEnded(event: EventOf<"session.ended">): object[] {
    const out = [...this.#lines.close(), ...this.#releaseAll()];
    if (event.problem && (this.#turnIsOpen || !this.#hasResult)) {
      out.push(this.#fatal(event.problem));
    }
    this.#turnIsOpen = false;
    return [...out, ...this.#other(event)];
  }
}

function isResult(record: object): boolean {
  return "type" in record && record.type === "result";
}

function isControl(record: object): boolean {
  return "type" in record && typeof record.type === "string" && record.type.startsWith("control_");
}
