import { currentFolder } from "../../../path/mod.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import { loadSettings, qwenHome } from "../../../config/settings/settings.ts";
import { writeSettings } from "../../../config/settings/write_setting.ts";
import { readServerConfig, type ServerConfig } from "../../../mcp/server_config.ts";
import { isObject, type JsonObject } from "../../../model/json.ts";
import { fail } from "../../../model/problem.ts";
import type { SettingOrigin } from "../../../model/ports.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import type { McpScope } from "./mcp_add.ts";

/** A server of the settings. */
export interface ListedServer {
  name: string;
  scope: SettingOrigin;
  entry: JsonObject;
  /** Why a run would not start it, if so. */
  unused: "untrusted" | "disabled" | null;
}

const env = (name: string): string | undefined => Deno.env.get(name);

/** All servers of the settings, those of an untrusted project included; of two with one name both are listed. */
export async function listedServers(flags: Flags): Promise<ListedServer[]> {
  const cwd = currentFolder();
  const loaded = await loadSettings({ cwd, env, ...settingChoices(flags), trustProject: true });
  const allowed = flags.allowedMcpServerNames ?? loaded.settings.get("mcp.allowed");
  const excluded = loaded.settings.get("mcp.excluded") ?? [];
  const isTrusted = flags.trustProject ?? false;
  return loaded.sources.flatMap(({ origin: scope, values }) => {
    const servers = values.get("mcpServers");
    if (!isObject(servers)) return [];
    return Object.entries(servers).filter((pair): pair is [string, JsonObject] => isObject(pair[1]))
      .map(([name, entry]) => {
        const isDisabled = excluded.includes(name) || (allowed !== undefined && !allowed.includes(name));
        const unused = scope === "project" && !isTrusted ? "untrusted" : isDisabled ? "disabled" : null;
        return { name, scope, entry, unused };
      });
  });
}

/** The server of a name, as a run would start it. Throws `mcp_unavailable` when there is none. */
export async function serverNamed(name: string, flags: Flags): Promise<ListedServer> {
  const all = await listedServers(flags);
  const found = all.findLast((server) => server.name === name && server.unused !== "untrusted") ??
    all.findLast((server) => server.name === name);
  if (found) return found;
  const known = [...new Set(all.map((server) => server.name))].join(", ");
  throw fail("mcp_unavailable", `There is no MCP server ${JSON.stringify(name)}`, {
    hint: known === "" ? "qwen mcp add adds one." : `Known are: ${known}.`,
  });
}

/** The configuration of a server that is about to be contacted. Throws for one of an untrusted project. */
export async function configOf(name: string, flags: Flags): Promise<ServerConfig> {
  const { entry, unused } = await serverNamed(name, flags);
  if (unused === "untrusted") {
    throw fail("mcp_unavailable", `MCP server ${JSON.stringify(name)} belongs to a project that is not trusted`, {
      hint: "Read its settings, then add --trust-project.",
    });
  }
  return readServerConfig(name, { entry, source: "settings" });
}

/** The settings file of a scope. */
function settingsFile(scope: McpScope): string {
  return scope === "user" ? `${qwenHome(env)}/settings.json` : `${currentFolder()}/.qwen/settings.json`;
}

/** The path of a settings file as people write it. */
export function shownPath(path: string): string {
  const home = homeFolder(env);
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Changes the servers of a scope; everything else in its file stays. Returns the file. */
export async function changeServers(
  scope: McpScope,
  change: (servers: JsonObject) => JsonObject,
): Promise<string> {
  const file = settingsFile(scope);
  await writeSettings(file, [{
    path: ["mcpServers"],
    change: (before) => change(isObject(before) ? before as JsonObject : {}),
  }]);
  return file;
}
