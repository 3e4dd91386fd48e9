import type { Message, Part, ToolCall, ToolResult } from "../model/mod.ts";

/** A conversation in which every tool call has a result. */
export class History {
  #messages: Message[];

  constructor(messages: readonly Message[] = []) {
    this.#messages = [...messages];
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  add(message: Message): void {
    if (message.parts.length > 0) this.#messages.push(message);
  }

  replace(messages: readonly Message[]): void {
    this.#messages = [...messages];
  }

  /** Calls of the last assistant message that nobody answered. */
  unanswered(): ToolCall[] {
    const answered = new Set<string>();
    for (let i = this.#messages.length - 1; i >= 0; i--) {
      const message = this.#messages[i];
      if (message.role === "assistant") return callsOf(message.parts).filter((call) => !answered.has(call.callId));
      for (const part of message.parts) if (part.kind === "tool_result") answered.add(part.callId);
    }
    return [];
  }

  /** Whether a call of this id has been made. */
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

  /** Answers every open call with the same words, so that the next request is valid. */
  settle(messageId: string, text: string): void {
    const open = this.unanswered();
    this.add({ id: messageId, role: "tool", parts: open.map((call) => resultOf(call, text)) });
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
