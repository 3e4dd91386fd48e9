import { type Problem, problem, textOf } from "../../../model/mod.ts";
import type { ModelReply } from "../model_call.ts";

/** What follows an answer without calls: the end of the turn, or another request with a note to the model. */
export type AnswerStep =
  | { kind: "done"; text: string }
  | { kind: "again"; note: string }
  | { kind: "failed"; problem: Problem; text: string };

/** How often a cut answer is continued. */
const MAX_CONTINUATIONS = 3;
/** How often the model is told that its call could not be read. */
const MAX_UNREADABLE = 3;

const CONTINUE = "Your answer was cut by the output limit. Continue exactly where it stopped and repeat nothing.";
const THOUGHTS = "You wrote thoughts but no answer. Write the answer, or call a tool.";
const CALL_FORM = 'Use the tool interface, or write <tool_call>{"name": "TOOL", "arguments": {}}</tool_call> at the ' +
  "end of the answer.";

/** Completes the final answer of a turn: continues a cut one, asks again for a missing one. */
export class FinalAnswer {
  readonly #continues: boolean;
  #pieces: string[] = [];
  #hasAskedForText = false;
  #unreadable = 0;

  /** An answer whose length the client has limited is not continued. */
  constructor({ continues }: { continues: boolean }) {
    this.#continues = continues;
  }

  /** Whether the start of an answer was received and its rest is being asked for. */
  get isContinuing(): boolean {
    return this.#pieces.length > 0;
  }

  /** Forgets the start of an answer, because the model went on with calls. */
  reset(): void {
    this.#pieces = [];
  }

  take(reply: ModelReply): AnswerStep {
    const text = textOf(reply.message.parts);
    if (reply.callFault !== null && this.#unreadable++ < MAX_UNREADABLE) {
      return {
        kind: "again",
        note: `The tool call at the end of your answer was not run: ${reply.callFault}. ${CALL_FORM}`,
      };
    }
    if (text.trim() === "" && this.isContinuing) return this.truncated();
    if (text.trim() === "" && reply.message.parts.some((part) => part.kind === "thinking")) return this.#thoughtsOnly();
    if (reply.stop.reason !== "length" || !this.#continues) {
      return { kind: "done", text: [...this.#pieces, text].join("") };
    }
    this.#pieces.push(text);
    return this.#pieces.length > MAX_CONTINUATIONS ? this.truncated() : { kind: "again", note: CONTINUE };
  }

  /** The end of a turn whose answer could not be continued. */
  truncated(cause?: Problem): Extract<AnswerStep, { kind: "failed" }> {
    const why = cause ? `: ${cause.message}` : ".";
    return {
      kind: "failed",
      problem: problem("answer_truncated", `The answer was cut by the output limit and could not be continued${why}`, {
        hint: "Raise QWEN_CODE_MAX_OUTPUT_TOKENS, or ask for a shorter answer.",
      }),
      text: this.#pieces.join(""),
    };
  }

  #thoughtsOnly(): AnswerStep {
    if (!this.#hasAskedForText) {
      this.#hasAskedForText = true;
      return { kind: "again", note: THOUGHTS };
    }
    const message = "The model wrote thoughts but no answer, twice.";
    const hint = "Lower the effort of thinking, or use another model.";
    return { kind: "failed", problem: problem("provider_error", message, { hint }), text: "" };
  }
}
