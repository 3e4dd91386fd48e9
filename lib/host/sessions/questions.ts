import type { Answer, Command } from "../../model/command.ts";
import type { Ask, Event } from "../../model/event.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Member } from "./hosted_session.ts";

/** A question of a session, and who has answered it. */
export interface Question {
  seq: number;
  openedAt: number;
  /** Whether only the client can answer that registered the hook or the server. */
  isCallback: boolean;
  answered: Answered | null;
}

/** An answer: whose it was, under which name, and what it decided. */
export interface Answered {
  by: Member;
  name: string;
  decision: string;
}

const MAX_CLOSED = 256;

/** Whether only the client can answer a question that registered the hook or the server. */
export function isCallback(kind: Ask["kind"]): boolean {
  return kind === "hook" || kind === "mcp" || kind === "client_call";
}

/** The questions of one session that are open, or were closed not long ago. */
export class Questions {
  readonly #questions = new Map<string, Question>();
  readonly #closed: string[] = [];

  /** Number of the event that opened the first unanswered question; null when there is none. */
  get firstOpen(): number | null {
    for (const { seq, answered } of this.#questions.values()) if (!answered) return seq;
    return null;
  }

  get(askId: string): Question | undefined {
    return this.#questions.get(askId);
  }

  /** Whether a question still waits for an answer. */
  isOpen(askId: string): boolean {
    return this.#questions.get(askId)?.answered === null;
  }

  /** The ids of unanswered questions that fit. */
  open(fits: (question: Question) => boolean): string[] {
    return [...this.#questions].flatMap(([id, question]) => !question.answered && fits(question) ? [id] : []);
  }

  add({ askId, ask, seq, at }: Event & { type: "ask.opened" }): void {
    this.#questions.set(askId, { seq, openedAt: at, isCallback: isCallback(ask.kind), answered: null });
  }

  /** Takes the answer of a client; returns why not. The first valid answer wins. */
  claim({ askId, answer }: Command & { type: "answer" }, member: Member): Problem | null {
    const question = this.#questions.get(askId);
    if (!question) {
      return problem("protocol_error", "No such question is open: it was never asked, or it was answered before", {
        detail: "unknown_ask",
      });
    }
    if (question.answered) {
      const { name, decision } = question.answered;
      return problem("protocol_error", `The question was answered by ${name} already: ${decision}.`, {
        detail: "answered_by_other",
      });
    }
    question.answered = { by: member, name: member.name, decision: decisionOf(answer) };
    return null;
  }

  /** An answer with the name of its client, which the session keeps. */
  attributed(command: Command & { type: "answer" }): Command {
    const answered = this.#questions.get(command.askId)?.answered;
    return answered ? { ...command, answered: { name: answered.name, decision: answered.decision } } : command;
  }

  /** Records an answer that no client gave. */
  settle(askId: string, answered: Answered): void {
    const question = this.#questions.get(askId);
    if (question) question.answered = answered;
  }

  /** Keeps a closed question for a while: clients that are behind still have to learn who answered. */
  close(askId: string, answered: Answered): void {
    const question = this.#questions.get(askId);
    if (question) question.answered ??= answered;
    this.#closed.push(askId);
    if (this.#closed.length > MAX_CLOSED) this.#questions.delete(this.#closed.shift() ?? "");
  }
}

function decisionOf(answer: Answer): string {
  return answer.kind === "allow" ? "approved" : answer.kind === "value" ? "answered" : "refused";
}
