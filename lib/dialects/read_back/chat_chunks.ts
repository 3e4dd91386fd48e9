import type { Part, ToolCall } from "../../model/content.ts";
import type { EventBody } from "../../model/event.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { argumentsOf } from "./chat_records.ts";
import { jsonOr, numberAt, objectAt, objectsAt, textAt } from "./reader.ts";

interface OpenCall {
  /** Index on the wire. */
  number: number;
  callId: string;
  tool: string;
  text: string;
}

/** A message that is assembled from chunks. */
export class ChunkMessage {
  readonly parts: Part[] = [];
  readonly #messageId: string;
  readonly #model: string;
  #text: { kind: "text" | "thinking"; text: string } | null = null;
  #call: OpenCall | null = null;

  constructor(head: { messageId: string; model: string }) {
    this.#messageId = head.messageId;
    this.#model = head.model;
  }

  /** Whether an increment adds to a message at all. */
  static says(delta: Record<string, unknown>): boolean {
    return textAt(delta, "content") !== "" || textAt(delta, "reasoning_content") !== "" ||
      objectsAt(delta, "tool_calls").length > 0;
  }

  /** Whether an increment can belong to this message: text after its calls starts the next one. */
  takes(delta: Record<string, unknown>): boolean {
    return objectsAt(delta, "tool_calls").length > 0 || (this.#call === null && this.calls().length === 0);
  }

  started(): EventBody {
    return { type: "message.started", messageId: this.#messageId, model: this.#model };
  }

  read(delta: Record<string, unknown>): EventBody[] {
    const out: EventBody[] = [];
    const thinking = textAt(delta, "reasoning_content");
    const content = textAt(delta, "content");
    if (thinking !== "") out.push(...this.#say("thinking", thinking));
    if (content !== "") out.push(...this.#say("text", content));
    for (const call of objectsAt(delta, "tool_calls")) out.push(...this.#grow(call));
    return out;
  }

  /** The calls so far. */
  calls(): ToolCall[] {
    const open = this.#call ? [wholeCall(this.#call)] : [];
    return [...this.parts.filter((part): part is ToolCall => part.kind === "tool_call"), ...open];
  }

  end(): EventBody[] {
    const out = this.#closePart();
    const isCalls = this.parts.some((part) => part.kind === "tool_call");
    out.push({
      type: "message.completed",
      messageId: this.#messageId,
      model: this.#model,
      parts: this.parts,
      usage: NO_USAGE,
      stop: { reason: isCalls ? "tool_calls" : "end", raw: null },
      interrupted: false,
    });
    return out;
  }

  #say(kind: "text" | "thinking", delta: string): EventBody[] {
    const out = this.#text?.kind === kind ? [] : this.#closePart();
    const head = { messageId: this.#messageId, index: this.parts.length };
    if (!this.#text) {
      this.#text = { kind, text: "" };
      out.push({ type: "part.started", ...head, part: { kind, text: "" } });
    }
    this.#text.text += delta;
    out.push({ type: "part.delta", ...head, kind, delta });
    return out;
  }

  #grow(call: Record<string, unknown>): EventBody[] {
    const number = numberAt(call, "index");
    const out = this.#call?.number === number ? [] : this.#closePart();
    const head = { messageId: this.#messageId, index: this.parts.length };
    if (!this.#call) {
      this.#call = { number, callId: textAt(call, "id"), tool: textAt(objectAt(call, "function"), "name"), text: "" };
      out.push({ type: "part.started", ...head, part: { ...wholeCall(this.#call), input: "" } });
    }
    const delta = argumentsOf(call);
    this.#call.text += delta;
    if (delta !== "") out.push({ type: "part.delta", ...head, kind: "tool_call", delta });
    return out;
  }

  #closePart(): EventBody[] {
    const part: Part | null = this.#call ? wholeCall(this.#call) : this.#text;
    this.#call = null;
    this.#text = null;
    if (!part) return [];
    const index = this.parts.length;
    this.parts.push(part);
    return [{ type: "part.completed", messageId: this.#messageId, index, part }];
  }
}

function wholeCall(call: OpenCall): ToolCall {
  return { kind: "tool_call", callId: call.callId, tool: call.tool, input: jsonOr(call.text) };
}
