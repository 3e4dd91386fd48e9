import { say, type SlashCommand } from "../../slash_command.ts";

/** Commands that interactive programs have; each names its headless replacement. */
export const unavailable: readonly SlashCommand[] = [
  unavailableCommand("curator", {
    description: "Curate stored memories",
    instead: "memory is kept in QWEN.md files; /memory shows them.",
  }),
  unavailableCommand("extensions", {
    description: "Manage extensions",
    instead: "no extensions are loaded; MCP servers and custom commands take their place.",
  }),
  unavailableCommand("ide", { description: "Connect to an editor", instead: "the host is the editor." }),
  unavailableCommand("import-config", {
    description: "Import settings of other tools",
    instead: "edit .qwen/settings.json, or give flags.",
  }),
  unavailableCommand("insight", {
    description: "Show insights from past sessions",
    instead: "/stats shows the figures of this session.",
  }),
  unavailableCommand("output-style", {
    description: "Choose an output style",
    instead: "give --append-system-prompt instead.",
  }),
  unavailableCommand("update", {
    description: "Update the program",
    instead: "replace the executable by a newer one.",
  }),
  unavailableCommand("vim", { description: "Toggle vim mode", instead: "there is no input field." }),
];

function unavailableCommand(
  name: string,
  { description, instead }: { description: string; instead: string },
): SlashCommand {
  const run = (): ReturnType<typeof say> => say(`/${name} does nothing in a headless session: ${instead}`);
  return { name, description, isSecondary: true, run };
}
