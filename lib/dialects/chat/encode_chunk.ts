import { type Part, textOf, type ToolCall } from "../../model/content.ts";
import type { Event, TurnCompleted } from "../../model/event.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import { hasAnsi } from "./ansi.ts";
import { terminal, thought } from "./annotations.ts";
import { sideLines } from "./encode_side.ts";
import {
  argumentsText,
  endAnnotation,
  fingerprint,
  finishReason,
  frame,
  NOTED,
  receipt,
  summary,
  wireUsage,
} from "./line.ts";
import { notes } from "./notes.ts";
import { cancelledLine } from "./side.ts";
import type { Speaker, Talk } from "./talk.ts";
import { callDisplay, completedNotes, confirmingNotes, progressNotes, ToolOutputs } from "./tool_notes.ts";
import type { Annotation, ChatLine, ChunkLine, Delta, FinishReason, Metadata } from "../../../schemas/chat/out.gen.ts";

/** The lines of events as increments. One for each conversation: it remembers what was sent already. */
export class ChunkEncoder {
  readonly #talk: Talk;
  readonly #streams = new Map<string, ChunkStream>();

  constructor(talk: Talk) {
    this.#talk = talk;
  }

  encode(event: Event): ChatLine[] {
    const stream = this.#stream(event.sessionId);
    if (event.type === "reply" && event.result.kind === "noted") return stream.note(event, event.result.promptId);
    const side = sideLines(event, this.#talk);
    if (event.type === "session.ended") this.#streams.delete(event.sessionId);
    if (!side) return stream.encode(event);
    return event.type === "ask.opened" ? [...stream.confirm(event), ...side] : side;
  }

  #stream(sessionId: string): ChunkStream {
    let stream = this.#streams.get(sessionId);
    if (!stream) this.#streams.set(sessionId, stream = new ChunkStream(this.#talk, sessionId));
    return stream;
  }
}

/** The chunks of one session. */
class ChunkStream {
  readonly #talk: Talk;
  readonly #speaker: Speaker;
  readonly #outputs = new ToolOutputs();
  /** Index on the wire of each tool-call part of the current message. */
  readonly #callIndex = new Map<number, number>();
  /** Parts of the current message of which something was sent. */
  readonly #sent = new Set<number>();
  #messageId: string | null = null;
  /** Whether a turn is running: outside of one, annotations wait. */
  #isOpen = false;
  /** Whether the role has to be named again, after a pause. */
  #needsRole = false;
  /** The number of tool calls in this turn. */
  #calls = 0;

  constructor(talk: Talk, sessionId: string) {
    this.#talk = talk;
    this.#speaker = talk.speaker(sessionId);
  }

  encode(event: Event): ChatLine[] {
    switch (event.type) {
      case "session.started":
        this.#speaker.learn(event.session);
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

  /** Shows that a call waits for the host's word. */
  confirm(event: Event & { type: "ask.opened" }): ChatLine[] {
    return this.#isOpen ? this.#beside(event, confirmingNotes(event, this.#speaker)) : [];
  }

  /** A prompt that joined the conversation without the model: a whole stream with nothing in it. */
  note(event: Event, promptId: string): ChatLine[] {
    this.#speaker.promptId = promptId;
    return [
      this.#first(event),
      this.#chunk(event, {}, { finish: "stop" }),
      this.#usage(event, { usage: NO_USAGE, metadata: NOTED }),
    ];
  }

  #begin(event: Event & { type: "turn.started" }): ChatLine[] {
    const speaker = this.#speaker;
    speaker.learn(event.session);
    speaker.begin(event.promptId);
    this.#isOpen = true;
    this.#needsRole = false;
    this.#calls = 0;
    return [this.#first(event), ...this.#beside(event, [])];
  }

  /** The chunk that names the role; the first of a session brings the receipt. */
  #first(event: Event): ChunkLine {
    const speaker = this.#speaker;
    const first = this.#chunk(event, { role: "assistant" });
    if (speaker.isIntroduced) return first;
    speaker.isIntroduced = true;
    first.system_fingerprint = fingerprint(this.#talk, speaker);
    Object.assign(first.metadata, receipt(this.#talk, speaker));
    return first;
  }

  /** Whatever happens inside a turn. The words of sub-agents show in the display of their tool. */
  #said(event: Event): ChatLine[] {
    const speaker = this.#speaker;
    if (!this.#isOpen) {
      speaker.hold(...notes(event, speaker));
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
        return this.#beside(event, [callDisplay(event, { status: "Executing", speaker, event })]);
      case "tool.progress":
        return this.#beside(event, progressNotes(event, { speaker, outputs: this.#outputs }));
      case "tool.completed":
        return this.#beside(event, completedNotes(event, { speaker, outputs: this.#outputs }));
      default:
        return this.#beside(event, notes(event, speaker));
    }
  }

  #speak(event: Event): ChatLine[] {
    switch (event.type) {
      case "message.started":
        this.#beginMessage(event.messageId);
        this.#speaker.model = event.model;
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
      lines.push(...this.#beside(event, [thought(part.text, this.#speaker.stamp(event))]));
    } else if (part.kind === "tool_call") {
      lines.push(...this.#beside(event, [callDisplay(part, { status: "Pending", speaker: this.#speaker, event })]));
    }
    return lines;
  }

  #endMessage(event: Event & { type: "message.completed" }): ChatLine[] {
    if (this.#messageId !== event.messageId) this.#beginMessage(event.messageId);
    const lines = event.parts.flatMap((part, index) => this.#catchUp(event, { part, index }));
    const text = textOf(event.parts);
    this.#speaker.lastText = text;
    if (hasAnsi(text)) {
      const stamp = this.#speaker.stamp(event);
      lines.push(...this.#beside(event, [terminal(text, { channel: "stdout", source: "assistant", ...stamp })]));
    }
    return lines;
  }

  /** Sends what no increment has sent. */
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

  /** Numbers a call, without gaps through the whole turn, so that accumulators keep the rounds apart. */
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
    this.#speaker.promptId = event.promptId;
    const lines: ChatLine[] = outcome.kind === "interrupted" ? [cancelledLine(event.sessionId, event.promptId)] : [];
    lines.push(...this.#beside(event, endAnnotation(event, this.#speaker)));
    lines.push(
      this.#chunk(event, {}, { finish: turnFinish(event) }),
      this.#usage(event, { usage: event.usage, metadata: summary(event) }),
    );
    this.#isOpen = false;
    this.#outputs.clear();
    return lines;
  }

  /** A chunk of nothing but annotations; none when there is nothing to say. */
  #beside(event: Event, annotations: Annotation[]): ChatLine[] {
    const said = this.#speaker.release(...annotations);
    return said.length === 0 ? [] : [this.#chunk(event, { annotations: said })];
  }

  #chunk(event: Event, delta: Delta, { finish = null }: { finish?: FinishReason | null } = {}): ChunkLine {
    return {
      object: "chat.completion.chunk",
      ...frame(this.#speaker, event),
      choices: [{ index: 0, delta, finish_reason: finish }],
      metadata: this.#speaker.metadata(event),
    };
  }

  #usage(event: Event, facts: { usage: Usage; metadata: Partial<Metadata> }): ChunkLine {
    return {
      object: "chat.completion.chunk",
      ...frame(this.#speaker, event),
      choices: [],
      usage: wireUsage(facts.usage),
      metadata: this.#speaker.metadata(event, facts.metadata),
    };
  }
}

function textDelta(kind: "text" | "thinking", text: string): Delta {
  return kind === "text" ? { content: text } : { reasoning_content: text };
}

/** How the finishing chunk of a turn ends; `tool_calls` belongs to pauses. */
function turnFinish({ outcome }: TurnCompleted): FinishReason {
  if (outcome.kind === "failed") return "error";
  if (outcome.kind !== "done" || outcome.stop.reason === "tool_calls") return "stop";
  return finishReason(outcome.stop.reason);
}
