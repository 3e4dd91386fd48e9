import { type CommandCall, type CommandResult, complain, lines, say } from "../slash_command.ts";
import { nearestName } from "../command_tree.ts";

/** `/help`: the list of commands, or one of them. */
export function help({ args, commands }: CommandCall): CommandResult {
  const topic = args.trim().replace(/^\//, "");
  if (topic === "") return { type: "dialog", dialog: "help" };
  if (topic === "list" || topic === "all") {
    return say(lines(commands.map(({ name, description }) => ({ name: `/${name}`, description }))));
  }
  const known = commands.find(({ name }) => name === topic.toLowerCase());
  if (known) return say(`/${known.name}${known.argumentHint ? ` ${known.argumentHint}` : ""}\n${known.description}`);
  const nearest = nearestName(topic, commands.map(({ name }) => name));
  return complain(`There is no command "/${topic}".${nearest ? ` Did you mean /${nearest}?` : ""}`);
}
