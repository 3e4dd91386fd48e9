import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";
import { sessionStats } from "./stats.ts";

/** `/status`: model, mode and figures at a glance. */
export function status(_call: CommandCall, desk: SessionDesk): CommandResult {
  const { version, model, mode, cwd } = desk.info();
  return say(`qwen ${version}\nModel: ${model}\nApproval mode: ${mode}\nFolder: ${cwd}\n${sessionStats(desk)}`);
}
