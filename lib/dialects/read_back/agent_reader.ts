import type { Part } from "../../model/content.ts";
import type { Event, EventBody, SessionInfo } from "../../model/event.ts";
import type { Json } from "../../model/json.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { AgentProtocol } from "../agent/agent_protocol.ts";
import { claudeProtocol } from "../agent/claude/claude_protocol.ts";
import { QWEN_PROTOCOL } from "../agent/qwen/qwen_protocol.ts";
import { askOf, blockPart, outcomeOf, resultFacts, sessionOf, systemEvent, usageOf } from "./agent_records.ts";
import { LiveMessage } from "./live_message.ts";
import {
  Envelopes,
  numberAt,
  objectAt,
  objectsAt,
  type Reader,
  type ReaderOptions,
  textAt,
  turnEnd,
  unknownSession,
  wholeMessage,
} from "./reader.ts";

interface Group {
  agent: string | null;
  messageId: string;
  model: string;
  parts: Part[];
  usage: typeof NO_USAGE;
}

/** Opens a reader of the `qwen` dialect. */
export function openQwenReader(options: ReaderOptions): Reader {
  return new AgentReader(QWEN_PROTOCOL, options);
}

/** Opens a reader of the `claude` dialect. */
export function openClaudeReader(options: ReaderOptions): Reader {
  return new AgentReader(claudeProtocol(options.tools), options);
}

/** Reads the output of `qwen` and `claude`, with the same protocol table as their encoder. */
class AgentReader implements Reader {
  readonly #protocol: AgentProtocol;
  readonly #envelopes: Envelopes;
  /** Calls of the turn, so that results can name their tool. */
  readonly #calls = new Map<string, { tool: string; input: Json }>();
  #session: SessionInfo = unknownSession("");
  #turns = 0;
  #promptId: string | null = null;
  /** Assistant lines of one message, collected until another record comes. */
  #group: Group | null = null;
  #live: LiveMessage | null = null;

  constructor(protocol: AgentProtocol, options: ReaderOptions) {
    this.#protocol = protocol;
    this.#envelopes = new Envelopes(options.at);
  }

  read(record: Record<string, unknown>): Event[] {
    const sessionId = textAt(record, "session_id", { fallback: this.#session.sessionId });
    const agent = typeof record.parent_tool_use_id === "string" ? record.parent_tool_use_id : null;
    switch (record.type) {
      case "assistant":
        return this.#assistant(record, agent);
      case "stream_event":
        return agent === null ? this.#streamed(objectAt(record, "event")) : [];
      case "system":
        return record.subtype === "init" ? this.#opened(record, sessionId) : this.#wrapAll(systemEvent(record), agent);
      case "user":
        return [...this.#flush(), ...this.#user(record, agent)];
      case "result":
        return this.#result(record);
      case "control_request":
        return this.#wrapAll(this.#ask(record), agent);
      case "control_cancel_request":
        return this.#wrapAll({ type: "ask.closed", askId: textAt(record, "request_id"), by: "interrupt" }, agent);
      default:
        return [];
    }
  }

  end(): Event[] {
    return this.#flush();
  }

  #wrap(body: EventBody, agent: string | null = null): Event {
    return this.#envelopes.wrap(this.#session.sessionId, body, { agent });
  }

  #wrapAll(body: EventBody | null, agent: string | null): Event[] {
    const before = this.#flush();
    return body === null ? before : [...before, this.#wrap(body, agent)];
  }

  #opened(record: Record<string, unknown>, sessionId: string): Event[] {
    const out = this.#flush();
    const isNew = sessionId !== this.#session.sessionId;
    if (isNew) this.#turns = 0;
    this.#session = sessionOf(record, this.#protocol);
    if (isNew) out.push(this.#wrap({ type: "session.started", session: this.#session }));
    return [...out, ...this.#openTurn()];
  }

  #openTurn(): Event[] {
    this.#turns++;
    const promptId = `${this.#session.sessionId}########${this.#turns}`;
    this.#promptId = promptId;
    this.#calls.clear();
    const session = this.#session;
    return [this.#wrap({ type: "turn.started", turnId: promptId, promptId, messageId: null, prompt: [], session })];
  }

  #ensureTurn(): Event[] {
    return this.#promptId === null ? this.#openTurn() : [];
  }

  #assistant(record: Record<string, unknown>, agent: string | null): Event[] {
    const message = objectAt(record, "message");
    const usage = usageOf(objectAt(message, "usage"), this.#protocol);
    const parts = objectsAt(message, "content").flatMap((block) => blockPart(block, this.#protocol));
    this.#learnCalls(parts);
    if (this.#live && agent === null) {
      this.#live.addUsage(usage);
      return [];
    }
    const messageId = textAt(message, "id");
    // Where lines carry the id of their message, another id is another message.
    const isOther = this.#protocol.lines === "block" && this.#group?.messageId !== messageId;
    const out = this.#group && (isOther || this.#group.agent !== agent) ? this.#flush() : [];
    this.#group ??= {
      agent,
      messageId,
      model: textAt(message, "model", { fallback: this.#session.model }),
      parts: [],
      usage: NO_USAGE,
    };
    this.#group.parts.push(...parts);
    if (usage.totalTokens > 0) this.#group.usage = usage;
    return out;
  }

  #learnCalls(parts: Part[]): void {
    for (const part of parts) {
      if (part.kind === "tool_call") this.#calls.set(part.callId, { tool: part.tool, input: part.input });
    }
  }

  #flush(): Event[] {
    const group = this.#group;
    if (!group) return [];
    this.#group = null;
    return [...this.#ensureTurn(), ...wholeMessage(group).map((body) => this.#wrap(body, group.agent))];
  }

  #streamed(event: Record<string, unknown>): Event[] {
    if (event.type === "tool_progress") {
      const callId = textAt(event, "tool_use_id");
      const content = objectAt(event, "content");
      return this.#wrapAll({
        type: "tool.progress",
        callId,
        tool: this.#calls.get(callId)?.tool ?? "",
        progress: {
          kind: "status",
          elapsedMs: numberAt(content, "elapsedMs"),
          totalBytes: numberAt(content, "totalBytes"),
          totalLines: numberAt(content, "totalLines"),
        },
      }, null);
    }
    const out = event.type === "message_start" ? [...this.#flush(), ...this.#ensureTurn()] : [];
    if (event.type === "message_start") this.#live = new LiveMessage(objectAt(event, "message"), this.#protocol);
    const live = this.#live;
    if (!live) return out;
    out.push(...live.read(event).map((body) => this.#wrap(body)));
    if (event.type === "message_stop") {
      this.#learnCalls(live.parts);
      this.#live = null;
    }
    return out;
  }

  #user(record: Record<string, unknown>, agent: string | null): Event[] {
    if (record.isReplay === true) return [];
    const out: Event[] = [];
    const parts: Part[] = [];
    for (const block of objectsAt(objectAt(record, "message"), "content")) {
      if (block.type === "text") parts.push({ kind: "text", text: textAt(block, "text") });
      else if (block.type === "tool_result") out.push(this.#wrap(this.#toolResult(block), agent));
    }
    if (parts.length === 0) return out;
    const message = { id: textAt(record, "uuid"), role: "user" as const, parts };
    const origin = agent === null ? "notification" as const : "agent_prompt" as const;
    return [...out, this.#wrap({ type: "message.added", message, origin }, agent)];
  }

  #toolResult(block: Record<string, unknown>): EventBody {
    const callId = textAt(block, "tool_use_id");
    const call = this.#calls.get(callId) ?? { tool: "", input: {} };
    const text = typeof block.content === "string"
      ? block.content
      : objectsAt(block, "content").map((item) => textAt(item, "text")).join("");
    return {
      type: "tool.completed",
      callId,
      ...call,
      toolKind: "other",
      output: [{ kind: "text", text }],
      display: null,
      isError: block.is_error === true,
      durationMs: 0,
      denial: null,
    };
  }

  #ask(record: Record<string, unknown>): EventBody | null {
    const ask = askOf(objectAt(record, "request"), this.#protocol);
    return ask && { type: "ask.opened", askId: textAt(record, "request_id"), ask };
  }

  #result(record: Record<string, unknown>): Event[] {
    const outcome = outcomeOf(record);
    // A failure that was repeated as an assistant line was no message of the model.
    const group = this.#group;
    const told = group?.parts.length === 1 && group.parts[0].kind === "text" ? group.parts[0].text : null;
    if (outcome.kind === "failed" && told !== null && told === outcome.problem.message) this.#group = null;
    const out = [...this.#flush(), ...this.#ensureTurn()];
    const promptId = this.#promptId ?? "";
    this.#promptId = null;
    this.#live = null;
    const facts = resultFacts(record, this.#protocol);
    return [...out, this.#wrap(turnEnd(promptId, cleaned(outcome), facts))];
  }
}

/** Removes the frame around the message of a provider's failure. */
function cleaned(outcome: ReturnType<typeof outcomeOf>): ReturnType<typeof outcomeOf> {
  if (outcome.kind !== "failed") return outcome;
  const message = /^\[?API Error: (.*?)\]?$/s.exec(outcome.problem.message)?.[1];
  return message === undefined ? outcome : { ...outcome, problem: { ...outcome.problem, message } };
}
