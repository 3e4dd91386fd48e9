/** The list of dialects. A new one is one file and one line here; each is loaded when it is first spoken. */
import type { Dialect } from "../model/dialect.ts";

const DIALECTS: Readonly<Record<string, () => Promise<Dialect>>> = {
  chat: () => import("./chat.ts").then((module) => module.chat),
  qwen: () => import("./qwen.ts").then((module) => module.qwen),
  claude: () => import("./claude.ts").then((module) => module.claude),
  text: () => import("./text.ts").then((module) => module.text),
};

/** Names of all dialects, as `--dialect` takes them. */
export const DIALECT_NAMES: readonly string[] = Object.keys(DIALECTS).filter((name) => name !== "text");

/** Loads a dialect by name; null when there is none of that name. */
export function loadDialect(name: string): Promise<Dialect | null> {
  return Object.hasOwn(DIALECTS, name) ? DIALECTS[name]() : Promise.resolve(null);
}
