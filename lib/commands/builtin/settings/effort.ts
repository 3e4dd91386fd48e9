import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

const LEVELS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** `/effort`: how long the model thinks. */
export const effort: SlashCommand = {
  name: "effort",
  description: "Set how much the model thinks",
  argumentHint: "[low|medium|high|xhigh|max|default]",
  isSecondary: true,
  complete: () => [...LEVELS, "default"].map((value) => ({ value })),
  run: setEffort,
};

async function setEffort({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const level = args.trim().toLowerCase();
  if (level === "") return say(`Levels of effort: ${LEVELS.join(", ")}; default leaves it to the model.`);
  if (level !== "default" && !LEVELS.includes(level)) {
    return refuse(`"${level}" is not a level of effort: use one of ${LEVELS.join(", ")} or default`);
  }
  await context.configure({ key: "effort", value: level === "default" ? null : level });
  return say(`Effort is now ${level}.`);
}
