import { isObject, type JsonObject } from "../model/json.ts";
import { EFFORTS } from "../model/effort.ts";
import type { ModelRequest, Provider } from "../model/ports.ts";
import type { ProviderOptions } from "./options.ts";

/** Options from settings and environment for every request. */
export type Tuning = Pick<ProviderOptions, "headers" | "extraBody" | "maxTokens" | "reasoning">;

/** The settings of a model: its own win over those of all models, field by field. */
export function generationOf(common: unknown, own: JsonObject | undefined): JsonObject {
  const base = isObject(common) ? common as JsonObject : {};
  const merged = Object.entries(own ?? {}).map(([key, value]): [string, JsonObject[string]] => {
    const before = base[key];
    const isNested = isObject(before) && isObject(value);
    return [key, isNested ? { ...before as JsonObject, ...value as JsonObject } : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

/**
 * Reads the setting `model.generationConfig` (`customHeaders`, `samplingParams`, `extra_body`, `reasoning`) and the
 * variable `QWEN_CODE_MAX_OUTPUT_TOKENS`. Invalid values are ignored.
 */
export function tuningFrom(config: unknown, env: Readonly<Record<string, string | undefined>>): Tuning {
  const { customHeaders, samplingParams, extra_body, reasoning } = isObject(config) ? config : {};
  const headers = Object.entries(isObject(customHeaders) ? customHeaders : {}).filter(([, value]) =>
    typeof value === "string"
  );
  const extraBody = {
    ...(isObject(samplingParams) ? samplingParams as JsonObject : {}),
    ...(isObject(extra_body) ? extra_body as JsonObject : {}),
  };
  const maxTokens = Number(env.QWEN_CODE_MAX_OUTPUT_TOKENS);
  return {
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as Record<string, string> }),
    ...(Object.keys(extraBody).length === 0 ? {} : { extraBody }),
    ...(Number.isSafeInteger(maxTokens) && maxTokens > 0 ? { maxTokens } : {}),
    ...reasoningOf(reasoning),
  };
}

function reasoningOf(value: unknown): Pick<Tuning, "reasoning"> {
  if (value === false) return { reasoning: false };
  if (!isObject(value)) return {};
  const { effort, budget_tokens: budget } = value;
  const reasoning = {
    ...(typeof effort === "string" && EFFORTS.includes(effort) ? { effort } : {}),
    ...(typeof budget === "number" && Number.isSafeInteger(budget) && budget > 0 ? { budgetTokens: budget } : {}),
  };
  return Object.keys(reasoning).length === 0 ? {} : { reasoning };
}

/** A provider whose requests think as much as its options say, unless they say it themselves. */
export function withReasoning(provider: Provider, { reasoning }: Pick<ProviderOptions, "reasoning">): Provider {
  if (reasoning === undefined) return provider;
  const own = reasoning === false ? { thinking: false as const } : {
    ...(reasoning.effort === undefined ? {} : { effort: reasoning.effort }),
    ...(reasoning.budgetTokens === undefined ? {} : { thinkingTokens: reasoning.budgetTokens }),
  };
  const isOpen = ({ effort, thinkingTokens }: ModelRequest): boolean =>
    effort === undefined && thinkingTokens === undefined;
  return {
    ...provider,
    stream: (request, signal) => provider.stream(isOpen(request) ? { ...request, ...own } : request, signal),
  };
}
