import type { ServerInfo } from "../../model/event.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { type ArgumentValue, type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

/** `/mcp`: the MCP servers and their tools. */
export const mcpCommand: SlashCommand = {
  name: "mcp",
  description: "List configured MCP servers and tools",
  subcommands: [
    action("disable", "Stop offering the tools of a server"),
    action("enable", "Offer the tools of a server again"),
    { name: "list", description: "List configured MCP servers and tools", run: (_call, desk) => say(describe(desk)) },
    action("reconnect", "Connect to a server again", ["refresh"]),
  ],
  run: (_call, desk) => say(describe(desk)),
};

function action(name: "disable" | "enable" | "reconnect", description: string, aliases?: string[]): SlashCommand {
  return {
    name,
    description,
    aliases,
    argumentHint: "<server>",
    complete: (_partial, desk) => Promise.resolve(serverNames(desk)),
    async run({ args }, desk): Promise<CommandResult> {
      const server = args.trim();
      const known = serverNames(desk).map(({ value }) => value);
      if (server === "") return complain(`Missing server. Usage: /mcp ${name} <server>`);
      if (!known.includes(server)) {
        return complain(
          `There is no MCP server "${server}". ${known.length > 0 ? `Known are: ${known.join(", ")}.` : ""}`.trim(),
        );
      }
      await desk.configure({ key: "mcpServer", name: server, action: name });
      const status = desk.info().servers.find((info) => info.name === server)?.status ?? "unknown";
      return say(`MCP server ${server} is now ${status}.`);
    },
  };
}

function serverNames(desk: SessionDesk): ArgumentValue[] {
  return desk.info().servers.map(({ name }) => ({ value: name }));
}

function describe(desk: SessionDesk): string {
  const { servers } = desk.info();
  if (servers.length === 0) return "No MCP servers are configured.";
  return `MCP servers (${servers.length}):\n${servers.map(describeServer).join("\n")}`;
}

function describeServer({ name, status, source, error, tools }: ServerInfo): string {
  const head = `- ${name}: ${status}, from ${source}${error ? ` (${error})` : ""}`;
  return [head, ...(tools ?? []).map((tool) => `  - ${tool.name}`)].join("\n");
}
