import { type CommandCall, type CommandResult, lines, refuse, say, type SlashCommand } from "../../slash_command.ts";
import { nearest } from "../../../stream/nearest.ts";

/** `/help`: the list of commands, or one of them. */
export const help: SlashCommand = {
  name: "help",
  description: "For help on qwen",
  argumentHint: "[command]",
  aliases: ["?"],
  needsInterface: true,
  run: showHelp,
};

function showHelp({ args, commands }: CommandCall): CommandResult {
  const topic = args.trim().replace(/^\//, "");
  const all = lines(commands.map(({ name, description }) => ({ name: `/${name}`, description })));
  if (topic === "") {
    const choices = commands.map(({ name }) => name);
    return { type: "dialog", dialog: "help", choices, current: null, text: all };
  }
  if (topic === "list" || topic === "all") return say(all);
  const known = commands.find(({ name }) => name === topic.toLowerCase());
  if (known) return say(`/${known.name}${known.argumentHint ? ` ${known.argumentHint}` : ""}\n${known.description}`);
  const near = nearest(topic, commands.map(({ name }) => name));
  return refuse(`There is no command "/${topic}".${near ? ` Did you mean /${near}?` : ""}`);
}
