import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";
import { runShellBlock } from "../custom/shell_block.ts";

/** `/diff`: what has changed in the working tree since the last commit. */
export async function diff(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const git = "git -c core.fsmonitor=false -c core.quotepath=off";
  const status = await runShellBlock(`${git} status --porcelain`, desk);
  if (status.includes("[Shell command")) return complain("There is no git repository here to compare with.");
  if (status === "") return say("No changes since the last commit.");
  const counts = await runShellBlock(`${git} diff --no-ext-diff --stat HEAD`, desk);
  const untracked = status.split("\n").filter((line) => line.startsWith("?? ")).map((line) => `- ${line.slice(3)}`);
  const blocks = [counts.includes("[Shell command") ? status : counts];
  if (untracked.length > 0) blocks.push(`Not tracked:\n${untracked.join("\n")}`);
  return say(blocks.filter((block) => block !== "").join("\n\n"));
}
