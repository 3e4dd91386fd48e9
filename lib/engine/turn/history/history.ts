import { estimateTokens } from "./token_count.ts";
import type { Message, Part, ToolCall, ToolResult } from "../../../model/mod.ts";

/** A conversation in which every tool call has a result. */
export class History {
  #messages: Message[];
  /** Tokens that the server has counted, and the number of messages that they cover. */
  #reported = { tokens: 0, messages: 0 };

  constructor(messages: readonly Message[] = []) {
    this.#messages = [...messages];
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  add(message: Message): void {
    if (message.parts.length === 0) return;
    const last = this.#messages.at(-1);
    // Providers expect all results of an answer in one message; those of a parked call come later.
    if (message.role === "tool" && last?.role === "tool") {
      this.#messages[this.#messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    } else this.#messages.push(message);
  }

  replace(messages: readonly Message[]): void {
    this.#messages = [...messages];
    this.#reported = { tokens: 0, messages: 0 };
  }

  /** Takes the server's count of the whole conversation up to now, its prompt and tools included. */
  report(tokens: number): void {
    if (tokens > 0) this.#reported = { tokens, messages: this.#messages.length };
  }

  /** Estimates the tokens of the next request beside those of its prompt and tools; a higher count of the server wins. */
  requestTokens(prefixTokens: number): number {
    const { tokens, messages } = this.#reported;
    const added = estimateTokens(this.#messages.slice(messages));
    return Math.max(prefixTokens + estimateTokens(this.#messages), tokens > 0 ? tokens + added : 0);
  }

  /** Calls of the last assistant message without a result. */
  unanswered(): ToolCall[] {
    const answered = new Set<string>();
    for (let i = this.#messages.length - 1; i >= 0; i--) {
      const message = this.#messages[i];
      if (message.role === "assistant") return callsOf(message.parts).filter((call) => !answered.has(call.callId));
      for (const part of message.parts) if (part.kind === "tool_result") answered.add(part.callId);
    }
    return [];
  }

  /** Whether the conversation has a call of this id. */
  hasCall(callId: string): boolean {
    return this.#messages.some(({ role, parts }) =>
      role === "assistant" && callsOf(parts).some((call) => call.callId === callId)
    );
  }

  /** Where the conversation stopped: before the answer to a prompt, between tools and model, or at its end. */
  interruption(): "none" | "interrupted_prompt" | "interrupted_turn" {
    const last = this.#messages.at(-1);
    if (!last || last.role === "assistant") return "none";
    return last.role === "user" ? "interrupted_prompt" : "interrupted_turn";
  }

  /** Answers every open call with the same text, so that the next request is valid. Returns the added message. */
  settle(messageId: string, text: string): Message {
    const parts = this.unanswered().map((call) => resultOf(call, text));
    const message: Message = { id: messageId, role: "tool", parts };
    this.add(message);
    return message;
  }
}

/** The tool calls among some parts. */
export function callsOf(parts: readonly Part[]): ToolCall[] {
  return parts.filter((part): part is ToolCall => part.kind === "tool_call");
}

function resultOf(call: ToolCall, text: string): ToolResult {
  const { callId, tool } = call;
  return { kind: "tool_result", callId, tool, output: [{ kind: "text", text }], isError: true };
}
