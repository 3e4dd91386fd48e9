import type { Part } from "../../model/content.ts";
import type { Event, EventBody, SessionInfo } from "../../model/event.ts";
import type { Json } from "../../model/json.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { Words } from "../agent/words.ts";
import { askOf, blockPart, outcomeOf, resultFacts, sessionOf, systemEvent, usageOf } from "./agent_records.ts";
import { LiveReply } from "./agent_live.ts";
import {
  numberAt,
  objectAt,
  objectsAt,
  type Reader,
  type ReaderOptions,
  Teller,
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

/** Reads the output of `qwen` and `claude`: one reader, with the same table of differences as their encoder. */
export class AgentReader implements Reader {
  readonly #words: Words;
  readonly #teller: Teller;
  /** Calls of the turn, so that results can name their tool. */
  readonly #calls = new Map<string, { tool: string; input: Json }>();
  #session: SessionInfo = unknownSession("");
  #turns = 0;
  #promptId: string | null = null;
  /** Assistant lines of one reply, gathered until something else comes. */
  #group: Group | null = null;
  #live: LiveReply | null = null;

  constructor(words: Words, options: ReaderOptions) {
    this.#words = words;
    this.#teller = new Teller(options.at);
  }

  read(record: Record<string, unknown>): Event[] {
    const sessionId = textAt(record, "session_id", this.#session.sessionId);
    const agent = typeof record.parent_tool_use_id === "string" ? record.parent_tool_use_id : null;
    switch (record.type) {
      case "assistant":
        return this.#assistant(record, agent);
      case "stream_event":
        return agent === null ? this.#streamed(objectAt(record, "event")) : [];
      case "system":
        return record.subtype === "init" ? this.#opened(record, sessionId) : this.#told(systemEvent(record), agent);
      case "user":
        return [...this.#flush(), ...this.#user(record, agent)];
      case "result":
        return this.#result(record);
      case "control_request":
        return this.#told(this.#ask(record), agent);
      case "control_cancel_request":
        return this.#told({ type: "ask.closed", askId: textAt(record, "request_id"), by: "interrupt" }, agent);
      default:
        return [];
    }
  }

  end(): Event[] {
    return this.#flush();
  }

  #tell(body: EventBody, agent: string | null = null): Event {
    return this.#teller.tell(this.#session.sessionId, body, { agent });
  }

  #told(body: EventBody | null, agent: string | null): Event[] {
    const before = this.#flush();
    return body === null ? before : [...before, this.#tell(body, agent)];
  }

  #opened(record: Record<string, unknown>, sessionId: string): Event[] {
    const out = this.#flush();
    const isNew = sessionId !== this.#session.sessionId;
    if (isNew) this.#turns = 0;
    this.#session = sessionOf(record, this.#words);
    if (isNew) out.push(this.#tell({ type: "session.started", session: this.#session }));
    return [...out, ...this.#openTurn()];
  }

  #openTurn(): Event[] {
    this.#turns++;
    const promptId = `${this.#session.sessionId}########${this.#turns}`;
    this.#promptId = promptId;
    this.#calls.clear();
    const session = this.#session;
    return [this.#tell({ type: "turn.started", turnId: promptId, promptId, messageId: null, prompt: [], session })];
  }

  #ensureTurn(): Event[] {
    return this.#promptId === null ? this.#openTurn() : [];
  }

  #assistant(record: Record<string, unknown>, agent: string | null): Event[] {
    const message = objectAt(record, "message");
    const usage = usageOf(objectAt(message, "usage"), this.#words);
    const parts = objectsAt(message, "content").flatMap((block) => blockPart(block, this.#words));
    this.#learnCalls(parts);
    if (this.#live && agent === null) {
      this.#live.addUsage(usage);
      return [];
    }
    const messageId = textAt(message, "id");
    // Where lines carry the id of their reply, another id is another reply.
    const isOther = this.#words.lines === "block" && this.#group?.messageId !== messageId;
    const out = this.#group && (isOther || this.#group.agent !== agent) ? this.#flush() : [];
    this.#group ??= {
      agent,
      messageId,
      model: textAt(message, "model", this.#session.model),
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
    return [...this.#ensureTurn(), ...wholeMessage(group).map((body) => this.#tell(body, group.agent))];
  }

  #streamed(event: Record<string, unknown>): Event[] {
    if (event.type === "tool_progress") {
      const callId = textAt(event, "tool_use_id");
      const content = objectAt(event, "content");
      return this.#told({
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
    if (event.type === "message_start") this.#live = new LiveReply(objectAt(event, "message"), this.#words);
    const live = this.#live;
    if (!live) return out;
    out.push(...live.read(event).map((body) => this.#tell(body)));
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
      else if (block.type === "tool_result") out.push(this.#tell(this.#toolResult(block), agent));
    }
    if (parts.length === 0) return out;
    const message = { id: textAt(record, "uuid"), role: "user" as const, parts };
    const origin = agent === null ? "notification" as const : "agent_prompt" as const;
    return [...out, this.#tell({ type: "message.added", message, origin }, agent)];
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
    const ask = askOf(objectAt(record, "request"), this.#words);
    return ask && { type: "ask.opened", askId: textAt(record, "request_id"), ask };
  }

  #result(record: Record<string, unknown>): Event[] {
    const outcome = outcomeOf(record);
    // A failure that was also told as an assistant line was no message of the model.
    const group = this.#group;
    const told = group?.parts.length === 1 && group.parts[0].kind === "text" ? group.parts[0].text : null;
    if (outcome.kind === "failed" && told !== null && told === outcome.problem.message) this.#group = null;
    const out = [...this.#flush(), ...this.#ensureTurn()];
    const promptId = this.#promptId ?? "";
    this.#promptId = null;
    this.#live = null;
    const facts = resultFacts(record, this.#words);
    return [...out, this.#tell(turnEnd(promptId, cleaned(outcome), facts))];
  }
}

/** The message of a provider's failure without the frame that its client shows it in. */
function cleaned(outcome: ReturnType<typeof outcomeOf>): ReturnType<typeof outcomeOf> {
  if (outcome.kind !== "failed") return outcome;
  const message = /^\[?API Error: (.*?)\]?$/s.exec(outcome.problem.message)?.[1];
  return message === undefined ? outcome : { ...outcome, problem: { ...outcome.problem, message } };
}
