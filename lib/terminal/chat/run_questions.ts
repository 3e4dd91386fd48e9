import type { Ask, Event } from "../../model/mod.ts";
import type { CommandSource } from "./command_source.ts";
import { answerAsk, type QuestionScope } from "./questions.ts";

/** What the questions of a one-shot run are answered with. */
export interface RunQuestionsOptions extends QuestionScope {
  commands: CommandSource;
  /** Called before the first question and after the last one that is open. */
  onAsking: (isAsking: boolean) => void;
  cancel: () => void;
}

/** Answers the questions of a one-shot run; its input ends with its turn. */
export class RunQuestions {
  readonly #options: RunQuestionsOptions;
  readonly #open: { askId: string; ask: Ask }[] = [];

  constructor(options: RunQuestionsOptions) {
    this.#options = options;
  }

  /** Takes an event of the session. */
  take(event: Event): void {
    switch (event.type) {
      case "ask.opened":
        this.#open.push({ askId: event.askId, ask: event.ask });
        if (this.#open.length === 1) void this.#ask();
        break;
      case "ask.closed": {
        const index = this.#open.findIndex(({ askId }) => askId === event.askId);
        if (index >= 0) this.#open.splice(index, 1);
        if (index === 0) this.#options.cancel();
        break;
      }
      case "turn.completed":
        if (event.agent === null) this.#options.commands.end();
        break;
      case "rejected":
      case "session.ended":
        this.#options.commands.end();
    }
  }

  async #ask(): Promise<void> {
    const { commands, onAsking } = this.#options;
    onAsking(true);
    for (let next = this.#open[0]; next; next = this.#open[0]) {
      const answer = await answerAsk(next.ask, this.#options);
      if (this.#open[0] !== next) continue;
      this.#open.shift();
      if (!commands.isOver) commands.send({ type: "answer", askId: next.askId, answer });
    }
    onAsking(false);
  }
}
