import { isObject, type ModelInfo } from "../model/mod.ts";
import { modelEntries } from "../providers/mod.ts";
import type { Foundation } from "./foundation.ts";

const DEFAULT_CONTEXT_WINDOW = 131_072;

/** The models that a session may be switched to; the one it starts with comes first. */
export function sessionModels({ settings, selection }: Pick<Foundation, "settings" | "selection">): ModelInfo[] {
  const common = windowOf(settings.get("model.generationConfig")) ?? DEFAULT_CONTEXT_WINDOW;
  const configured = settings.get("modelProviders");
  const listed = modelEntries(configured)[selection.provider] ?? [];
  const entries: unknown = isObject(configured) ? configured[selection.provider] : undefined;
  const known = listed.map(({ id }): ModelInfo => {
    const entry = Array.isArray(entries) ? entries.find((candidate) => isObject(candidate) && candidate.id === id) : {};
    const label = isObject(entry) && typeof entry.name === "string" ? entry.name : id;
    return { id, label, contextWindow: windowOf(isObject(entry) ? entry.generationConfig : undefined) ?? common };
  });
  const own = known.find(({ id }) => id === selection.model) ??
    { id: selection.model, label: selection.model, contextWindow: common };
  return [own, ...known.filter(({ id }) => id !== selection.model)];
}

function windowOf(config: unknown): number | null {
  const size = isObject(config) ? config.contextWindowSize : undefined;
  return typeof size === "number" && Number.isSafeInteger(size) && size > 0 ? size : null;
}
