/**
 * The commands that come with the program: a row for each here, and what it does in a file of its own that is loaded
 * when the command is first called, so that the list costs nothing at start.
 */
import { MODES } from "../../model/access.ts";
import type { CommandResult, SlashCommand } from "../slash_command.ts";
import { HEADLESS_COMMANDS } from "./headless.ts";
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

const MAIN_COMMANDS: readonly SlashCommand[] = [
  {
    name: "about",
    description: "Show version info",
    aliases: ["version"],
    run: async (call, desk) => (await load.about()).about(call, desk),
  },
  {
    name: "agents",
    description: "Manage subagents for specialized task delegation.",
    subcommands: AGENTS,
    run: async (call, desk) => (await load.agents()).agents(call, desk),
  },
  { name: "auth", description: "Change the auth method", needsInterface: true, run: dialog("auth") },
  { name: "chat", description: "Manage conversation history.", subcommands: CHAT },
  {
    name: "clear",
    description: "Clear the screen and conversation history",
    aliases: ["reset", "new"],
    run: async (_call, desk) => {
      await desk.clear();
      return { type: "handled", text: "The conversation history was cleared." };
    },
  },
  {
    name: "compress",
    description: "Compresses the context by replacing it with a summary.",
    argumentHint: "[instructions]",
    aliases: ["summarize"],
    run: async (call, desk) => await (await load.compress()).compress(call, desk),
  },
  {
    name: "copy",
    description: "Copy the last result or code snippet to clipboard",
    argumentHint: "[code]",
    run: async (call, desk) => (await load.copy()).copy(call, desk),
  },
  { name: "corgi", description: "Toggles corgi mode.", run: () => ({ type: "handled" }) },
  { name: "directory", description: "Manage workspace directories", aliases: ["dir"], subcommands: DIRECTORY },
  {
    name: "docs",
    description: "Say where the documentation is",
    run: () => ({
      type: "message",
      level: "info",
      content: "The documentation is in README.md and docs/ of the sources; qwen --help and qwen man print most of it.",
    }),
  },
  { name: "editor", description: "Set external editor preference", needsInterface: true, run: dialog("editor") },
  {
    name: "export",
    description: "Export the conversation to a file (md, html, json, jsonl)",
    argumentHint: "[md|html|json|jsonl] [file]",
    complete: () => ["md", "html", "json", "jsonl"].map((value) => ({ value })),
    run: async (call, desk) => await (await load.export()).exportConversation(call, desk),
  },
  {
    name: "help",
    description: "For help on Qwen Code",
    argumentHint: "[command]",
    aliases: ["?"],
    needsInterface: true,
    run: async (call) => (await load.help()).help(call),
  },
  {
    name: "init",
    description: "Analyzes the project and creates a tailored QWEN.md file.",
    run: async (call, desk) => await (await load.init()).init(call, desk),
  },
  {
    name: "mcp",
    description: "List configured MCP servers and tools",
    subcommands: MCP,
    run: async (call, desk) => (await load.mcp()).listServers(call, desk),
  },
  { name: "memory", description: "Commands for interacting with memory.", subcommands: MEMORY },
  {
    name: "model",
    description: "Switch the model for this session",
    argumentHint: "[id] [prompt]",
    complete: async (desk) => await (await load.model()).complete(desk),
    run: async (call, desk) => await (await load.model()).model(call, desk),
  },
  {
    name: "permissions",
    description: "Show and change what tools may do",
    subcommands: PERMISSIONS,
    run: async (call, desk) => (await load.permissions()).showPermissions(call, desk),
  },
  { name: "privacy", description: "Display the privacy notice", needsInterface: true, run: dialog("privacy") },
  {
    name: "quit",
    description: "Exit the cli",
    aliases: ["exit"],
    needsInterface: true,
    run: () => ({ type: "quit" }),
  },
  {
    name: "restore",
    description: "Restore files and conversation to the state before a tool call",
    argumentHint: "[id]",
    complete: async (desk) => await (await load.restore()).complete(desk),
    run: async (call, desk) => await (await load.restore()).restore(call, desk),
  },
  { name: "settings", description: "View and edit Qwen Code settings", needsInterface: true, run: dialog("settings") },
  {
    name: "stats",
    description: "Check session stats. Usage: /stats [model|tools]",
    aliases: ["usage"],
    subcommands: STATS,
    run: async (call, desk) => (await load.stats()).stats(call, desk),
  },
  {
    name: "summary",
    description: "Generate a project summary and save it to .qwen/PROJECT_SUMMARY.md",
    run: async (call, desk) => await (await load.summary()).summary(call, desk),
  },
  { name: "theme", description: "Change the theme", needsInterface: true, run: dialog("theme") },
  {
    name: "tools",
    description: "List available Qwen Code tools. Usage: /tools [desc]",
    argumentHint: "[desc]",
    complete: () => [{ value: "desc", description: "With descriptions" }],
    run: async (call, desk) => (await load.tools()).tools(call, desk),
  },
];

/** Every built-in command. */
export const BUILTIN_COMMANDS: readonly SlashCommand[] = [...MAIN_COMMANDS, ...HEADLESS_COMMANDS];
