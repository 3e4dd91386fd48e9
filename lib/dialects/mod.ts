/**
 * The list of dialects. A new one is a file beside this one, a line here and its name among the choices of `--dialect`;
 * each is loaded when it is first spoken.
 */
import { deferred } from "../model/deferred.ts";
import type { Dialect } from "../model/dialect.ts";

const DIALECTS: Readonly<Record<string, () => Promise<Dialect>>> = {
  chat: async () => (await import(deferred("./chat.ts")) as typeof import("./chat.ts")).chat,
  qwen: async () => (await import(deferred("./qwen.ts")) as typeof import("./qwen.ts")).qwen,
  claude: async () => (await import(deferred("./claude.ts")) as typeof import("./claude.ts")).claude,
  state: async () => (await import(deferred("./state.ts")) as typeof import("./state.ts")).state,
  text: async () => (await import(deferred("./text.ts")) as typeof import("./text.ts")).text,
};

/** Names of all dialects, as `--dialect` takes them. */
export const DIALECT_NAMES: readonly string[] = Object.keys(DIALECTS).filter((name) => name !== "text");

/** Loads a dialect by name; null when there is none of that name. */
export function loadDialect(name: string): Promise<Dialect | null> {
  return Object.hasOwn(DIALECTS, name) ? DIALECTS[name]() : Promise.resolve(null);
}
