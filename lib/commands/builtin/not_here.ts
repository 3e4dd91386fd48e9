import { say, type SlashCommand } from "../slash_command.ts";

/** A command of the terminal interface that has nothing to do here, and says what does its work instead. */
function notHere(name: string, description: string, instead: string): SlashCommand {
  return {
    name,
    description,
    isSecondary: true,
    run: () => say(`/${name} does nothing in a headless session: ${instead}`),
  };
}

/** Commands that hosts send and that have no work to do without a terminal. */
export const notHereCommands: readonly SlashCommand[] = [
  notHere("curator", "Curate stored memories", "memory is kept in QWEN.md files; /memory shows them."),
  notHere(
    "extensions",
    "Manage extensions",
    "no extensions are loaded; MCP servers and custom commands take their place.",
  ),
  notHere("import-config", "Import settings of other tools", "edit .qwen/settings.json, or give flags."),
  notHere("insight", "Show insights from past sessions", "/stats shows the figures of this session."),
  notHere("output-style", "Choose an output style", "give --append-system-prompt instead."),
  notHere("update", "Update the program", "replace the executable by a newer one."),
  notHere("vim", "Toggle vim mode", "there is no input field."),
  notHere("ide", "Connect to an editor", "the host is the editor."),
];
