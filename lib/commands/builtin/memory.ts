import { type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

/** `/memory`: the standing instructions in QWEN.md and its like. */
export const memoryCommand: SlashCommand = {
  name: "memory",
  description: "Commands for interacting with memory.",
  subcommands: [
    {
      name: "add",
      description: "Add content to the memory. Use --global for the user's file, --project for the project's.",
      argumentHint: "[--global|--project] <text>",
      async run({ args }, desk): Promise<CommandResult> {
        const scope = /^\s*--global\s/.test(`${args} `) ? "user" : "project";
        const fact = args.trim().replace(/^--(global|project)\b\s*/, "").trim();
        if (fact === "") return complain("Missing text. Usage: /memory add [--global|--project] <text>");
        const path = await desk.memory.add(fact, scope);
        return say(`Added to ${path}: ${fact}`);
      },
    },
    {
      name: "refresh",
      description: "Refresh the memory from the source.",
      async run(_call, desk): Promise<CommandResult> {
        const files = await desk.memory.refresh();
        if (files.length === 0) return say("Memory refreshed. There are no memory files.");
        const characters = files.reduce((total, file) => total + file.content.length, 0);
        return say(
          `Memory refreshed: ${characters} characters from ${files.length} ${files.length === 1 ? "file" : "files"}.`,
        );
      },
    },
    {
      name: "show",
      description: "Show the current memory contents.",
      async run(_call, desk): Promise<CommandResult> {
        const files = await desk.memory.show();
        if (files.length === 0) return say("Memory is currently empty.");
        return say(files.map(({ path, content }) => `--- ${path} ---\n${content.trim()}`).join("\n\n"));
      },
    },
  ],
};
