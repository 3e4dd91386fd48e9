/** The ports of the program, by subject. */
export * from "./access.ts";
export type { Clock, Ids } from "./clock.ts";
export * from "./commands.ts";
export * from "./file_search.ts";
export * from "./journal.ts";
export * from "./provider.ts";
export * from "./tool.ts";
export * from "./workspace.ts";
