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

/** What a later sum has more than an earlier one. */
export function subtractUsage(later: Readonly<Usage>, earlier: Readonly<Usage>): Usage {
  return {
    inputTokens: later.inputTokens - earlier.inputTokens,
    outputTokens: later.outputTokens - earlier.outputTokens,
    cachedTokens: later.cachedTokens - earlier.cachedTokens,
    thinkingTokens: later.thinkingTokens - earlier.thinkingTokens,
    totalTokens: later.totalTokens - earlier.totalTokens,
  };
}

/** What a session has done so far, for `/stats` and the `json` format. */
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

/** A copy that goes its own way. They are numbers and names, so that no more than JSON is needed for it. */
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

/** One tool call and what it came to. */
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
