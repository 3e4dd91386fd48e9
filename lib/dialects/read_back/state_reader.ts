import { type Part, textOf, type ToolCall } from "../../model/content.ts";
import type { Event, EventBody, Outcome, SessionInfo } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import { type Code, CODES, type Problem, problem } from "../../model/problem.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { Envelopes, numberAt, objectAt, objectsAt, type Reader, type ReaderOptions, textAt } from "./reader.ts";
import { turnEnd, unknownSession } from "./reader.ts";

/** A message that is assembled from records. */
interface OpenMessage {
  messageId: string;
  parts: Part[];
  /** The text so far; null before the first one. */
  text: string | null;
  /** The id of its text records. */
  number: number | null;
}

type CallState = "pending" | "confirming" | "executing" | "over";

const RESULTS: ReadonlySet<string> = new Set(["success", "error", "canceled"]);

/**
 * Reads the output of `state`. A message is held until it is known whether calls belong to it, and an error until it is
 * known whether it is how the turn ended.
 */
export class StateReader implements Reader {
  readonly #envelopes: Envelopes;
  #session: SessionInfo = unknownSession("");
  #turns = 0;
  #turnId: string | null = null;
  #messages = 0;
  #message: OpenMessage | null = null;
  #lastText = "";
  #fault: Problem | null = null;
  #outcome: Outcome | null = null;
  readonly #calls = new Map<string, CallState>();

  constructor(options: ReaderOptions) {
    this.#envelopes = new Envelopes(options.at);
  }

  read(record: Record<string, unknown>): Event[] {
    if (typeof record.timestamp === "number") this.#envelopes.at = record.timestamp;
    return this.#wrapAll(this.#bodies(record));
  }

  end(): Event[] {
    return this.#wrapAll([...this.#complete(), ...this.#refusal()]);
  }

  #wrapAll(bodies: EventBody[]): Event[] {
    return bodies.map((body) => this.#envelopes.wrap(this.#session.sessionId, body));
  }

  #bodies(record: Record<string, unknown>): EventBody[] {
    switch (record.type) {
      case "init":
        return this.#init(record);
      case "conversation":
        return [...this.#refusal(), ...this.#conversation(record)];
      case "tool_group":
        return [...this.#refusal(), ...this.#group(record)];
      case "status": {
        const text = textAt(record, "thought");
        return text === "" ? [] : this.#add({ kind: "thinking", text });
      }
      case "info":
        return [...this.#refusal(), ...this.#info(record)];
      case "error":
        return this.#error(record);
      case "completion_stats":
        return this.#turnCompleted(record);
      default:
        return [];
    }
  }

  #init(record: Record<string, unknown>): EventBody[] {
    this.#session = {
      ...unknownSession(textAt(record, "session_id")),
      cwd: textAt(record, "workspaceRoot"),
      model: textAt(record, "model"),
      version: textAt(record, "version"),
    };
    return [{ type: "session.started", session: this.#session }];
  }

  #conversation(record: Record<string, unknown>): EventBody[] {
    const text = textAt(record, "content");
    if (record.role === "user") return [...this.#complete(), ...this.#begin([{ kind: "text", text }])];
    if (record.role !== "assistant") return [{ type: "notice", level: "info", code: "system", text }];
    const number = numberAt(record, "id");
    const isNext = this.#message !== null && this.#message.number !== null && this.#message.number !== number;
    const before = isNext ? this.#complete() : [];
    const { message, bodies } = this.#open();
    message.number = number;
    // Streamed text is repeated as a whole.
    const rest = record.isStreaming === true ? text : text.slice(saidIn(message).length);
    return [...before, ...bodies, ...(rest === "" ? [] : this.#say(rest))];
  }

  /** Begins the turn of a prompt, unless one is running. */
  #begin(prompt: Part[]): EventBody[] {
    if (this.#turnId !== null) return [];
    this.#turnId = `${this.#session.sessionId}-t${++this.#turns}`;
    this.#lastText = "";
    const head = { turnId: this.#turnId, promptId: this.#turnId, messageId: null };
    return [{ type: "turn.started", ...head, prompt, session: this.#session }];
  }

  #open(): { message: OpenMessage; bodies: EventBody[] } {
    if (this.#message) return { message: this.#message, bodies: [] };
    const bodies = this.#begin([]);
    const messageId = `${this.#session.sessionId}-m${++this.#messages}`;
    this.#message = { messageId, parts: [], text: null, number: null };
    return {
      message: this.#message,
      bodies: [...bodies, { type: "message.started", messageId, model: this.#session.model }],
    };
  }

  #say(delta: string): EventBody[] {
    const { message, bodies } = this.#open();
    const head = { messageId: message.messageId, index: message.parts.length };
    if (message.text === null) bodies.push({ type: "part.started", ...head, part: { kind: "text", text: "" } });
    message.text = (message.text ?? "") + delta;
    if (delta !== "") bodies.push({ type: "part.delta", ...head, kind: "text", delta });
    return bodies;
  }

  /** Adds a whole part. */
  #add(part: Part): EventBody[] {
    const { message, bodies } = this.#open();
    bodies.push(...this.#closeText());
    const head = { messageId: message.messageId, index: message.parts.length };
    message.parts.push(part);
    const empty = part.kind === "thinking" ? { ...part, text: "" } : part;
    return [...bodies, { type: "part.started", ...head, part: empty }, { type: "part.completed", ...head, part }];
  }

  #closeText(): EventBody[] {
    const message = this.#message;
    if (!message || message.text === null) return [];
    const part: Part = { kind: "text", text: message.text };
    const index = message.parts.length;
    message.parts.push(part);
    message.text = null;
    return [{ type: "part.completed", messageId: message.messageId, index, part }];
  }

  #complete(): EventBody[] {
    const bodies = this.#closeText();
    const message = this.#message;
    if (!message) return [];
    this.#message = null;
    const { messageId, parts } = message;
    this.#lastText = textOf(parts) || this.#lastText;
    const isCalls = parts.some((part) => part.kind === "tool_call");
    bodies.push({
      type: "message.completed",
      messageId,
      model: this.#session.model,
      parts,
      usage: NO_USAGE,
      stop: { reason: isCalls ? "tool_calls" : "end", raw: null },
      interrupted: false,
    });
    return bodies;
  }

  #group(record: Record<string, unknown>): EventBody[] {
    const tools = objectsAt(record, "tools");
    const fresh = tools.filter((tool) => tool.status === "pending" && !this.#calls.has(textAt(tool, "tool_id")));
    const bodies = fresh.flatMap((tool) => this.#add(callOf(tool)));
    for (const tool of fresh) this.#calls.set(textAt(tool, "tool_id"), "pending");
    return [...bodies, ...this.#complete(), ...tools.flatMap((tool) => this.#change(tool))];
  }

  /** The change of a call: a group is written again with each change. */
  #change(tool: Record<string, unknown>): EventBody[] {
    const { callId, tool: name, input } = callOf(tool);
    const status = textAt(tool, "status");
    const next: CallState = RESULTS.has(status)
      ? "over"
      : status === "executing" || status === "confirming"
      ? status
      : "pending";
    const before = this.#calls.get(callId) ?? "pending";
    if (next === before || before === "over") return [];
    this.#calls.set(callId, next);
    const bodies: EventBody[] = before === "confirming" ? [{ type: "ask.closed", askId: callId, by: "client" }] : [];
    const call = { callId, tool: name, toolKind: "other" as const, input };
    if (next === "executing") bodies.push({ type: "tool.started", ...call, title: name });
    if (next === "confirming") {
      const title = textAt(objectAt(tool, "confirmation_details"), "message", { fallback: name });
      const ask = { kind: "permission" as const, ...call, access: [], suggestions: [], reason: null };
      bodies.push({ type: "ask.opened", askId: callId, ask: { ...ask, confirmation: { kind: "other", title } } });
    }
    if (next === "over") {
      const text = textAt(tool, "result", { fallback: textAt(tool, "error") });
      const output: Part[] = [{ kind: "text", text }];
      const facts = { output, display: null, isError: status !== "success", durationMs: 0, denial: null };
      bodies.push({ type: "tool.completed", ...call, ...facts });
    }
    return bodies;
  }

  #info(record: Record<string, unknown>): EventBody[] {
    const text = textAt(record, "message");
    const code = textAt(record, "code");
    if (this.#turnId !== null && code === "interrupted") {
      this.#outcome = { kind: "interrupted", by: "client", during: "streaming" };
      return [];
    }
    if (this.#turnId !== null && code === "command") {
      this.#outcome = { kind: "command", text, isError: false };
      return [];
    }
    return [{ type: "notice", level: "info", code, text }];
  }

  #error(record: Record<string, unknown>): EventBody[] {
    const before = this.#refusal();
    const code = textAt(record, "code");
    const message = textAt(record, "message");
    const known = Object.hasOwn(CODES, code);
    this.#fault = problem(known ? code as Code : "protocol_error", message, {
      ...(known || code === "" ? {} : { detail: code }),
      ...(typeof record.hint === "string" ? { hint: record.hint } : {}),
      ...(typeof record.line === "number" ? { line: record.line } : {}),
    });
    return this.#turnId === null ? [...before, ...this.#refusal()] : before;
  }

  /** An error that did not end a turn was the answer to a line. */
  #refusal(): EventBody[] {
    const fault = this.#fault;
    this.#fault = null;
    return fault ? [{ type: "rejected", problem: fault }] : [];
  }

  #turnCompleted(record: Record<string, unknown>): EventBody[] {
    const bodies = [...this.#begin([]), ...this.#complete()];
    const fault = this.#fault;
    const text = this.#lastText;
    const done: Outcome = { kind: "done", text, stop: { reason: "end", raw: null } };
    const outcome = fault ? endingOf(fault, text) : this.#outcome ?? done;
    const inputTokens = numberAt(record, "prompt_tokens");
    const outputTokens = numberAt(record, "completion_tokens");
    const usage = { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
    const durationMs = Math.round(Number.parseFloat(textAt(record, "duration")) * 1000) || 0;
    const ended = turnEnd(this.#turnId ?? "", outcome, { usage, durationMs });
    this.#fault = this.#outcome = this.#turnId = null;
    this.#calls.clear();
    return [...bodies, ended];
  }
}

function saidIn(message: OpenMessage): string {
  return message.parts.map((part) => part.kind === "text" ? part.text : "").join("") + (message.text ?? "");
}

function callOf(tool: Record<string, unknown>): ToolCall {
  const input = objectAt(tool, "args") as JsonObject;
  return { kind: "tool_call", callId: textAt(tool, "tool_id"), tool: textAt(tool, "tool_name"), input };
}

function endingOf(fault: Problem, text: string): Outcome {
  if (fault.code === "command_failed") return { kind: "command", text: fault.message, isError: true };
  const isLimit = fault.code === "turn_limit" || fault.code.startsWith("budget.");
  return { kind: isLimit ? "limit" : "failed", problem: fault, text };
}
