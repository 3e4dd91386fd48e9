import { isObject } from "../../model/json.ts";
import type { ModelPrice, Prices } from "../../model/usage.ts";

/** List prices of well-known models in USD per million tokens. Settings (`modelPrices`) override them. */
const LIST_PRICES: Readonly<Record<string, ModelPrice>> = {
  "gpt-4o": { input: 2.5, output: 10, cachedInput: 1.25 },
  "gpt-4o-mini": { input: 0.15, output: 0.6, cachedInput: 0.075 },
  "gpt-4.1": { input: 2, output: 8, cachedInput: 0.5 },
  "gpt-4.1-mini": { input: 0.4, output: 1.6, cachedInput: 0.1 },
  "gpt-5": { input: 1.25, output: 10, cachedInput: 0.125 },
  "gpt-5-mini": { input: 0.25, output: 2, cachedInput: 0.025 },
  "o3": { input: 2, output: 8, cachedInput: 0.5 },
  "o4-mini": { input: 1.1, output: 4.4, cachedInput: 0.275 },
  "qwen3-coder-plus": { input: 1, output: 5, cachedInput: 0.1 },
  "qwen3-coder-flash": { input: 0.3, output: 1.5, cachedInput: 0.03 },
  "qwen3-max": { input: 1.2, output: 6, cachedInput: 0.24 },
  "qwen-max": { input: 1.6, output: 6.4 },
  "qwen-plus": { input: 0.4, output: 1.2 },
  "qwen-turbo": { input: 0.05, output: 0.2 },
  "gemini-2.5-pro": { input: 1.25, output: 10, cachedInput: 0.31 },
  "gemini-2.5-flash": { input: 0.3, output: 2.5, cachedInput: 0.075 },
  "deepseek-chat": { input: 0.27, output: 1.1, cachedInput: 0.07 },
  "deepseek-reasoner": { input: 0.55, output: 2.19, cachedInput: 0.14 },
  "claude-opus-4": { input: 15, output: 75, cachedInput: 1.5 },
  "claude-opus-4-1": { input: 15, output: 75, cachedInput: 1.5 },
  "claude-opus-4-5": { input: 5, output: 25, cachedInput: 0.5 },
  "claude-sonnet-4": { input: 3, output: 15, cachedInput: 0.3 },
  "claude-sonnet-4-5": { input: 3, output: 15, cachedInput: 0.3 },
  "claude-haiku-4-5": { input: 1, output: 5, cachedInput: 0.1 },
};

/** The date or the version at the end of a model's id: `-20250514`, `-2024-08-06`, `-latest`, `-preview-05-20`. */
const DATE = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest|(?:preview|exp)(?:-\d{2}-\d{2,4})?)$/;

/** The prices of all models: those of the settings, then the list prices. A dated id counts as its model. */
export function readPrices(configured: unknown): Prices {
  const own = new Map(
    isObject(configured)
      ? Object.entries(configured).flatMap(([model, price]) => {
        const read = readPrice(price);
        return read ? [[model, read] as const] : [];
      })
      : [],
  );
  const find = (model: string): ModelPrice | null =>
    own.get(model) ?? (Object.hasOwn(LIST_PRICES, model) ? LIST_PRICES[model] : null);
  return (model) => {
    const plain = model.slice(model.lastIndexOf("/") + 1);
    return find(model) ?? find(plain) ?? find(plain.replace(DATE, ""));
  };
}

function readPrice(value: unknown): ModelPrice | null {
  if (!isObject(value)) return null;
  const { input, output, cachedInput } = value;
  if (!isPrice(input) || !isPrice(output)) return null;
  return { input, output, ...(isPrice(cachedInput) ? { cachedInput } : {}) };
}

function isPrice(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
