import { isObject, type JsonObject } from "../model/json.ts";
import type { ProviderOptions } from "./options.ts";

/** What settings and environment add to every request. */
export type Tuning = Pick<ProviderOptions, "headers" | "extraBody" | "maxTokens">;

/**
 * Reads the setting `model.generationConfig` (`customHeaders`, `samplingParams`, `extra_body`) and the variable
 * `QWEN_CODE_MAX_OUTPUT_TOKENS`. What is not understood is left out.
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
