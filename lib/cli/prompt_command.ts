import { randomIds } from "../model/clock.ts";
import type { Command } from "../model/mod.ts";

/** A prompt as a client would send it. */
export function promptCommand(text: string): Extract<Command, { type: "prompt" }> {
  return {
    id: randomIds.next(),
    sessionId: null,
    type: "prompt",
    content: [{ kind: "text", text }],
    promptId: null,
    messageId: null,
    options: {},
  };
}
