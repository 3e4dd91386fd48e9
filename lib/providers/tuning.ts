import { isObject, type JsonObject } from "../model/json.ts";
import { EFFORTS } from "../model/effort.ts";
import type { ModelRequest, Provider } from "../model/ports.ts";
import type { ProviderOptions, Sampling } from "./options.ts";

/** Options from settings and environment for every request. */
export type Tuning = Pick<ProviderOptions, "headers" | "extraBody" | "maxTokens" | "sampling" | "reasoning">;

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
  const { rest, maxTokens = limitOf(Number(env.QWEN_CODE_MAX_OUTPUT_TOKENS)), sampling } = samplingOf(samplingParams);
  const extraBody = { ...rest, ...(isObject(extra_body) ? extra_body as JsonObject : {}) };
  return {
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as Record<string, string> }),
    ...(Object.keys(extraBody).length === 0 ? {} : { extraBody }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...reasoningOf(reasoning),
  };
}

/** The parameters that every server has, but not under one name; the rest is sent as it is. */
function samplingOf(value: unknown): { rest: JsonObject; maxTokens?: number; sampling: Sampling } {
  const { max_tokens, temperature, top_p, ...rest } = isObject(value) ? value as JsonObject : {};
  const maxTokens = limitOf(max_tokens);
  return {
    rest,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    sampling: {
      ...(typeof temperature === "number" ? { temperature } : {}),
      ...(typeof top_p === "number" ? { topP: top_p } : {}),
    },
  };
}

function limitOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
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

/** A provider whose requests think and choose tokens as its options say, unless they say it themselves. */
export function withTuning(
  provider: Provider,
  { reasoning, sampling }: Pick<ProviderOptions, "reasoning" | "sampling">,
): Provider {
  if (reasoning === undefined && sampling === undefined) return provider;
  const own = thinkingOf(reasoning);
  const isOpen = ({ effort, thinkingTokens }: ModelRequest): boolean =>
    effort === undefined && thinkingTokens === undefined;
  return {
    ...provider,
    stream: (request, signal) => provider.stream({ ...sampling, ...request, ...(isOpen(request) ? own : {}) }, signal),
  };
}

function thinkingOf(reasoning: ProviderOptions["reasoning"]): Partial<ModelRequest> {
  if (reasoning === false) return { thinking: false };
  return {
    ...(reasoning?.effort === undefined ? {} : { effort: reasoning.effort }),
    ...(reasoning?.budgetTokens === undefined ? {} : { thinkingTokens: reasoning.budgetTokens }),
  };
}
