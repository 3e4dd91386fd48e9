/** The ports of the program, by subject. */
export * from "./ports/access.ts";
export type { Clock, Ids } from "./clock.ts";
export * from "./ports/commands.ts";
export * from "./ports/file_search.ts";
export * from "./ports/journal.ts";
export * from "./ports/provider.ts";
export * from "./ports/tool.ts";
export * from "./ports/workspace.ts";
