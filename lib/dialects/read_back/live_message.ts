import type { Part } from "../../model/content.ts";
import type { EventBody } from "../../model/event.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import type { AgentProtocol } from "../agent/agent_protocol.ts";
import { blockPart, usageOf } from "./agent_records.ts";
import { jsonOr, objectAt, textAt } from "./reader.ts";

/** A message that is read from its stream events. */
export class LiveMessage {
  readonly parts: Part[] = [];
  readonly #protocol: AgentProtocol;
  readonly #messageId: string;
  readonly #model: string;
  #block: Record<string, unknown> | null = null;
  #text = "";
  #usage: Usage = NO_USAGE;

  constructor(message: Record<string, unknown>, protocol: AgentProtocol) {
    this.#protocol = protocol;
    this.#messageId = textAt(message, "id");
    this.#model = textAt(message, "model");
  }

  /** Takes the usage of an assistant line of the same message. */
  addUsage(usage: Usage): void {
    if (usage.totalTokens > 0) this.#usage = usage;
  }

  read(event: Record<string, unknown>): EventBody[] {
    switch (event.type) {
      case "message_start":
        return [{ type: "message.started", messageId: this.#messageId, model: this.#model }];
      case "content_block_start":
        return this.#open(objectAt(event, "content_block"));
      case "content_block_delta":
        return this.#grow(objectAt(event, "delta"));
      case "content_block_stop":
        return this.#close();
      case "message_delta":
        this.addUsage(usageOf(objectAt(event, "usage"), this.#protocol));
        return [];
      case "message_stop":
        return [...this.#close(), this.#completed()];
      default:
        return [];
    }
  }

  #open(block: Record<string, unknown>): EventBody[] {
    const out = this.#close();
    this.#block = block;
    this.#text = "";
    const kind = partKind(block);
    if (kind === null) return out;
    const index = this.parts.length;
    return [...out, { type: "part.started", messageId: this.#messageId, index, part: { kind, text: "" } }];
  }

  #grow(delta: Record<string, unknown>): EventBody[] {
    const more = textAt(delta, "text") || textAt(delta, "thinking") || textAt(delta, "partial_json");
    this.#text += more;
    const kind = this.#block && partKind(this.#block);
    if (!kind || more === "") return [];
    return [{ type: "part.delta", messageId: this.#messageId, index: this.parts.length, kind, delta: more }];
  }

  /** A call is emitted as a whole, because partial arguments are not JSON and cannot be converted. */
  #close(): EventBody[] {
    const block = this.#block;
    if (!block) return [];
    this.#block = null;
    const kind = partKind(block);
    const [part] = kind === null
      ? blockPart({ ...block, input: this.#text === "" ? block.input : jsonOr(this.#text) }, this.#protocol)
      : [{ kind, text: this.#text }];
    if (!part) return [];
    const index = this.parts.length;
    this.parts.push(part);
    const completed: EventBody = { type: "part.completed", messageId: this.#messageId, index, part };
    if (kind !== null) return [completed];
    return [{ type: "part.started", messageId: this.#messageId, index, part }, completed];
  }

  #completed(): EventBody {
    const isCalls = this.parts.some((part) => part.kind === "tool_call");
    return {
      type: "message.completed",
      messageId: this.#messageId,
      model: this.#model,
      parts: this.parts,
      usage: this.#usage,
      stop: { reason: isCalls ? "tool_calls" : "end", raw: null },
      interrupted: false,
    };
  }
}

function partKind(block: Record<string, unknown>): "text" | "thinking" | null {
  return block.type === "text" || block.type === "thinking" ? block.type : null;
}
