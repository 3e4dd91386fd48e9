import {
  addUsage,
  type CallFigures,
  copyStats,
  type Denial,
  NO_STATS,
  NO_USAGE,
  type Stats,
  type Usage,
} from "../../model/mod.ts";

// Every result lists them all, and a refused model may try for ever.
const MAX_DENIALS = 1_000;

/** The figures of one model call. */
export interface RequestFigures {
  usage: Usage;
  latencyMs: number;
  isError: boolean;
}

/** The figures of a resumed session. */
export interface TallyStart {
  usage?: Readonly<Usage>;
  stats?: Stats;
}

/** Receives each figure as it is added. */
export interface TallyListener {
  onRequest?(model: string, request: RequestFigures): void;
  onCall?(tool: string, call: CallFigures): void;
}

/** Adds up the usage and work of a session. */
export class Tally {
  readonly #denials: Denial[] = [];
  readonly #stats: Stats;
  readonly #listener: TallyListener;
  #total: Usage;
  #latencyMs = 0;

  constructor(before: TallyStart = {}, listener: TallyListener = {}) {
    this.#total = { ...(before.usage ?? NO_USAGE) };
    this.#stats = copyStats(before.stats ?? NO_STATS);
    this.#listener = listener;
  }

  /** Refusals of the whole session; of very many only the newest. */
  get denials(): Denial[] {
    return [...this.#denials];
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
    this.#listener.onRequest?.(model, request);
    const stats = this.#stats.models[model] ??= { requests: 0, errors: 0, latencyMs: 0, usage: { ...NO_USAGE } };
    stats.requests += 1;
    stats.usage = addUsage(stats.usage, request.usage);
    stats.latencyMs += request.latencyMs;
    this.#total = addUsage(this.#total, request.usage);
    if (request.isError) stats.errors += 1;
    else this.#latencyMs += request.latencyMs;
  }

  addCall(tool: string, call: CallFigures): void {
    this.#listener.onCall?.(tool, call);
    const stats = this.#stats.tools[tool] ??= { calls: 0, failures: 0, durationMs: 0 };
    stats.calls += 1;
    stats.durationMs += call.durationMs;
    if (call.isError) stats.failures += 1;
    this.#stats.linesAdded += call.linesAdded;
    this.#stats.linesRemoved += call.linesRemoved;
  }

  addDenial(denial: Denial): void {
    this.#denials.push(denial);
    if (this.#denials.length > MAX_DENIALS) this.#denials.shift();
  }

  addDecision(decision: keyof Stats["decisions"]): void {
    this.#stats.decisions[decision] += 1;
  }

  snapshot(): Stats {
    return copyStats(this.#stats);
  }
}
