/** How servers and models with OpenAI's chat completions differ from each other, as data. */

/** The differences that shape a request. */
export interface Quirks {
  /** The name of the limit of an answer. */
  limit: "max_tokens" | "max_completion_tokens";
  /**
   * How thinking is asked for. `effort`: `reasoning_effort`. `budget`: `enable_thinking` and `thinking_budget` beside it.
   * `object`: `reasoning`. `switch`: `thinking`, which is on or off.
   */
  reasoning: "effort" | "budget" | "object" | "switch";
  /** Whether an earlier answer is refused without its thoughts, even if it had none. */
  requiresThoughts: boolean;
  /** Whether one tool can be demanded by `tool_choice`. */
  toolChoice: "any" | "auto_only";
  /** Whether several calls in one answer have to be asked for. */
  parallelCalls: "by_default" | "on_request";
  /** Whether a prefix of the conversation is kept when it is marked, as Anthropic's server does. */
  cacheMarks: boolean;
  /** Whether the token counts at the end of a stream have to be asked for. */
  usage: "on_request" | "always";
}

/** A server or a family of models, and how it differs from the default. */
export interface QuirkRow extends Partial<Quirks> {
  /** Also the name of its stream in `tests/recordings/openai-quirks`. */
  readonly name: string;
  /** The end of the server's host name; absent for models that many servers have. */
  readonly host?: RegExp;
  /** The models; absent for all models of the server. */
  readonly model?: RegExp;
}

const DEFAULTS: Quirks = {
  limit: "max_tokens",
  reasoning: "effort",
  requiresThoughts: false,
  // A server that is not known may refuse it.
  toolChoice: "auto_only",
  parallelCalls: "by_default",
  cacheMarks: false,
  usage: "on_request",
};

/** Every row that fits counts; later rows win. */
export const QUIRKS: readonly QuirkRow[] = [
  // OpenAI's own server refuses `max_tokens` for some models; other servers know only that name.
  {
    name: "openai",
    host: /(^|\.)(openai\.com|openai\.azure\.com)$/,
    limit: "max_completion_tokens",
    toolChoice: "any",
  },
  { name: "groq", host: /(^|\.)groq\.com$/, limit: "max_completion_tokens", toolChoice: "any" },
  {
    name: "dashscope",
    host: /(^|\.)aliyuncs\.com$/,
    ...{ reasoning: "budget", toolChoice: "any", parallelCalls: "on_request", cacheMarks: true },
  },
  // A thinking model refuses a tool that is demanded.
  { name: "dashscope_thinking", host: /(^|\.)aliyuncs\.com$/, model: /thinking|qwq|^qvq/i, toolChoice: "auto_only" },
  { name: "modelscope", host: /(^|\.)modelscope\.(cn|ai)$/, reasoning: "budget" },
  { name: "openrouter", host: /(^|\.)openrouter\.ai$/, reasoning: "object", toolChoice: "any" },
  { name: "zhipu", host: /(^|\.)(bigmodel\.cn|z\.ai)$/, reasoning: "switch" },
  { name: "mistral", host: /(^|\.)mistral\.ai$/, toolChoice: "any", usage: "always" },
  { name: "google", host: /(^|\.)googleapis\.com$/, toolChoice: "any" },
  { name: "deepseek", host: /(^|\.)deepseek\.com$/, requiresThoughts: true, reasoning: "switch", toolChoice: "any" },
  { name: "deepseek_reasoner", host: /(^|\.)deepseek\.com$/, model: /reasoner/i, toolChoice: "auto_only" },
  { name: "deepseek_elsewhere", model: /deepseek/i, requiresThoughts: true },
  { name: "moonshot", host: /(^|\.)moonshot\.(cn|ai)$/, requiresThoughts: true, reasoning: "switch" },
  { name: "kimi_elsewhere", model: /kimi|moonshot/i, requiresThoughts: true, toolChoice: "auto_only" },
];

/** The quirks of a model at a server. */
export function quirksOf({ baseUrl, model }: { baseUrl: string; model: string }): Quirks {
  const hostname = URL.parse(baseUrl)?.hostname ?? "";
  const quirks = { ...DEFAULTS };
  for (const { name: _, host, model: models, ...own } of QUIRKS) {
    if ((!host || host.test(hostname)) && (!models || models.test(model))) Object.assign(quirks, own);
  }
  return quirks;
}
