import { runShellBlock } from "../custom/shell_block.ts";
import { type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

/** `/diff`: what has changed in the working tree since the last commit. */
export const diffCommand: SlashCommand = {
  name: "diff",
  description: "Show the changes in the working tree",
  isSecondary: true,
  async run(_call, desk): Promise<CommandResult> {
    const git = "git -c core.fsmonitor=false -c core.quotepath=off";
    const status = await runShellBlock(`${git} status --porcelain`, desk);
    if (status.includes("[Shell command")) return complain("There is no git repository here to compare with.");
    if (status === "") return say("No changes since the last commit.");
    const counts = await runShellBlock(`${git} diff --no-ext-diff --stat HEAD`, desk);
    const untracked = status.split("\n").filter((line) => line.startsWith("?? ")).map((line) => `- ${line.slice(3)}`);
    const blocks = [counts.includes("[Shell command") ? status : counts];
    if (untracked.length > 0) blocks.push(`Not tracked:\n${untracked.join("\n")}`);
    return say(blocks.filter((block) => block !== "").join("\n\n"));
  },
};
