import type { Todo } from "../../model/mod.ts";

// Rounds without a change of the list after which its open entries are repeated.
const EVERY = 5;

/** Repeats the open todos every few rounds, so that they stay near the end of the conversation. */
export class TodoReminder {
  readonly #todos: () => readonly Todo[];
  #last: readonly Todo[] | null = null;
  #rounds = 0;

  constructor(todos: () => readonly Todo[]) {
    this.#todos = todos;
  }

  /** Counts a round of tool calls; returns the reminder when one is due. */
  next(): string | null {
    const todos = this.#todos();
    if (todos !== this.#last) {
      this.#last = todos;
      this.#rounds = 0;
    }
    this.#rounds += 1;
    if (this.#rounds <= EVERY) return null;
    this.#rounds = 1;
    const text = openTodos(todos);
    return text === "" ? null : `[Your open todos:\n${text}\nContinue with them, and update the list as you finish.]`;
  }
}

/** The entries of a todo list that are not completed, one per line. */
export function openTodos(todos: readonly Todo[]): string {
  return todos.filter(({ status }) => status !== "completed")
    .map(({ content, status }) => `- ${content}${status === "in_progress" ? " (in progress)" : ""}`).join("\n");
}
