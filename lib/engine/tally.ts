import {
  addUsage,
  type Denial,
  type ModelStats,
  NO_USAGE,
  type Stats,
  type ToolStats,
  type Usage,
} from "../model/mod.ts";

/** One model call and what it took. */
export interface RequestFigures {
  usage: Usage;
  latencyMs: number;
  isError: boolean;
}

/** Adds up what a session has spent and done. */
export class Tally {
  readonly denials: Denial[] = [];
  readonly #models: Record<string, ModelStats> = {};
  readonly #tools: Record<string, ToolStats> = {};
  readonly #decisions = { accept: 0, reject: 0, modify: 0, autoAccept: 0 };
  #total: Usage;
  #linesAdded = 0;
  #linesRemoved = 0;
  #latencyMs = 0;

  readonly #onRequest: (model: string, request: RequestFigures) => void;

  constructor(
    before: Readonly<Usage> = NO_USAGE,
    onRequest: (model: string, request: RequestFigures) => void = () => {},
  ) {
    this.#total = { ...before };
    this.#onRequest = onRequest;
  }

  /** Tokens of the whole session. */
  get total(): Usage {
    return { ...this.#total };
  }

  /** Time spent on completed model calls. */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  addRequest(model: string, request: RequestFigures): void {
    this.#onRequest(model, request);
    const stats = this.#models[model] ??= { requests: 0, errors: 0, latencyMs: 0, usage: { ...NO_USAGE } };
    stats.requests += 1;
    stats.usage = addUsage(stats.usage, request.usage);
    stats.latencyMs += request.latencyMs;
    this.#total = addUsage(this.#total, request.usage);
    if (request.isError) stats.errors += 1;
    else this.#latencyMs += request.latencyMs;
  }

  addCall(
    tool: string,
    call: { isError: boolean; durationMs: number; linesAdded: number; linesRemoved: number },
  ): void {
    const stats = this.#tools[tool] ??= { calls: 0, failures: 0, durationMs: 0 };
    stats.calls += 1;
    stats.durationMs += call.durationMs;
    if (call.isError) stats.failures += 1;
    this.#linesAdded += call.linesAdded;
    this.#linesRemoved += call.linesRemoved;
  }

  addDecision(decision: "accept" | "reject" | "modify" | "autoAccept"): void {
    this.#decisions[decision] += 1;
  }

  snapshot(): Stats {
    return structuredClone({
      models: this.#models,
      tools: this.#tools,
      decisions: this.#decisions,
      linesAdded: this.#linesAdded,
      linesRemoved: this.#linesRemoved,
    });
  }
}
