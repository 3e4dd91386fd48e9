import type { ServerInfo } from "../../model/event.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { type ArgumentValue, type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** `/mcp`: the MCP servers and their tools. */
export function listServers(_call: CommandCall, desk: SessionDesk): CommandResult {
  const { servers } = desk.info();
  if (servers.length === 0) return say("No MCP servers are configured.");
  return say(`MCP servers (${servers.length}):\n${servers.map(describeServer).join("\n")}`);
}

/** What `/mcp <action> <server>` does. */
export function changeServer(
  action: "disable" | "enable" | "reconnect",
): (call: CommandCall, desk: SessionDesk) => Promise<CommandResult> {
  return async ({ args }, desk) => {
    const server = args.trim();
    const known = complete(desk).map(({ value }) => value);
    if (server === "") return complain(`Missing server. Usage: /mcp ${action} <server>`);
    if (!known.includes(server)) {
      const hint = known.length > 0 ? ` Known are: ${known.join(", ")}.` : "";
      return complain(`There is no MCP server "${server}".${hint}`);
    }
    await desk.configure({ key: "mcpServer", name: server, action });
    const status = desk.info().servers.find((info) => info.name === server)?.status ?? "unknown";
    return say(`MCP server ${server} is now ${status}.`);
  };
}

/** The names of the servers. */
export function complete(desk: SessionDesk): ArgumentValue[] {
  return desk.info().servers.map(({ name }) => ({ value: name }));
}

function describeServer({ name, status, source, error, tools }: ServerInfo): string {
  const head = `- ${name}: ${status}, from ${source}${error ? ` (${error})` : ""}`;
  return [head, ...(tools ?? []).map((tool) => `  - ${tool.name}`)].join("\n");
}
