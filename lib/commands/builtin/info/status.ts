import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";
import { sessionStats } from "../support/session_stats.ts";

/** `/status`: model, approval mode and figures of the session. */
export const status: SlashCommand = {
  name: "status",
  description: "Show the state of the session",
  isSecondary: true,
  run: showStatus,
};

function showStatus(_call: CommandCall, context: CommandContext): CommandResult {
  const { version, model, mode, cwd } = context.info();
  return say(`qwen ${version}\nModel: ${model}\nApproval mode: ${mode}\nFolder: ${cwd}\n${sessionStats(context)}`);
}
