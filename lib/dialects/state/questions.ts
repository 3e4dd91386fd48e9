import type { Answer } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";

/** A question that waits for a yes or no. */
export interface OpenQuestion {
  askId: string;
  sessionId: string;
  ask: Ask;
}

/** The open questions by the id that the client sees; both directions share them. */
export class Questions {
  readonly #open = new Map<string, OpenQuestion>();

  /** Opens a question and returns the id under which it is answered. */
  open(question: OpenQuestion): string {
    const toolId = question.ask.kind === "permission" ? question.ask.callId : question.askId;
    this.#open.set(toolId, question);
    return toolId;
  }

  /** Removes and returns a question, so that it is answered once. */
  take(toolId: string): OpenQuestion | null {
    const question = this.#open.get(toolId) ?? null;
    this.#open.delete(toolId);
    return question;
  }

  /** Removes a question that was settled otherwise, and returns the id that the client saw. */
  close(askId: string): string | null {
    for (const [toolId, question] of this.#open) {
      if (question.askId !== askId) continue;
      this.#open.delete(toolId);
      return toolId;
    }
    return null;
  }

  get size(): number {
    return this.#open.size;
  }
}

/** The answer that a yes or no means for a question. */
export function answerOf(ask: Ask, verdict: "approved" | "refused"): Answer {
  if (ask.kind === "elicitation") {
    return { kind: "value", value: verdict === "approved" ? { action: "accept", content: {} } : { action: "decline" } };
  }
  if (verdict === "approved") return { kind: "allow" };
  return { kind: "deny", message: "The user did not approve this." };
}
