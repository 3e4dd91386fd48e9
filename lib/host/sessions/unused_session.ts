import type { Command } from "../../model/command.ts";
import type { Reply } from "../../model/event.ts";

/** The answer for a session that does not exist yet: nothing runs in it. Null where the command needs another one. */
export function replyOfUnused(command: Command): Reply | null {
  if (command.type === "heartbeat") {
    return { kind: "heartbeat", promptId: command.promptId, state: "idle", sinceMs: 0 };
  }
  return command.type === "interrupt" ? { kind: "interrupted", wasRunning: false, promptId: null, queued: [] } : null;
}
