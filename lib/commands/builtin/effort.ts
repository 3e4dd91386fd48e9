import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** Levels of effort, from the least to the most. */
export const LEVELS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** `/effort`: how long the model thinks. */
export async function effort({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const level = args.trim().toLowerCase();
  if (level === "") return say(`Levels of effort: ${LEVELS.join(", ")}; default leaves it to the model.`);
  if (level !== "default" && !LEVELS.includes(level)) {
    return complain(`"${level}" is no level of effort: use one of ${LEVELS.join(", ")} or default`);
  }
  await desk.configure({ key: "effort", value: level === "default" ? null : level });
  return say(`Effort is now ${level}.`);
}
