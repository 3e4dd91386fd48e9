/**
 * What the commands do that come with the program: each in a file of its own, which is loaded when the command is first
 * called. How lists show them is in `listed.ts`.
 */
import { MODES } from "../../model/access.ts";
import type { CommandResult, Deed, SlashCommand } from "../slash_command.ts";
import { HEADLESS } from "./headless.ts";
import { type BuiltinName, LISTED_COMMANDS } from "./listed.ts";
import { load } from "./load.ts";

function dialog(name: string): () => CommandResult {
  return () => ({ type: "dialog", dialog: name });
}

const CHAT: readonly SlashCommand[] = [
  {
    name: "delete",
    description: "Delete a conversation checkpoint. Usage: /chat delete <tag>",
    argumentHint: "<tag>",
    aliases: ["remove"],
    complete: async (desk) => await (await load.chat()).complete(desk),
    run: async (call, desk) => await (await load.chat()).deleteChat(call, desk),
  },
  {
    name: "list",
    description: "List saved conversation checkpoints",
    run: async (call, desk) => await (await load.chat()).listChats(call, desk),
  },
  {
    name: "resume",
    description: "Resume a conversation from a checkpoint. Usage: /chat resume <tag>",
    argumentHint: "<tag>",
    aliases: ["load"],
    complete: async (desk) => await (await load.chat()).complete(desk),
    run: async (call, desk) => await (await load.chat()).resumeChat(call, desk),
  },
  {
    name: "save",
    description: "Save the current conversation as a checkpoint. Usage: /chat save <tag>",
    argumentHint: "<tag>",
    complete: async (desk) => await (await load.chat()).complete(desk),
    run: async (call, desk) => await (await load.chat()).saveChat(call, desk),
  },
];

const AGENTS: readonly SlashCommand[] = [
  {
    name: "create",
    description: "Create a new subagent with guided setup.",
    needsInterface: true,
    run: dialog("subagent_create"),
  },
  {
    name: "list",
    description: "List the subagents.",
    run: async (call, desk) => (await load.agents()).agents(call, desk),
  },
  {
    name: "manage",
    description: "Manage existing subagents (view, edit, delete).",
    needsInterface: true,
    run: dialog("subagent_list"),
  },
];

const DIRECTORY: readonly SlashCommand[] = [
  {
    name: "add",
    description: "Add directories to the workspace. Use comma to separate multiple paths",
    argumentHint: "<path>[,<path>...]",
    run: async (call, desk) => await (await load.directory()).addDirectories(call, desk),
  },
  {
    name: "show",
    description: "Show all directories in the workspace",
    run: async (call, desk) => (await load.directory()).showDirectories(call, desk),
  },
];

function serverCommand(name: "disable" | "enable" | "reconnect", description: string): SlashCommand {
  return {
    name,
    description,
    argumentHint: "<server>",
    complete: async (desk) => (await load.mcp()).complete(desk),
    run: async (call, desk) => await (await load.mcp()).changeServer(name)(call, desk),
  };
}

const MCP: readonly SlashCommand[] = [
  serverCommand("disable", "Stop offering the tools of a server"),
  serverCommand("enable", "Offer the tools of a server again"),
  {
    name: "list",
    description: "List configured MCP servers and tools",
    run: async (call, desk) => (await load.mcp()).listServers(call, desk),
  },
  serverCommand("reconnect", "Connect to a server again"),
];

const MEMORY: readonly SlashCommand[] = [
  {
    name: "add",
    description: "Add content to the memory. Use --global for the user's file, --project for the project's.",
    argumentHint: "[--global|--project] <text>",
    run: async (call, desk) => await (await load.memory()).addMemory(call, desk),
  },
  {
    name: "refresh",
    description: "Refresh the memory from the source.",
    run: async (call, desk) => await (await load.memory()).refreshMemory(call, desk),
  },
  {
    name: "show",
    description: "Show the current memory contents.",
    run: async (call, desk) => await (await load.memory()).showMemory(call, desk),
  },
];

function ruleCommand(name: "allow" | "ask" | "deny", description: string): SlashCommand {
  return {
    name,
    description,
    argumentHint: "<rule>",
    run: async (call, desk) => (await load.permissions()).addRule(name)(call, desk),
  };
}

const PERMISSIONS: readonly SlashCommand[] = [
  ruleCommand("allow", "Add a rule for calls that need no question"),
  ruleCommand("ask", "Add a rule for calls that are always asked for"),
  ruleCommand("deny", "Add a rule for calls that are refused"),
  {
    name: "mode",
    description: "Set the approval mode",
    argumentHint: MODES.join("|"),
    complete: () => MODES.map((value) => ({ value })),
    run: async (call, desk) => await (await load.permissions()).setMode(call, desk),
  },
];

const STATS: readonly SlashCommand[] = [
  {
    name: "model",
    description: "Show model-specific usage statistics.",
    run: async (call, desk) => (await load.stats()).statsOfModels(call, desk),
  },
  {
    name: "tools",
    description: "Show tool-specific usage statistics.",
    run: async (call, desk) => (await load.stats()).statsOfTools(call, desk),
  },
];

const MAIN = {
  about: {
    aliases: ["version"],
    run: async (call, desk) => (await load.about()).about(call, desk),
  },
  agents: {
    subcommands: AGENTS,
    run: async (call, desk) => (await load.agents()).agents(call, desk),
  },
  auth: { run: dialog("auth") },
  chat: { subcommands: CHAT },
  clear: {
    aliases: ["reset", "new"],
    run: async (_call, desk) => {
      await desk.clear();
      return { type: "handled", text: "The conversation history was cleared." };
    },
  },
  compress: {
    aliases: ["summarize"],
    run: async (call, desk) => await (await load.compress()).compress(call, desk),
  },
  copy: {
    run: async (call, desk) => (await load.copy()).copy(call, desk),
  },
  corgi: { run: () => ({ type: "handled" }) },
  directory: { aliases: ["dir"], subcommands: DIRECTORY },
  docs: {
    run: () => ({
      type: "message",
      level: "info",
      content: "The documentation is in README.md and docs/ of the sources; qwen --help and qwen man print most of it.",
    }),
  },
  editor: { run: dialog("editor") },
  export: {
    complete: () => ["md", "html", "json", "jsonl"].map((value) => ({ value })),
    run: async (call, desk) => await (await load.export()).exportConversation(call, desk),
  },
  help: {
    aliases: ["?"],
    run: async (call) => (await load.help()).help(call),
  },
  init: {
    run: async (call, desk) => await (await load.init()).init(call, desk),
  },
  mcp: {
    subcommands: MCP,
    run: async (call, desk) => (await load.mcp()).listServers(call, desk),
  },
  memory: { subcommands: MEMORY },
  model: {
    complete: async (desk) => await (await load.model()).complete(desk),
    run: async (call, desk) => await (await load.model()).model(call, desk),
  },
  permissions: {
    subcommands: PERMISSIONS,
    run: async (call, desk) => (await load.permissions()).showPermissions(call, desk),
  },
  privacy: { run: dialog("privacy") },
  quit: {
    aliases: ["exit"],
    run: () => ({ type: "quit" }),
  },
  restore: {
    complete: async (desk) => await (await load.restore()).complete(desk),
    run: async (call, desk) => await (await load.restore()).restore(call, desk),
  },
  settings: { run: dialog("settings") },
  stats: {
    aliases: ["usage"],
    subcommands: STATS,
    run: async (call, desk) => (await load.stats()).stats(call, desk),
  },
  summary: {
    run: async (call, desk) => await (await load.summary()).summary(call, desk),
  },
  theme: { run: dialog("theme") },
  tools: {
    complete: () => [{ value: "desc", description: "With descriptions" }],
    run: async (call, desk) => (await load.tools()).tools(call, desk),
  },
} as const satisfies Partial<Record<BuiltinName, Deed>>;

const DEEDS: Record<BuiltinName, Deed> = { ...MAIN, ...HEADLESS };

/** Every built-in command. */
export const BUILTIN_COMMANDS: readonly SlashCommand[] = LISTED_COMMANDS.map((row) => ({ ...row, ...DEEDS[row.name] }));
