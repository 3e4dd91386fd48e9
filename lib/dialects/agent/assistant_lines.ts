import type { Part, ToolCall } from "../../model/content.ts";
import type { DialectOptions } from "../../model/ports/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { AgentProtocol, Block, EventOf, RecordSource } from "./agent_protocol.ts";

interface OpenBlock {
  kind: "text" | "thinking";
  /** Index of the part that is being streamed into the block. */
  part: number;
  text: string;
}

/** A message that is being streamed. */
interface OpenMessage {
  messageId: string;
  model: string;
  /** Id of the line that is being collected. */
  lineId: string;
  started: boolean;
  /** Index of the next block on the wire. */
  index: number;
  block: OpenBlock | null;
  /** Whether any part was streamed, so that the completed message adds nothing. */
  streamed: boolean;
}

/** Text that is added to a message. */
interface Increment {
  kind: "text" | "thinking";
  /** Index of the part. */
  part: number;
  delta: string;
}

/** Options of assistant lines. */
export interface AssistantLinesOptions extends DialectOptions {
  protocol: AgentProtocol;
  source: RecordSource;
  /** Whether the host gets partial messages. */
  partials: () => boolean;
}

/**
 * Turns the parts of a model's message into assistant lines and stream events. A line is held until the next kind of
 * block begins or the message ends, because only the last line carries usage.
 */
export class AssistantLines {
  readonly #options: AssistantLinesOptions;
  #message: OpenMessage | null = null;
  /** Id of the message whose increments are being sent. */
  #streamedId: string | null = null;

  constructor(options: AssistantLinesOptions) {
    this.#options = options;
  }

  start(event: EventOf<"message.started">): object[] {
    const out = this.close();
    this.#message = {
      messageId: event.messageId,
      model: event.model,
      lineId: "",
      started: false,
      index: 0,
      block: null,
      streamed: false,
    };
    return out;
  }

  partStarted(event: EventOf<"part.started">): object[] {
    const message = this.#message;
    if (!message) return [];
    if (event.part.kind === "tool_call") return this.#endLine(message, null);
    return this.#partText(message, event);
  }

  /** The hot path: one small record for each increment. */
  delta(event: EventOf<"part.delta">): object[] {
    const message = this.#message;
    if (!message || event.kind === "tool_call" || event.delta === "") return [];
    return this.#append(message, { kind: event.kind, part: event.index, delta: event.delta });
  }

  partCompleted(event: EventOf<"part.completed">): object[] {
    const message = this.#message;
    if (!message || message.block?.part === event.index) return [];
    return this.#partText(message, event);
  }

  complete(event: EventOf<"message.completed">): object[] {
    const message = this.#message;
    if (!message) return [];
    const out: object[] = [];
    if (!message.streamed) {
      for (const [index, part] of event.parts.entries()) out.push(...this.#partText(message, { index, part }));
    }
    const calls = event.parts.filter((part): part is ToolCall => part.kind === "tool_call");
    if (calls.length === 0) {
      out.push(...this.#endLine(message, event.usage));
    } else {
      out.push(...this.#endLine(message, null), ...this.#calls(message, { calls, usage: event.usage }));
    }
    out.push(...this.#stop(message, event));
    this.#message = null;
    return out;
  }

  /** Ends a message that was cut off: its text is kept, and every opened block is closed. */
  close(): object[] {
    const message = this.#message;
    if (!message) return [];
    this.#message = null;
    return [...this.#endLine(message, null), ...this.#stop(message, null)];
  }

  /** The calls of a sub-agent's message: one line each, without `message_start` and `message_stop`. */
  agentCalls(event: EventOf<"message.completed">, options: { says: boolean }): object[] {
    const { protocol, ids } = this.#options;
    const out: object[] = [];
    for (const part of event.parts) {
      const block = part.kind === "tool_call" ? this.#callBlock(part) : options.says ? textBlock(part) : null;
      if (!block) continue;
      if (block.type === "tool_use") out.push(...this.#callEvents(block, { index: 0, agent: event.agent }));
      const id = protocol.lines === "kind" ? ids.next() : event.messageId;
      out.push(this.#line({ id, model: event.model, content: [block], usage: null }, event.agent));
    }
    return out;
  }

  #partText(message: OpenMessage, { index, part }: { index: number; part: Part }): object[] {
    if ((part.kind !== "text" && part.kind !== "thinking") || part.text === "") return [];
    return this.#append(message, { kind: part.kind, part: index, delta: part.text });
  }

  #append(message: OpenMessage, { kind, part, delta }: Increment): object[] {
    const block = message.block;
    if (block !== null && block.kind === kind && (block.part === part || this.#options.protocol.lines === "kind")) {
      block.part = part;
      block.text += delta;
      return this.#options.partials() ? [this.#delta(message.index, { kind, delta })] : [];
    }
    const out = this.#endLine(message, null);
    message.streamed = true;
    message.block = { kind, part, text: delta };
    out.push(...this.#begin(message));
    if (this.#options.partials()) {
      const content_block = kind === "text"
        ? { type: "text", text: "" }
        : { type: "thinking", thinking: "", signature: "" };
      out.push(this.#event({ type: "content_block_start", index: message.index, content_block }, null));
      out.push(this.#delta(message.index, { kind, delta }));
    }
    return out;
  }

  #delta(index: number, { kind, delta: text }: Pick<Increment, "kind" | "delta">): object {
    const delta = kind === "text" ? { type: "text_delta", text } : { type: "thinking_delta", thinking: text };
    return this.#event({ type: "content_block_delta", index, delta }, null);
  }

  /** Assigns the id of a new line, and emits `message_start` before the first block. */
  #begin(message: OpenMessage): object[] {
    const { protocol, ids, partials } = this.#options;
    message.lineId = protocol.lines === "kind" ? ids.next() : message.messageId;
    if (!partials() || message.started) return [];
    message.started = true;
    const start = this.#event(
      { type: "message_start", message: protocol.messageStart(message.lineId, message.model) },
      null,
    );
    this.#streamedId = message.lineId;
    return [start];
  }

  #endLine(message: OpenMessage, usage: Usage | null): object[] {
    const block = message.block;
    if (!block) return [];
    message.block = null;
    const out: object[] = [];
    if (this.#options.partials()) {
      out.push(this.#event({ type: "content_block_stop", index: message.index }, null));
    }
    const content: Block = block.kind === "text"
      ? { type: "text", text: block.text }
      : { type: "thinking", thinking: block.text, signature: "" };
    out.push(this.#line({ id: message.lineId, model: message.model, content: [content], usage }, null));
    if (this.#options.protocol.lines === "block") message.index++;
    return out;
  }

  #calls(message: OpenMessage, { calls, usage }: { calls: ToolCall[]; usage: Usage }): object[] {
    const out: object[] = [];
    const blocks = calls.map((call) => this.#callBlock(call));
    const perBlock = this.#options.protocol.lines === "block";
    if (!perBlock) message.index = 0;
    out.push(...this.#begin(message));
    for (const [position, block] of blocks.entries()) {
      out.push(...this.#callEvents(block, { index: message.index++, agent: null }));
      const isLast = position === blocks.length - 1;
      if (!perBlock && !isLast) continue;
      const line = { id: message.lineId, model: message.model, content: perBlock ? [block] : blocks };
      out.push(this.#line({ ...line, usage: isLast ? usage : null }, null));
    }
    return out;
  }

  #callBlock(call: ToolCall): Block & { type: "tool_use" } {
    const { protocol } = this.#options;
    return {
      type: "tool_use",
      id: call.callId,
      name: protocol.tool(call.tool),
      input: asObject(protocol.input(call.tool, call.input)),
    };
  }

  #callEvents(
    block: Block & { type: "tool_use" },
    { index, agent }: { index: number; agent: string | null },
  ): object[] {
    if (!this.#options.partials()) return [];
    const delta = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    return [
      this.#event({ type: "content_block_start", index, content_block: { ...block, input: {} } }, agent),
      this.#event({ type: "content_block_delta", index, delta }, agent),
      this.#event({ type: "content_block_stop", index }, agent),
    ];
  }

  #stop(message: OpenMessage, event: EventOf<"message.completed"> | null): object[] {
    if (!message.started) return [];
    const delta = event ? this.#options.protocol.messageDelta(event.stop, event.usage) : null;
    const stop = this.#event({ type: "message_stop" }, null);
    const out = delta ? [this.#event(delta, null), stop] : [stop];
    this.#streamedId = null;
    return out;
  }

  #line(line: { id: string; model: string; content: Block[]; usage: Usage | null }, agent: string | null): object {
    const { protocol, source } = this.#options;
    // A host resumes a session at a line it has seen, so the last line has the id under which the message is stored.
    const isKept = protocol.lines === "kind" || (line.usage !== null && agent === null);
    return {
      type: "assistant",
      uuid: isKept ? line.id : source.uuid(),
      session_id: source.sessionId,
      parent_tool_use_id: agent,
      message: protocol.message(line),
    };
  }

  #event(event: object, agent: string | null): object {
    const { source, protocol } = this.#options;
    // Clients of qwen-code find the message of an increment by its id.
    const id = protocol.lines === "kind" && agent === null ? this.#streamedId : null;
    return {
      type: "stream_event",
      uuid: source.uuid(),
      session_id: source.sessionId,
      parent_tool_use_id: agent,
      event: id === null ? event : { ...event, message_id: id },
    };
  }
}

function textBlock(part: Part): Block | null {
  if (part.kind === "text" && part.text !== "") return { type: "text", text: part.text };
  return part.kind === "thinking" ? { type: "thinking", thinking: part.text, signature: "" } : null;
}

/** Clients read a call's input as an object; arguments that are no JSON object are kept under the key `input`. */
export function asObject(input: Json): Record<string, Json> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input };
}
