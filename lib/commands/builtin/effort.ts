import { type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

const LEVELS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** `/effort`: how long the model thinks. */
export const effortCommand: SlashCommand = {
  name: "effort",
  description: "Set how much the model thinks",
  argumentHint: `[${LEVELS.join("|")}|default]`,
  isSecondary: true,
  complete: () => Promise.resolve([...LEVELS, "default"].map((value) => ({ value }))),
  async run({ args }, desk): Promise<CommandResult> {
    const level = args.trim().toLowerCase();
    if (level === "") return say(`Levels of effort: ${LEVELS.join(", ")}; default leaves it to the model.`);
    if (level !== "default" && !LEVELS.includes(level)) {
      return complain(`"${level}" is no level of effort: use one of ${LEVELS.join(", ")} or default`);
    }
    await desk.configure({ key: "effort", value: level === "default" ? null : level });
    return say(`Effort is now ${level}.`);
  },
};
