import type { ServerInfo } from "../../../model/event.ts";
import type { CommandContext } from "../../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";

/** `/mcp`: the MCP servers and their tools. */
export const mcp: SlashCommand = {
  name: "mcp",
  description: "List configured MCP servers and tools",
  subcommands: [
    serverCommand("disable", "Stop offering the tools of a server"),
    serverCommand("enable", "Offer the tools of a server again"),
    { name: "list", description: "List configured MCP servers and tools", run: listServers },
    serverCommand("reconnect", "Connect to a server again"),
  ],
  run: listServers,
};

function listServers(_call: CommandCall, context: CommandContext): CommandResult {
  const { servers } = context.info();
  if (servers.length === 0) return say("No MCP servers are configured.");
  return say(`MCP servers (${servers.length}):\n${servers.map(describeServer).join("\n")}`);
}

type ServerAction = "disable" | "enable" | "reconnect";

function serverCommand(name: ServerAction, description: string): SlashCommand {
  return {
    name,
    description,
    argumentHint: "<server>",
    complete: serverNames,
    run: (call, context) => changeServer(name, call, context),
  };
}

async function changeServer(
  action: ServerAction,
  { args }: CommandCall,
  context: CommandContext,
): Promise<CommandResult> {
  const server = args.trim();
  const known = serverNames(context).map(({ value }) => value);
  if (server === "") return refuse(`Missing server. Usage: /mcp ${action} <server>`);
  if (!known.includes(server)) {
    const hint = known.length > 0 ? ` Known are: ${known.join(", ")}.` : "";
    return refuse(`There is no MCP server "${server}".${hint}`);
  }
  await context.configure({ key: "mcpServer", name: server, action });
  const status = context.info().servers.find((info) => info.name === server)?.status ?? "unknown";
  return say(`MCP server ${server} is now ${status}.`);
}

function serverNames(context: CommandContext): ArgumentValue[] {
  return context.info().servers.map(({ name }) => ({ value: name }));
}

function describeServer({ name, status, source, error, tools }: ServerInfo): string {
  const head = `- ${name}: ${status}, from ${source}${error ? ` (${error})` : ""}`;
  return [head, ...(tools ?? []).map((tool) => `  - ${tool.name}`)].join("\n");
}
