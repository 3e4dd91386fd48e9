/** Tokens of one model call or a sum of several. `inputTokens` includes the cached ones. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  thinkingTokens: number;
  totalTokens: number;
}

/** No tokens at all. */
export const NO_USAGE: Readonly<Usage> = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  thinkingTokens: 0,
  totalTokens: 0,
});

/** The sum of two usages. */
export function addUsage(a: Readonly<Usage>, b: Readonly<Usage>): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    thinkingTokens: a.thinkingTokens + b.thinkingTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
}

/** The difference between a later sum and an earlier one. */
export function subtractUsage(later: Readonly<Usage>, earlier: Readonly<Usage>): Usage {
  return {
    inputTokens: later.inputTokens - earlier.inputTokens,
    outputTokens: later.outputTokens - earlier.outputTokens,
    cachedTokens: later.cachedTokens - earlier.cachedTokens,
    thinkingTokens: later.thinkingTokens - earlier.thinkingTokens,
    totalTokens: later.totalTokens - earlier.totalTokens,
  };
}

/** The work of a session so far, for `/stats` and the `json` format. */
export interface Stats {
  models: Record<string, ModelStats>;
  tools: Record<string, ToolStats>;
  decisions: { accept: number; reject: number; modify: number; autoAccept: number };
  linesAdded: number;
  linesRemoved: number;
}

/** Nothing done at all. */
export const NO_STATS: Readonly<Stats> = Object.freeze({
  models: {},
  tools: {},
  decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
  linesAdded: 0,
  linesRemoved: 0,
});

/** An independent copy. The stats are plain JSON. */
export function copyStats(stats: Readonly<Stats>): Stats {
  return JSON.parse(JSON.stringify(stats));
}

/** Requests and tokens of one model. */
export interface ModelStats {
  requests: number;
  errors: number;
  latencyMs: number;
  usage: Usage;
}

/** The figures of one tool call. */
export interface CallFigures {
  isError: boolean;
  durationMs: number;
  linesAdded: number;
  linesRemoved: number;
}

/** Calls of one tool. */
export interface ToolStats {
  calls: number;
  failures: number;
  durationMs: number;
}

/** The price of a model in USD per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of cached input; without it cached input costs as much as other input. */
  cachedInput?: number;
}

/** Looks up the price of a model; null when it is unknown. */
export type Prices = (model: string) => ModelPrice | null;

/** The cost of a usage in USD; null when the price is unknown. */
function costOf(usage: Readonly<Usage>, price: ModelPrice | null): number | null {
  if (!price) return usage.totalTokens === 0 ? 0 : null;
  const { input, output, cachedInput = input } = price;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const cost = (usage.inputTokens - cached) * input + cached * cachedInput + usage.outputTokens * output;
  return cost / 1_000_000;
}

/** The cost of each model in USD; null where the price is unknown. */
export type Costs = Record<string, number | null>;

/** The cost of each model that was used. */
export function costsOf(models: Readonly<Record<string, { usage: Usage }>>, prices: Prices): Costs {
  return Object.fromEntries(Object.entries(models).map(([name, { usage }]) => [name, costOf(usage, prices(name))]));
}

/** The sum of costs; null when one of them is unknown. */
export function totalCost(costs: Readonly<Costs>): number | null {
  let sum = 0;
  for (const cost of Object.values(costs)) {
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

/** A cost for people: `$0.0123`, or that it is unknown. */
export function shownCost(cost: number | null): string {
  if (cost === null) return "unknown (no price of the model)";
  return `$${cost >= 1 ? cost.toFixed(2) : Number(cost.toPrecision(4))}`;
}
