/** Commands that hosts without a terminal send as well; completion lists show them once two letters are typed. */
import type { SlashCommand } from "../slash_command.ts";
import { load } from "./load.ts";

/** A command of the terminal that has nothing to do here, and says what does its work instead. */
function notHere(name: string, description: string, instead: string): SlashCommand {
  const content = `/${name} does nothing in a headless session: ${instead}`;
  return { name, description, isSecondary: true, run: () => ({ type: "message", level: "info", content }) };
}

/** The further commands. */
export const HEADLESS_COMMANDS: readonly SlashCommand[] = [
  {
    name: "bug",
    description: "Submit a bug report",
    argumentHint: "<title>",
    isSecondary: true,
    run: async (call, desk) => (await load.bug()).bug(call, desk),
  },
  {
    name: "compress-fast",
    description: "Clear old tool results without asking the model.",
    isSecondary: true,
    run: async (call, desk) => await (await load.compressFast()).compressFast(call, desk),
  },
  {
    name: "config",
    description: "Show or change settings of this session",
    argumentHint: "[key] [value]",
    isSecondary: true,
    complete: async (desk) => (await load.config()).complete(desk),
    run: async (call, desk) => await (await load.config()).config(call, desk),
  },
  {
    name: "context",
    description: "Show what fills the context window",
    isSecondary: true,
    run: async (call, desk) => await (await load.context()).context(call, desk),
  },
  {
    name: "diff",
    description: "Show the changes in the working tree",
    isSecondary: true,
    run: async (call, desk) => await (await load.diff()).diff(call, desk),
  },
  {
    name: "doctor",
    description: "Check the installation and the session",
    isSecondary: true,
    run: async (call, desk) => await (await load.doctor()).doctor(call, desk),
  },
  {
    name: "effort",
    description: "Set how much the model thinks",
    argumentHint: "[low|medium|high|xhigh|max|default]",
    isSecondary: true,
    complete: async () => [...(await load.effort()).LEVELS, "default"].map((value) => ({ value })),
    run: async (call, desk) => await (await load.effort()).effort(call, desk),
  },
  {
    name: "goal",
    description: "Work on a goal until it is reached",
    argumentHint: "<goal>",
    isSecondary: true,
    run: async (call, desk) => await (await load.goal()).goal(call, desk),
  },
  {
    name: "hooks",
    description: "List the hooks of this session",
    isSecondary: true,
    run: async (call, desk) => (await load.hooks()).hooks(call, desk),
  },
  {
    name: "language",
    description: "Set the language of the answers",
    argumentHint: "[output] <language>",
    isSecondary: true,
    run: async (call, desk) => await (await load.language()).language(call, desk),
  },
  {
    name: "quit-confirm",
    description: "Show quit confirmation dialog",
    isSecondary: true,
    needsInterface: true,
    run: ({ raw, approved }) => approved.includes(raw) ? { type: "quit" } : { type: "quit_confirmation" },
  },
  {
    name: "status",
    description: "Show the state of the session",
    isSecondary: true,
    run: async (call, desk) => (await load.status()).status(call, desk),
  },
  {
    name: "tasks",
    description: "List background tasks",
    isSecondary: true,
    run: async (call, desk) => (await load.tasks()).tasks(call, desk),
  },
  notHere("curator", "Curate stored memories", "memory is kept in QWEN.md files; /memory shows them."),
  notHere(
    "extensions",
    "Manage extensions",
    "no extensions are loaded; MCP servers and custom commands take their place.",
  ),
  notHere("ide", "Connect to an editor", "the host is the editor."),
  notHere("import-config", "Import settings of other tools", "edit .qwen/settings.json, or give flags."),
  notHere("insight", "Show insights from past sessions", "/stats shows the figures of this session."),
  notHere("output-style", "Choose an output style", "give --append-system-prompt instead."),
  notHere("update", "Update the program", "replace the executable by a newer one."),
  notHere("vim", "Toggle vim mode", "there is no input field."),
];
