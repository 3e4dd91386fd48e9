/** MCP servers and calls of their tools, for tests. */
import { assert } from "@std/assert";
import type { JsonObject } from "../../lib/model/json.ts";
import type { ToolProgress } from "../../lib/model/event.ts";
import type { ToolContext, ToolOutcome } from "../../lib/model/ports.ts";
import { readServerConfig } from "../../lib/mcp/server_config.ts";
import { McpServers, type McpServersOptions } from "../../lib/mcp/mcp_servers.ts";

/** The MCP server of the tests. */
export const SCRIPT = new URL("./mcp_server.ts", import.meta.url).pathname;

/** A signal that never aborts. */
export const NEVER = new AbortController().signal;

/** A server as the settings name it. */
export function entry(manner: string, more: JsonObject = {}): JsonObject {
  return { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", SCRIPT, manner], ...more };
}

/** Runs a test with connected servers. */
export async function withServers(
  entries: Record<string, JsonObject>,
  body: (servers: McpServers) => Promise<void>,
  options: Partial<McpServersOptions> = {},
): Promise<void> {
  const servers = new McpServers({
    version: "0.1.0",
    roots: [Deno.cwd()],
    environment: { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "" },
    ...options,
  });
  try {
    const configs = Object.entries(entries).map(([name, value]) =>
      readServerConfig(name, { entry: value, source: "settings" })
    );
    await servers.start(configs, NEVER);
    await body(servers);
  } finally {
    await servers.close();
  }
}

/** The outcome of a tool call with its progress. */
export interface Ran extends ToolOutcome {
  steps: ToolProgress[];
}

/** Calls a tool of a server. */
export async function run(
  servers: McpServers,
  name: string,
  { input = {}, ...options }: { input?: JsonObject; signal?: AbortSignal; onStep?(): void } = {},
): Promise<Ran> {
  const tool = servers.tools.find((known) => known.name === name);
  assert(tool, `${name} is not offered`);
  const steps: ToolProgress[] = [];
  const running = tool.run(input, { signal: options.signal ?? NEVER } as ToolContext);
  for (;;) {
    const { done, value } = await running.next();
    if (done) return { ...value, steps };
    steps.push(value);
    options.onStep?.();
  }
}

/** An outcome of one text. */
export function textOutcome(text: string, isError = false): Ran {
  return { output: [{ kind: "text", text }], isError, steps: [] };
}
