import { isObject, type JsonObject } from "../model/json.ts";
import type { ProviderOptions } from "./options.ts";

/** Options from settings and environment for every request. */
export type Tuning = Pick<ProviderOptions, "headers" | "extraBody" | "maxTokens">;

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
 * Reads the setting `model.generationConfig` (`customHeaders`, `samplingParams`, `extra_body`) and the variable
 * `QWEN_CODE_MAX_OUTPUT_TOKENS`. Invalid values are ignored.
 */
export function tuningFrom(config: unknown, env: Readonly<Record<string, string | undefined>>): Tuning {
  const { customHeaders, samplingParams, extra_body } = isObject(config) ? config : {};
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
  };
}
