import { type CommandResult, say, type SlashCommand } from "../slash_command.ts";
import { sessionStats } from "./stats.ts";

/** `/status`: model, mode and figures at a glance. */
export const statusCommand: SlashCommand = {
  name: "status",
  description: "Show the state of the session",
  isSecondary: true,
  run(_call, desk): CommandResult {
    const { version, model, mode, cwd } = desk.info();
    return say(`qwen ${version}\nModel: ${model}\nApproval mode: ${mode}\nFolder: ${cwd}\n${sessionStats(desk)}`);
  },
};
