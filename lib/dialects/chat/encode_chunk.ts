import type { Part } from "../../model/content.ts";
import { textOf } from "../../model/content.ts";
import type { Event, ToolCompleted, TurnCompleted } from "../../model/event.ts";
import { AnsiReader, hasAnsi } from "./ansi.ts";
import { rawAnsi, terminal, thought, toolDisplay } from "./annotations.ts";
import { sideLines } from "./encode_side.ts";
import { argumentsText, endAnnotation, fingerprint, finishReason, frame, receipt, summary, wireUsage } from "./line.ts";
import { notes } from "./notes.ts";
import { cancelledLine } from "./side.ts";
import type { Speaker, Talk } from "./talk.ts";
import { completedDisplay, completedStatus, outputText, progressDisplay, wireConfirmation } from "./tool_display.ts";
import type { Annotation, ChatLine, ChunkLine, Delta, FinishReason, Metadata, ToolStatus, WireUsage } from "./wire.ts";

/** What chunks of one session depend on besides the session itself. */
class Stream {
  /** Whether a turn is running: outside of one, annotations wait. */
  isOpen = false;
  /** Whether the next chunk has to name the role again, after a pause. */
  needsRole = false;
  /** The number of tool calls in this turn. */
  calls = 0;
  /** Index on the wire of each tool-call part of the current message. */
  readonly callIndex = new Map<number, number>();
  /** Parts of the current message of which something was sent. */
  readonly sent = new Set<number>();
  messageId: string | null = null;
  /** Readers of the output of running tools. */
  readonly outputs = new Map<string, AnsiReader>();

  beginMessage(messageId: string): void {
    this.messageId = messageId;
    this.callIndex.clear();
    this.sent.clear();
  }
}

/** The lines of events as increments. One for each conversation: it remembers what was sent already. */
export class ChunkEncoder {
  readonly #talk: Talk;
  readonly #streams = new Map<string, Stream>();

  constructor(talk: Talk) {
    this.#talk = talk;
  }

  encode(event: Event): ChatLine[] {
    const speaker = this.#talk.speaker(event.sessionId);
    if (event.type === "session.ended") this.#streams.delete(event.sessionId);
    const side = sideLines(event, this.#talk);
    if (side) return event.type === "ask.opened" ? [...this.#confirming(event, speaker), ...side] : side;
    const stream = this.#stream(event.sessionId);
    switch (event.type) {
      case "session.started":
        speaker.learn(event.session);
        return [];
      case "turn.started":
        return this.#begin(event, speaker, stream);
      case "turn.paused":
        return this.#pause(event, speaker, stream);
      case "turn.completed":
        return this.#end(event, speaker, stream);
      default:
        return this.#said(event, speaker, stream);
    }
  }

  #stream(sessionId: string): Stream {
    let stream = this.#streams.get(sessionId);
    if (!stream) this.#streams.set(sessionId, stream = new Stream());
    return stream;
  }

  #begin(event: Event & { type: "turn.started" }, speaker: Speaker, stream: Stream): ChatLine[] {
    speaker.learn(event.session);
    speaker.begin(event.promptId);
    stream.isOpen = true;
    stream.needsRole = false;
    stream.calls = 0;
    const first = chunk(speaker, event, { delta: { role: "assistant" } });
    if (speaker.isIntroduced) return [first, ...this.#beside(event, speaker, [])];
    speaker.isIntroduced = true;
    first.system_fingerprint = fingerprint(this.#talk, speaker);
    Object.assign(first.metadata, receipt(this.#talk, speaker));
    return [first, ...this.#beside(event, speaker, [])];
  }

  /** Whatever happens inside a turn. */
  #said(event: Event, speaker: Speaker, stream: Stream): ChatLine[] {
    if (!stream.isOpen) {
      speaker.hold(...notes(event, speaker));
      return [];
    }
    const lines = event.agent === null ? this.#mainSaid(event, speaker, stream) : [];
    if (event.type === "tool.started" || event.type === "tool.progress" || event.type === "tool.completed") {
      return [...lines, ...this.#beside(event, speaker, toolNotes(event, speaker, stream))];
    }
    return [...lines, ...this.#beside(event, speaker, notes(event, speaker))];
  }

  /** The words of the main agent; those of sub-agents show in their tool's display. */
  #mainSaid(event: Event, speaker: Speaker, stream: Stream): ChatLine[] {
    switch (event.type) {
      case "message.started":
        stream.beginMessage(event.messageId);
        speaker.model = event.model;
        if (!stream.needsRole) return [];
        stream.needsRole = false;
        return [chunk(speaker, event, { delta: { role: "assistant" } })];
      case "part.started":
        return this.#part(event, speaker, stream);
      case "part.delta":
        stream.sent.add(event.index);
        return [chunk(speaker, event, { delta: increment(event, stream) })];
      case "part.completed":
        return this.#completePart(event, speaker, stream);
      case "message.completed":
        return this.#completeMessage(event, speaker, stream);
      default:
        return [];
    }
  }

  #part(event: Event & { type: "part.started" }, speaker: Speaker, stream: Stream): ChatLine[] {
    const { part, index } = event;
    if (part.kind === "tool_call") {
      const number = stream.calls++;
      stream.callIndex.set(index, number);
      const opening = { index: number, id: part.callId, type: "function" as const };
      return [chunk(speaker, event, {
        delta: { tool_calls: [{ ...opening, function: { name: part.tool, arguments: "" } }] },
      })];
    }
    if ((part.kind !== "text" && part.kind !== "thinking") || part.text === "") return [];
    stream.sent.add(index);
    return [chunk(speaker, event, { delta: textDelta(part.kind, part.text) })];
  }

  #completePart(event: Event & { type: "part.completed" }, speaker: Speaker, stream: Stream): ChatLine[] {
    const lines = this.#catchUp(event, { part: event.part, index: event.index }, { speaker, stream });
    const stamp = speaker.stamp(event);
    if (event.part.kind === "thinking" && event.part.text !== "") {
      return [...lines, ...this.#beside(event, speaker, [thought(event.part.text, stamp)])];
    }
    if (event.part.kind !== "tool_call") return lines;
    const { callId, tool } = event.part;
    return [...lines, ...this.#beside(event, speaker, [display({ callId, tool }, "Pending", { speaker, event })])];
  }

  /** Sends what no increment has sent. */
  #catchUp(
    event: Event,
    { part, index }: { part: Part; index: number },
    { speaker, stream }: { speaker: Speaker; stream: Stream },
  ): ChatLine[] {
    if (stream.sent.has(index)) return [];
    stream.sent.add(index);
    if (part.kind === "text" || part.kind === "thinking") {
      return part.text === "" ? [] : [chunk(speaker, event, { delta: textDelta(part.kind, part.text) })];
    }
    if (part.kind !== "tool_call") return [];
    const text = argumentsText(part.input);
    const known = stream.callIndex.get(index);
    if (known !== undefined) {
      return [chunk(speaker, event, { delta: { tool_calls: [{ index: known, function: { arguments: text } }] } })];
    }
    const number = stream.calls++;
    stream.callIndex.set(index, number);
    const call = { index: number, id: part.callId, type: "function" as const };
    return [chunk(speaker, event, {
      delta: { tool_calls: [{ ...call, function: { name: part.tool, arguments: text } }] },
    })];
  }

  #completeMessage(event: Event & { type: "message.completed" }, speaker: Speaker, stream: Stream): ChatLine[] {
    if (stream.messageId !== event.messageId) stream.beginMessage(event.messageId);
    const lines = event.parts.flatMap((part, index) => this.#catchUp(event, { part, index }, { speaker, stream }));
    const text = textOf(event.parts);
    speaker.lastText = text;
    if (!hasAnsi(text)) return lines;
    const shown = terminal(text, { channel: "stdout", source: "assistant", ...speaker.stamp(event) });
    return [...lines, ...this.#beside(event, speaker, [shown])];
  }

  #confirming(event: Event & { type: "ask.opened" }, speaker: Speaker): ChatLine[] {
    if (event.ask.kind !== "permission" || !this.#stream(event.sessionId).isOpen) return [];
    const { callId, tool, confirmation } = event.ask;
    const shown = display({ callId, tool }, "Confirming", { speaker, event });
    return this.#beside(event, speaker, [{ ...shown, confirmation: wireConfirmation(confirmation) }]);
  }

  #pause(event: Event & { type: "turn.paused" }, speaker: Speaker, stream: Stream): ChatLine[] {
    stream.needsRole = true;
    return [
      ...this.#beside(event, speaker, []),
      chunk(speaker, event, { delta: {}, finish: "tool_calls" }),
      usageChunk(speaker, event, { usage: wireUsage(event.usage), metadata: { event: "pause" } }),
    ];
  }

  #end(event: Event & TurnCompleted, speaker: Speaker, stream: Stream): ChatLine[] {
    const { outcome } = event;
    speaker.promptId = event.promptId;
    const lines: ChatLine[] = outcome.kind === "interrupted" ? [cancelledLine(event.sessionId, event.promptId)] : [];
    lines.push(...this.#beside(event, speaker, endAnnotation(event, speaker)));
    const finish = outcome.kind === "done" ? finishReason(outcome.stop.reason) : outcome.kind;
    lines.push(
      chunk(speaker, event, { delta: {}, finish: finish === "failed" ? "error" : asFinish(finish) }),
      usageChunk(speaker, event, { usage: wireUsage(event.usage), metadata: summary(event) }),
    );
    stream.isOpen = false;
    stream.outputs.clear();
    return lines;
  }

  /** A chunk of nothing but annotations; none when there is nothing to say. */
  #beside(event: Event, speaker: Speaker, annotations: Annotation[]): ChatLine[] {
    const said = speaker.release(...annotations);
    return said.length === 0 ? [] : [chunk(speaker, event, { delta: { annotations: said } })];
  }
}

function asFinish(finish: string): FinishReason {
  return finish === "length" || finish === "content_filter" ? finish : "stop";
}

function chunk(speaker: Speaker, event: Event, facts: { delta: Delta; finish?: FinishReason }): ChunkLine {
  return {
    object: "chat.completion.chunk",
    ...frame(speaker, event),
    choices: [{ index: 0, delta: facts.delta, finish_reason: facts.finish ?? null }],
    metadata: speaker.metadata(event),
  };
}

function usageChunk(
  speaker: Speaker,
  event: Event,
  facts: { usage: WireUsage; metadata: Partial<Metadata> },
): ChunkLine {
  return {
    object: "chat.completion.chunk",
    ...frame(speaker, event),
    choices: [],
    usage: facts.usage,
    metadata: speaker.metadata(event, facts.metadata),
  };
}

function textDelta(kind: "text" | "thinking", text: string): Delta {
  return kind === "text" ? { content: text } : { reasoning_content: text };
}

function increment(event: Event & { type: "part.delta" }, stream: Stream): Delta {
  if (event.kind !== "tool_call") return textDelta(event.kind, event.delta);
  const index = stream.callIndex.get(event.index) ?? Math.max(0, stream.calls - 1);
  return { tool_calls: [{ index, function: { arguments: event.delta } }] };
}

function display(
  call: { callId: string; tool: string },
  status: ToolStatus,
  { speaker, event }: { speaker: Speaker; event: Event },
): ReturnType<typeof toolDisplay> {
  return toolDisplay({
    tool_call_id: call.callId,
    tool_name: call.tool,
    session_id: speaker.sessionId,
    status,
    ...speaker.stamp(event),
  });
}

type ToolEvent = Event & ({ type: "tool.started" } | { type: "tool.progress" } | ToolCompleted);

/** What a tool's life looks like from outside. */
function toolNotes(event: ToolEvent, speaker: Speaker, stream: Stream): Annotation[] {
  const stamp = speaker.stamp(event);
  if (event.type === "tool.started") return [display(event, "Executing", { speaker, event })];
  if (event.type === "tool.completed") return completedNotes(event, speaker, stream);
  const shown = progressDisplay(event.progress);
  if (!shown) return [];
  const annotations: Annotation[] = [{ ...display(event, "Executing", { speaker, event }), result_display: shown }];
  if (event.progress.kind !== "output") return annotations;
  const { channel, text } = event.progress;
  const key = `${event.callId} ${channel}`;
  let reader = stream.outputs.get(key);
  if (!reader) stream.outputs.set(key, reader = new AnsiReader());
  annotations.push(terminal(reader.read(text), {
    channel,
    source: "tool",
    tool_call_id: event.callId,
    log_scope: "tool",
    ...stamp,
  }));
  return annotations;
}

function completedNotes(event: Event & ToolCompleted, speaker: Speaker, stream: Stream): Annotation[] {
  const stamp = speaker.stamp(event);
  const annotations: Annotation[] = [{
    ...display(event, completedStatus(event), { speaker, event }),
    result_display: completedDisplay(event),
  }];
  const facts = { source: "tool" as const, tool_call_id: event.callId, log_scope: "tool" as const, ...stamp };
  let isStreamed = false;
  for (const channel of ["stdout", "stderr"] as const) {
    const reader = stream.outputs.get(`${event.callId} ${channel}`);
    if (!reader) continue;
    isStreamed = true;
    stream.outputs.delete(`${event.callId} ${channel}`);
    const rest = reader.end();
    if (rest.ansi.length > 0) annotations.push(terminal(rest, { channel, ...facts }));
    const restore = reader.restore();
    if (restore !== "") annotations.push(rawAnsi(restore, stamp));
  }
  const text = event.display?.kind === "text" ? event.display.text : outputText(event.output);
  if (!isStreamed && event.denial === null && (event.toolKind === "exec" || hasAnsi(text))) {
    annotations.push(terminal(text, { channel: "stdout", ...facts }));
  }
  return annotations;
}
