import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";
import { runShellBlock } from "../../custom/shell_block.ts";

/** `/diff`: the changes in the working tree since the last commit. */
export const diff: SlashCommand = {
  name: "diff",
  description: "Show the changes in the working tree",
  isSecondary: true,
  run: showChanges,
};

async function showChanges(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const git = "git -c core.fsmonitor=false -c core.quotepath=off";
  const status = await runShellBlock(`${git} status --porcelain`, context);
  if (status.includes("[Shell command")) return refuse("There is no git repository here to compare with.");
  if (status === "") return say("No changes since the last commit.");
  const counts = await runShellBlock(`${git} diff --no-ext-diff --stat HEAD`, context);
  const untracked = status.split("\n").filter((line) => line.startsWith("?? ")).map((line) => `- ${line.slice(3)}`);
  const blocks = [counts.includes("[Shell command") ? status : counts];
  if (untracked.length > 0) blocks.push(`Not tracked:\n${untracked.join("\n")}`);
  return say(blocks.filter((block) => block !== "").join("\n\n"));
}
