import type { Command, Query } from "../../model/command.ts";

/** Commands that change nothing. */
const READING: ReadonlySet<Command["type"]> = new Set([
  "hint",
  "hint_cancel",
  "heartbeat",
  "withdraw",
  "list_sessions",
  "list_jobs",
  "join",
  "leave",
]);

/** Questions of the host that only read. */
const READING_QUERIES: ReadonlySet<Query["subject"]> = new Set([
  "session",
  "tools",
  "models",
  "commands",
  "agents",
  "mcp",
  "settings",
  "permissions",
  "hooks",
  "version",
  "context",
  "usage",
  "spending",
  "may_use",
  "export",
  "file",
  "resource",
  "suggest_files",
]);

/** Whether a client that only observes may send a command. */
export function mayObserve(command: Command): boolean {
  return command.type === "query" ? READING_QUERIES.has(command.query.subject) : READING.has(command.type);
}
