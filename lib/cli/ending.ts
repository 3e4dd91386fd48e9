import { type Event, exitStatus, type Outcome, type Problem, problem } from "../model/mod.ts";

/** What decides the exit status of a run. */
export type Verdict = "one_shot" | "host" | "host_by_last_result";

/** Watches the events of a run and knows the exit status at its end. */
export class Ending {
  /** Changed when the dialect of the client is known. */
  verdict: Verdict;
  #last: Outcome | null = null;
  #fatal: Problem | null = null;
  /** The problem of the last turn or of the end, which text mode prints on stderr. */
  problem: Problem | null = null;

  constructor(verdict: Verdict) {
    this.verdict = verdict;
  }

  watch(event: Event): void {
    if (event.type === "turn.completed") {
      this.#last = event.outcome;
      this.problem = problemOfOutcome(event.outcome);
    }
    if (event.type === "rejected" && event.problem.fatal) this.#fatal = event.problem;
    if (event.type === "session.ended" && event.problem) this.#fatal ??= event.problem;
  }

  /** Whether the result was written: the reader may close its end now. */
  get isAnswered(): boolean {
    return this.verdict === "one_shot" && this.#last !== null;
  }

  get status(): number {
    if (this.#fatal) return exitStatus(this.#fatal.code);
    if (this.verdict === "host" || !this.#last) return 0;
    const fault = problemOfOutcome(this.#last);
    if (!fault) return 0;
    return this.verdict === "one_shot" ? exitStatus(fault.code) : 1;
  }
}

function problemOfOutcome(outcome: Outcome): Problem | null {
  switch (outcome.kind) {
    case "done":
      return null;
    case "command":
      return outcome.isError ? problem("command_failed", outcome.text) : null;
    case "interrupted":
      return outcome.problem ?? problem("cancelled", "Operation cancelled.");
    case "limit":
    case "failed":
      return outcome.problem;
  }
}
