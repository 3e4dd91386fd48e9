import type { ServerResource } from "./offers.ts";
import type { Part } from "../model/content.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import type { ToolNaming } from "../model/ports/tool_naming.ts";
import { fail, QwenError } from "../model/problem.ts";
import type { JsonObject, JsonSchema } from "../model/json.ts";

const DESCRIPTION = `Reads a resource of an MCP server.

Give server_name and uri to read one resource. Leave uri out to list what a server has, and server_name too to list
the resources of all servers.`;

const INPUT: JsonSchema = {
  type: "object",
  properties: {
    server_name: { type: "string", description: "Name of the MCP server." },
    uri: { type: "string", description: "URI of the resource, as listed." },
  },
};

const MAX_LISTED = 200;

/** Where the tool reads from. */
export interface ResourceSource {
  trusts(server: string): boolean;
  listResources(server: string | null, signal: AbortSignal): Promise<ServerResource[]>;
  resourceParts(resource: { server: string; uri: string }, signal: AbortSignal): Promise<Part[]>;
}

/** How rules name the tool. */
export const READ_MCP_RESOURCE_NAMING: ToolNaming = { name: "read_mcp_resource" };

/** Makes the tool that lists and reads resources of MCP servers. */
export function readMcpResource(source: ResourceSource): Tool {
  return {
    ...READ_MCP_RESOURCE_NAMING,
    description: DESCRIPTION,
    input: INPUT,
    kind: "mcp",
    parallel: true,
    title: (input) =>
      `Read ${text(input, "uri") ?? "the list of resources"} from ${text(input, "server_name") ?? "MCP"}`,
    needs: (input) => {
      const server = text(input, "server_name") ?? "*";
      // A list shows only what servers announce anyway.
      const trusted = text(input, "uri") === null || source.trusts(server);
      return [{ kind: "mcp", server, tool: "read_mcp_resource", trusted }];
    },
    // deno-lint-ignore require-yield
    async *run(input, context): AsyncGenerator<never, ToolOutcome> {
      return { output: await read(source, { input, context }) };
    },
  };
}

async function read(source: ResourceSource, call: { input: JsonObject; context: ToolContext }): Promise<Part[]> {
  const { signal } = call.context;
  const server = text(call.input, "server_name");
  const uri = text(call.input, "uri");
  if (uri !== null && server === null) {
    throw fail("tool_failed", '"server_name" is missing: a uri alone does not identify a resource');
  }
  try {
    if (uri !== null && server !== null) return await source.resourceParts({ server, uri }, signal);
    return [{ kind: "text", text: listing(await source.listResources(server, signal)) }];
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof QwenError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("tool_failed", `Cannot read ${uri ?? "the list of resources"}: ${reason}`, { cause: error });
  }
}

function listing(resources: readonly ServerResource[]): string {
  if (resources.length === 0) return "No resources.";
  const lines = resources.slice(0, MAX_LISTED).map(({ server, uri, name, description }) =>
    `${server} ${uri} ${name}${description === "" ? "" : `: ${description}`}`
  );
  const more = resources.length - lines.length;
  return more > 0 ? `${lines.join("\n")}\n… and ${more} more` : lines.join("\n");
}

function text(input: JsonObject, key: string): string | null {
  const value = input[key];
  return typeof value === "string" && value !== "" ? value : null;
}
