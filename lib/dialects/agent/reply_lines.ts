import type { Part, ToolCall } from "../../model/content.ts";
import type { DialectOptions } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Block, EventOf, Voice, Words } from "./words.ts";

interface OpenBlock {
  kind: "text" | "thinking";
  /** Index of the part that is being streamed into the block. */
  part: number;
  text: string;
}

interface Reply {
  messageId: string;
  model: string;
  /** Id of the line that is being gathered. */
  lineId: string;
  started: boolean;
  /** Index of the next block on the wire. */
  index: number;
  block: OpenBlock | null;
  /** Whether any part was streamed, so that the completed message brings nothing new. */
  streamed: boolean;
}

/** What the lines of replies are made with. */
export interface ReplyLinesOptions extends DialectOptions {
  words: Words;
  voice: Voice;
}

/**
 * Turns the parts of a model's reply into assistant lines and stream events.
 * A line is held until the next kind of block begins or the reply ends, because only the last one carries usage.
 */
export class ReplyLines {
  readonly #options: ReplyLinesOptions;
  #reply: Reply | null = null;

  constructor(options: ReplyLinesOptions) {
    this.#options = options;
  }

  start(event: EventOf<"message.started">): object[] {
    const out = this.close();
    this.#reply = {
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
    const reply = this.#reply;
    if (!reply) return [];
    if (event.part.kind === "tool_call") return this.#endLine(reply, null);
    return this.#partText(reply, event.index, event.part);
  }

  /** The hot path: one small record for each increment. */
  delta(event: EventOf<"part.delta">): object[] {
    const reply = this.#reply;
    if (!reply || event.kind === "tool_call" || event.delta === "") return [];
    return this.#append(reply, event.kind, event.index, event.delta);
  }

  partCompleted(event: EventOf<"part.completed">): object[] {
    const reply = this.#reply;
    if (!reply || reply.block?.part === event.index) return [];
    return this.#partText(reply, event.index, event.part);
  }

  complete(event: EventOf<"message.completed">): object[] {
    const reply = this.#reply;
    if (!reply) return [];
    const out: object[] = [];
    if (!reply.streamed) {
      for (const [index, part] of event.parts.entries()) out.push(...this.#partText(reply, index, part));
    }
    const calls = event.parts.filter((part): part is ToolCall => part.kind === "tool_call");
    if (calls.length === 0) {
      out.push(...this.#endLine(reply, event.usage));
    } else {
      out.push(...this.#endLine(reply, null), ...this.#calls(reply, calls, event.usage));
    }
    out.push(...this.#stop(reply, event));
    this.#reply = null;
    return out;
  }

  /** Ends a reply that was cut off: what was said is kept, and every bracket is closed. */
  close(): object[] {
    const reply = this.#reply;
    if (!reply) return [];
    this.#reply = null;
    return [...this.#endLine(reply, null), ...this.#stop(reply, null)];
  }

  /** The calls of a sub-agent's reply: a line each, without the brackets of a message. */
  agentCalls(event: EventOf<"message.completed">, options: { says: boolean }): object[] {
    const { words, ids } = this.#options;
    const out: object[] = [];
    for (const part of event.parts) {
      const block = part.kind === "tool_call" ? this.#callBlock(part) : options.says ? textBlock(part) : null;
      if (!block) continue;
      if (block.type === "tool_use") out.push(...this.#callEvents(block, 0, event.agent));
      const id = words.lines === "kind" ? ids.next() : event.messageId;
      out.push(this.#line({ id, model: event.model, content: [block], usage: null }, event.agent));
    }
    return out;
  }

  #partText(reply: Reply, index: number, part: Part): object[] {
    if ((part.kind !== "text" && part.kind !== "thinking") || part.text === "") return [];
    return this.#append(reply, part.kind, index, part.text);
  }

  #append(reply: Reply, kind: "text" | "thinking", part: number, delta: string): object[] {
    const block = reply.block;
    if (block !== null && block.kind === kind && (block.part === part || this.#options.words.lines === "kind")) {
      block.part = part;
      block.text += delta;
      return this.#options.includePartials ? [this.#delta(reply.index, kind, delta)] : [];
    }
    const out = this.#endLine(reply, null);
    reply.streamed = true;
    reply.block = { kind, part, text: delta };
    out.push(...this.#begin(reply));
    if (this.#options.includePartials) {
      const content_block = kind === "text"
        ? { type: "text", text: "" }
        : { type: "thinking", thinking: "", signature: "" };
      out.push(this.#event({ type: "content_block_start", index: reply.index, content_block }, null));
      out.push(this.#delta(reply.index, kind, delta));
    }
    return out;
  }

  #delta(index: number, kind: "text" | "thinking", text: string): object {
    const delta = kind === "text" ? { type: "text_delta", text } : { type: "thinking_delta", thinking: text };
    return this.#event({ type: "content_block_delta", index, delta }, null);
  }

  /** Gives the line that begins its id, and opens the message on the wire before its first block. */
  #begin(reply: Reply): object[] {
    const { words, ids, includePartials } = this.#options;
    reply.lineId = words.lines === "kind" ? ids.next() : reply.messageId;
    if (!includePartials || reply.started) return [];
    reply.started = true;
    return [this.#event({ type: "message_start", message: words.messageStart(reply.lineId, reply.model) }, null)];
  }

  #endLine(reply: Reply, usage: Usage | null): object[] {
    const block = reply.block;
    if (!block) return [];
    reply.block = null;
    const out: object[] = [];
    if (this.#options.includePartials) {
      out.push(this.#event({ type: "content_block_stop", index: reply.index }, null));
    }
    const content: Block = block.kind === "text"
      ? { type: "text", text: block.text }
      : { type: "thinking", thinking: block.text, signature: "" };
    out.push(this.#line({ id: reply.lineId, model: reply.model, content: [content], usage }, null));
    if (this.#options.words.lines === "block") reply.index++;
    return out;
  }

  #calls(reply: Reply, calls: ToolCall[], usage: Usage): object[] {
    const out: object[] = [];
    const blocks = calls.map((call) => this.#callBlock(call));
    const perBlock = this.#options.words.lines === "block";
    if (!perBlock) reply.index = 0;
    out.push(...this.#begin(reply));
    for (const [position, block] of blocks.entries()) {
      out.push(...this.#callEvents(block, reply.index++, null));
      const isLast = position === blocks.length - 1;
      if (!perBlock && !isLast) continue;
      const line = { id: reply.lineId, model: reply.model, content: perBlock ? [block] : blocks };
      out.push(this.#line({ ...line, usage: isLast ? usage : null }, null));
    }
    return out;
  }

  #callBlock(call: ToolCall): Block & { type: "tool_use" } {
    const { words } = this.#options;
    return {
      type: "tool_use",
      id: call.callId,
      name: words.tool(call.tool),
      input: asObject(words.input(call.tool, call.input)),
    };
  }

  #callEvents(block: Block & { type: "tool_use" }, index: number, agent: string | null): object[] {
    if (!this.#options.includePartials) return [];
    const delta = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    return [
      this.#event({ type: "content_block_start", index, content_block: { ...block, input: {} } }, agent),
      this.#event({ type: "content_block_delta", index, delta }, agent),
      this.#event({ type: "content_block_stop", index }, agent),
    ];
  }

  #stop(reply: Reply, event: EventOf<"message.completed"> | null): object[] {
    if (!reply.started) return [];
    const delta = event ? this.#options.words.messageDelta(event.stop, event.usage) : null;
    const stop = this.#event({ type: "message_stop" }, null);
    return delta ? [this.#event(delta, null), stop] : [stop];
  }

  #line(line: { id: string; model: string; content: Block[]; usage: Usage | null }, agent: string | null): object {
    const { words, voice } = this.#options;
    // A host resumes a session at a line it has seen: the last one of a reply has the id that the reply is kept under.
    const isKept = words.lines === "kind" || (line.usage !== null && agent === null);
    return {
      type: "assistant",
      uuid: isKept ? line.id : voice.uuid(),
      session_id: voice.sessionId,
      parent_tool_use_id: agent,
      message: words.message(line),
    };
  }

  #event(event: object, agent: string | null): object {
    const { voice } = this.#options;
    return { type: "stream_event", uuid: voice.uuid(), session_id: voice.sessionId, parent_tool_use_id: agent, event };
  }
}

function textBlock(part: Part): Block | null {
  if (part.kind === "text" && part.text !== "") return { type: "text", text: part.text };
  return part.kind === "thinking" ? { type: "thinking", thinking: part.text, signature: "" } : null;
}

/** Clients read a call's input as an object; arguments that were no JSON object are kept under one key. */
export function asObject(input: Json): Record<string, Json> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input };
}
