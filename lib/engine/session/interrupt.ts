import type { Outcome, Problem } from "../../model/mod.ts";

/** The abort reason of a turn that was stopped on request. */
export class Interrupt extends Error {
  override readonly name = "Interrupt";
  readonly by: "client" | "signal" | "host_denial";
  readonly problem: Problem | null;

  constructor(by: "client" | "signal" | "host_denial", problem: Problem | null = null) {
    super("Operation cancelled.");
    this.by = by;
    this.problem = problem;
  }

  /** The outcome of a turn that ended this way. */
  outcome(during: "streaming" | "tools"): Outcome {
    const { by, problem } = this;
    return problem ? { kind: "interrupted", by, during, problem } : { kind: "interrupted", by, during };
  }
}
