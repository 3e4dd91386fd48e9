import { isObject, type JsonObject, reasonOf } from "../../../model/mod.ts";
import type { RunConfig } from "./load_config.ts";

/** The servers of a project's `.mcp.json`, or why they are not used. */
export interface McpFile {
  path: string;
  servers: Record<string, JsonObject>;
  reason: string | null;
}

const MAX_BYTES = 1024 * 1024;
const UNTRUSTED = "Only a trusted project may bring MCP servers (--trust-project)";

/** Reads `.mcp.json` of a trusted project; null where there is none. Never throws: a broken file has a reason. */
export function readMcpFile({ flags, cwd }: Pick<RunConfig, "flags" | "cwd">): McpFile | null {
  const path = `${cwd}/.mcp.json`;
  const left = (reason: string): McpFile => ({ path, servers: {}, reason });
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? null : left(reasonOf(error));
  }
  if (flags.bare || flags.safeMode) return left("--bare and --safe-mode start no MCP servers");
  if (!flags.trustProject) return left(UNTRUSTED);
  if (!info.isFile) return left("it is not a regular file");
  if (info.size > MAX_BYTES) return left(`it is larger than ${MAX_BYTES} bytes`);
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(path));
    const servers: unknown = isObject(value) ? value.mcpServers : undefined;
    if (!isObject(servers)) return left("it has no object mcpServers");
    const wrong = Object.keys(servers).find((name) => !isObject(servers[name]));
    if (wrong !== undefined) return left(`mcpServers.${wrong} is not an object`);
    return { path, servers: servers as Record<string, JsonObject>, reason: null };
  } catch (error) {
    return left(`it is not JSON: ${reasonOf(error)}`);
  }
}
