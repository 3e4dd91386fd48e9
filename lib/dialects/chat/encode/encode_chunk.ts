import { type Part, textOf, type ToolCall } from "../../../model/content.ts";
import type { Event, TurnCompleted } from "../../../model/event.ts";
import { NO_USAGE, type Usage } from "../../../model/usage.ts";
import { hasAnsi } from "./ansi.ts";
import { terminal, thought } from "./annotations.ts";
import { sideLines } from "./encode_side.ts";
import {
  argumentsText,
  endAnnotation,
  fingerprint,
  finishReason,
  frame,
  isTruncated,
  NOTED,
  receipt,
  summary,
  wireUsage,
} from "../line.ts";
import { notes } from "./notes.ts";
import { cancelledLine, compactedLines } from "./side_lines.ts";
import type { ChatSession, ChatState } from "../chat_state.ts";
import { callDisplay, completedNotes, confirmingNotes, progressNotes, ToolOutputs } from "./tool_notes.ts";
import type {
  Annotation,
  ChatLine,
  ChunkLine,
  Delta,
  FinishReason,
  Metadata,
} from "../../../../schemas/chat/out.gen.ts";

/** Folds events into incremental lines. It remembers what was sent, so each conversation has its own. */
export class ChunkEncoder {
  readonly #state: ChatState;
  readonly #streams = new Map<string, ChunkStream>();

  constructor(state: ChatState) {
    this.#state = state;
  }

  encode(event: Event): ChatLine[] {
    const stream = this.#stream(event.sessionId);
    if (event.type === "reply" && event.result.kind === "noted") return stream.note(event, event.result.promptId);
    const side = sideLines(event, this.#state);
    if (event.type === "session.ended") this.#streams.delete(event.sessionId);
    if (!side) return stream.encode(event);
    return event.type === "ask.opened" ? [...stream.confirm(event), ...side] : side;
  }

  /** Forgets a session. */
  forget(sessionId: string): void {
    this.#streams.delete(sessionId);
  }

  #stream(sessionId: string): ChunkStream {
    let stream = this.#streams.get(sessionId);
    if (!stream) this.#streams.set(sessionId, stream = new ChunkStream(this.#state, sessionId));
    return stream;
  }
}

/** The chunks of one session. */
class ChunkStream {
  readonly #state: ChatState;
  readonly #session: ChatSession;
  readonly #outputs = new ToolOutputs();
  /** Index on the wire of each tool-call part of the current message. */
  readonly #callIndex = new Map<number, number>();
  /** Parts of the current message that were sent at least partly. */
  readonly #sent = new Set<number>();
  #messageId: string | null = null;
  /** Whether a turn is running; outside a turn, annotations are kept. */
  #isOpen = false;
  /** Whether the role has to be sent again, after a pause. */
  #needsRole = false;
  /** The number of tool calls in this turn. */
  #calls = 0;

  constructor(state: ChatState, sessionId: string) {
    this.#state = state;
    this.#session = state.session(sessionId);
  }

  encode(event: Event): ChatLine[] {
    switch (event.type) {
      case "session.started":
        this.#session.learn(event.session);
        return [];
      case "turn.started":
        return this.#begin(event);
      case "turn.paused":
        return this.#pause(event);
      case "turn.completed":
        return this.#end(event);
      default:
        return this.#said(event);
    }
  }

  /** Shows that a call waits for the host's permission. */
  confirm(event: Event & { type: "ask.opened" }): ChatLine[] {
    return this.#isOpen ? this.#beside(event, confirmingNotes(event, this.#session)) : [];
  }

  /** A prompt that joined the conversation without a model call: a complete but empty stream. */
  note(event: Event, promptId: string): ChatLine[] {
    this.#session.promptId = promptId;
    return [
      this.#first(event),
      this.#chunk(event, {}, { finish: "stop" }),
      this.#usage(event, { usage: NO_USAGE, metadata: NOTED }),
    ];
  }

  #begin(event: Event & { type: "turn.started" }): ChatLine[] {
    const session = this.#session;
    session.learn(event.session);
    session.begin(event.promptId);
    this.#isOpen = true;
    this.#needsRole = false;
    this.#calls = 0;
    return [this.#first(event), ...this.#beside(event, [])];
  }

  /** The chunk with the role; the first one of a session carries the receipt. */
  #first(event: Event): ChunkLine {
    const session = this.#session;
    const first = this.#chunk(event, { role: "assistant" });
    if (session.isIntroduced) return first;
    session.isIntroduced = true;
    first.system_fingerprint = fingerprint(this.#state, session);
    Object.assign(first.metadata, receipt(this.#state, session));
    return first;
  }

  /** Events inside a turn. The text of sub-agents appears in the display of their tool. */
  #said(event: Event): ChatLine[] {
    const session = this.#session;
    if (!this.#isOpen) {
      if (event.type === "history.compacted") return compactedLines(event, session);
      session.hold(...notes(event, session));
      return [];
    }
    switch (event.type) {
      case "message.started":
      case "part.started":
      case "part.delta":
      case "part.completed":
      case "message.completed":
        return event.agent === null ? this.#speak(event) : [];
      case "tool.started":
        return this.#beside(event, [callDisplay(event, { status: "Executing", session, event })]);
      case "tool.progress":
        return this.#beside(event, progressNotes(event, { session, outputs: this.#outputs }));
      case "tool.completed":
        return this.#beside(event, completedNotes(event, { session, outputs: this.#outputs }));
      default:
        return this.#beside(event, notes(event, session));
    }
  }

  #speak(event: Event): ChatLine[] {
    switch (event.type) {
      case "message.started":
        this.#beginMessage(event.messageId);
        this.#session.model = event.model;
        if (!this.#needsRole) return [];
        this.#needsRole = false;
        return [this.#chunk(event, { role: "assistant" })];
      case "part.started":
        return this.#beginPart(event);
      case "part.delta":
        this.#sent.add(event.index);
        return [this.#chunk(event, this.#increment(event))];
      case "part.completed":
        return this.#endPart(event);
      case "message.completed":
        return this.#endMessage(event);
      default:
        return [];
    }
  }

  #beginMessage(messageId: string): void {
    this.#messageId = messageId;
    this.#callIndex.clear();
    this.#sent.clear();
  }

  #beginPart(event: Event & { type: "part.started" }): ChatLine[] {
    const { part, index } = event;
    if (part.kind === "tool_call") return [this.#openCall(event, { part, index, text: "" })];
    if ((part.kind !== "text" && part.kind !== "thinking") || part.text === "") return [];
    this.#sent.add(index);
    return [this.#chunk(event, textDelta(part.kind, part.text))];
  }

  #increment(event: Event & { type: "part.delta" }): Delta {
    if (event.kind !== "tool_call") return textDelta(event.kind, event.delta);
    const index = this.#callIndex.get(event.index) ?? Math.max(0, this.#calls - 1);
    return { tool_calls: [{ index, function: { arguments: event.delta } }] };
  }

  #endPart(event: Event & { type: "part.completed" }): ChatLine[] {
    const { part } = event;
    const lines = this.#catchUp(event, event);
    if (part.kind === "thinking" && part.text !== "") {
      lines.push(...this.#beside(event, [thought(part.text, this.#session.stamp(event))]));
    } else if (part.kind === "tool_call") {
      lines.push(...this.#beside(event, [callDisplay(part, { status: "Pending", session: this.#session, event })]));
    }
    return lines;
  }

  #endMessage(event: Event & { type: "message.completed" }): ChatLine[] {
    if (this.#messageId !== event.messageId) this.#beginMessage(event.messageId);
    const lines = event.parts.flatMap((part, index) => this.#catchUp(event, { part, index }));
    const text = textOf(event.parts);
    this.#session.lastText = text;
    if (hasAnsi(text)) {
      const stamp = this.#session.stamp(event);
      lines.push(...this.#beside(event, [terminal(text, { channel: "stdout", source: "assistant", ...stamp })]));
    }
    return lines;
  }

  /** Sends the text that no increment has sent. */
  #catchUp(event: Event, { part, index }: { part: Part; index: number }): ChatLine[] {
    if (this.#sent.has(index)) return [];
    this.#sent.add(index);
    if (part.kind === "text" || part.kind === "thinking") {
      return part.text === "" ? [] : [this.#chunk(event, textDelta(part.kind, part.text))];
    }
    if (part.kind !== "tool_call") return [];
    const text = argumentsText(part.input);
    const known = this.#callIndex.get(index);
    if (known === undefined) return [this.#openCall(event, { part, index, text })];
    return [this.#chunk(event, { tool_calls: [{ index: known, function: { arguments: text } }] })];
  }

  /** Numbers the calls of a turn without gaps, so that accumulators keep its rounds apart. */
  #openCall(event: Event, facts: { part: ToolCall; index: number; text: string }): ChatLine {
    const index = this.#calls++;
    this.#callIndex.set(facts.index, index);
    const { callId, tool } = facts.part;
    return this.#chunk(event, {
      tool_calls: [{ index, id: callId, type: "function", function: { name: tool, arguments: facts.text } }],
    });
  }

  #pause(event: Event & { type: "turn.paused" }): ChatLine[] {
    this.#needsRole = true;
    const lines = this.#beside(event, []);
    lines.push(
      this.#chunk(event, {}, { finish: "tool_calls" }),
      this.#usage(event, { usage: event.usage, metadata: { event: "pause" } }),
    );
    return lines;
  }

  #end(event: Event & TurnCompleted): ChatLine[] {
    const { outcome } = event;
    this.#session.promptId = event.promptId;
    const lines: ChatLine[] = outcome.kind === "interrupted" ? [cancelledLine(event.sessionId, event.promptId)] : [];
    lines.push(...this.#beside(event, endAnnotation(event, this.#session)));
    lines.push(
      this.#chunk(event, failureDelta(event), { finish: turnFinish(event) }),
      this.#usage(event, { usage: event.usage, metadata: summary(event) }),
    );
    this.#isOpen = false;
    this.#outputs.clear();
    return lines;
  }

  /** A chunk with only annotations; none when there are no annotations. */
  #beside(event: Event, annotations: Annotation[]): ChatLine[] {
    const said = this.#session.release(...annotations);
    return said.length === 0 ? [] : [this.#chunk(event, { annotations: said })];
  }

  #chunk(event: Event, delta: Delta, { finish = null }: { finish?: FinishReason | null } = {}): ChunkLine {
    return {
      object: "chat.completion.chunk",
      ...frame(this.#session, event),
      choices: [{ index: 0, delta, finish_reason: finish }],
      metadata: this.#session.metadata(event),
    };
  }

  #usage(event: Event, facts: { usage: Usage; metadata: Partial<Metadata> }): ChunkLine {
    return {
      object: "chat.completion.chunk",
      ...frame(this.#session, event),
      choices: [],
      usage: wireUsage(facts.usage),
      metadata: this.#session.metadata(event, facts.metadata),
    };
  }
}

function textDelta(kind: "text" | "thinking", text: string): Delta {
  return kind === "text" ? { content: text } : { reasoning_content: text };
}

/** The text of a failed turn, which no message has sent. */
function failureDelta({ outcome }: TurnCompleted): Delta {
  return outcome.kind === "failed" ? { content: outcome.text || outcome.problem.message } : {};
}

/** The finish reason of a turn's last chunk; `tool_calls` is reserved for pauses. */
function turnFinish(turn: TurnCompleted): FinishReason {
  const { outcome } = turn;
  if (isTruncated(turn)) return "length";
  if (outcome.kind !== "done" || outcome.stop.reason === "tool_calls") return "stop";
  return finishReason(outcome.stop.reason);
}
