import { qwenHome } from "../../../config/settings/settings.ts";
import { login } from "../../../mcp/auth/login.ts";
import { TokenStore } from "../../../mcp/auth/token_store.ts";
import { McpServers } from "../../../mcp/mcp_servers.ts";
import { readServerConfig, type ServerEndpoint } from "../../../mcp/server_config.ts";
import { randomIds } from "../../../model/clock.ts";
import type { JsonObject } from "../../../model/json.ts";
import { fail } from "../../../model/problem.ts";
import { currentFolder } from "../../../path/mod.ts";
import { childEnvironment } from "../../../sandbox/process/child_environment.ts";
import { oneLine, plain } from "../../../terminal/plain_text.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { mcpTokenFile } from "../../assembly/session/session_sources.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { VERSION } from "../../version.ts";
import { defineSubcommand } from "../subcommand.ts";
import { type McpScope, readAddition } from "./mcp_add.ts";
import { changeServers, configOf, type ListedServer, listedServers, serverNamed, shownPath } from "./mcp_servers.ts";
import { serveMcp } from "./mcp_serve.ts";

const ACTIONS = ["add", "list", "get", "remove", "test", "login", "logout", "serve"] as const;

/** `qwen mcp`: manages the MCP servers of the settings, logs in to them, or serves this program as one. */
export const mcp = defineSubcommand({
  name: "mcp",
  help: "Add, list, get, remove, test MCP servers, login or logout; serve: be an MCP server on stdin and stdout",
  words: [
    { name: ACTIONS.join("|"), choices: ACTIONS },
    { name: "NAME", optional: true },
  ],
  flags: {
    "json": { type: "boolean", help: "Print JSON (list, get, test)" },
    "transport": {
      type: "choice",
      choices: ["stdio", "http", "sse"],
      metavar: "KIND",
      help: "How a server is reached (add)",
    },
    "scope": { type: "choice", choices: ["user", "project"], metavar: "SCOPE", help: "Whose settings (add, remove)" },
  },
  verbatim: "add",
  note: "qwen mcp add [--scope user|project] [--transport stdio|http|sse] [-e NAME=VALUE] [-H 'Name: value'] NAME " +
    "COMMAND|URL [ARG…] adds a server. Its flags stand before NAME; every word after NAME belongs to the command.",
  async run(words, context): Promise<number> {
    if (words[0] === "serve") {
      return await serveMcp(context);
    }
    return await runMcp(words, context);
  },
});

interface McpContext {
  flags: Flags & { json?: boolean; scope?: McpScope; transport?: string };
  pipes: Pipes;
  signals: Signals;
}

const MAX_DESCRIPTION = 100;
const SECRET_NAME = /(key|token|secret|password|passwd|credentials?|authorization|cookie)$/i;

/** Does what `qwen mcp` was asked for, except `serve`. */
async function runMcp(words: readonly string[], context: McpContext): Promise<number> {
  const [action, ...rest] = words;
  if (action === "add") return await add(rest, context);
  const { transport, scope } = context.flags;
  const alien = transport !== undefined ? "--transport" : scope !== undefined && action !== "remove" ? "--scope" : null;
  if (alien !== null) throw fail("usage_error", `qwen mcp ${action} takes no ${alien}`);
  if (action === "list") return await list(context);
  const [name] = rest;
  if (name === undefined) {
    throw fail("usage_error", `qwen mcp ${action} needs a NAME`, { hint: "qwen mcp list shows the names." });
  }
  switch (action) {
    case "get":
      return await get(name, context);
    case "remove":
      return await remove(name, context);
    case "test":
      return await test(name, context);
    case "login":
      return await logIn(name, context);
    default:
      return await logOut(name, context);
  }
}

async function add(words: readonly string[], { pipes }: McpContext): Promise<number> {
  const { scope, name, entry } = readAddition(words);
  readServerConfig(name, { entry, source: "settings" });
  let isNew = true;
  const file = await changeServers(scope, (servers) => {
    isNew = !Object.hasOwn(servers, name);
    return { ...servers, [name]: entry };
  });
  const trust = scope === "project" ? " Runs start it with --trust-project." : "";
  return await printText(`${isNew ? "Added" : "Replaced"} MCP server ${name} in ${shownPath(file)}.${trust}`, pipes);
}

async function list({ flags, pipes }: McpContext): Promise<number> {
  const servers = await listedServers(flags);
  if (flags.json) return await printText(JSON.stringify(servers.map(recordOf)), pipes);
  if (servers.length === 0) pipes.note("No MCP server is configured. qwen mcp add adds one.");
  for (const server of servers) {
    const { name, scope, unused, entry } = server;
    const state = unused === null ? "" : ` (${unused})`;
    await printText(plain(`${name}  ${scope}  ${transportOf(entry)}  ${targetOf(server)}${state}`), pipes);
  }
  return 0;
}

async function get(name: string, { flags, pipes }: McpContext): Promise<number> {
  const server = await serverNamed(name, flags);
  const record = { ...recordOf(server), ...shownEntry(server.entry) };
  if (flags.json) return await printText(JSON.stringify(record), pipes);
  const lines = Object.entries(record).map(([key, value]) =>
    `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`
  );
  return await printText(plain(lines.join("\n")), pipes);
}

async function remove(name: string, { flags, pipes }: McpContext): Promise<number> {
  const all = (await listedServers(flags)).filter((server) => server.name === name);
  const scopes = (["user", "project"] as const).filter((scope) =>
    all.some((server) => server.scope === scope) && (flags.scope === undefined || flags.scope === scope)
  );
  if (scopes.length === 0) {
    await serverNamed(name, flags);
    throw fail("mcp_unavailable", `MCP server ${JSON.stringify(name)} is in no settings file that can be changed here`);
  }
  if (scopes.length > 1) {
    throw fail("usage_error", `MCP server ${JSON.stringify(name)} is in the user's and the project's settings`, {
      hint: "Add --scope user or --scope project.",
    });
  }
  const file = await changeServers(scopes[0], ({ [name]: _removed, ...others }) => others);
  return await printText(`Removed MCP server ${name} from ${shownPath(file)}.`, pipes);
}

async function test(name: string, { flags, pipes, signals }: McpContext): Promise<number> {
  const config = await configOf(name, flags);
  const servers = new McpServers({
    version: VERSION,
    roots: [currentFolder()],
    environment: childEnvironment({ source: Deno.env.toObject(), passEnv: [], runId: randomIds.next() }),
    tokens: tokenStore(),
  });
  try {
    await signals.unlessFired(servers.start([{ ...config, required: false }], new AbortController().signal));
    const [info] = servers.status;
    const facts = { ...recordOf(await serverNamed(name, flags)), status: info.status };
    const isUp = info.status === "connected";
    if (flags.json) {
      const more = isUp
        ? { protocol_version: servers.protocolVersion(name), server_info: info.serverInfo ?? null, tools: info.tools }
        : { error: info.error ?? null };
      await printText(JSON.stringify({ ...facts, ...more }), pipes);
    } else if (isUp) {
      const tools = (info.tools ?? []).map((tool) =>
        `- ${tool.name}${tool.description === "" ? "" : `: ${oneLine(tool.description, MAX_DESCRIPTION)}`}`
      );
      const count = tools.length === 1 ? "1 tool" : `${tools.length} tools`;
      const head = `MCP server ${name} answers (revision ${servers.protocolVersion(name)}): ${count}`;
      await printText(plain([head, ...tools].join("\n")), pipes);
    }
    if (!isUp && !flags.json) pipes.note(`qwen: MCP server ${name} is not available: ${info.error}`);
    return isUp ? 0 : 1;
  } finally {
    await servers.close();
  }
}

async function logIn(name: string, { flags, pipes, signals }: McpContext): Promise<number> {
  const config = await configOf(name, flags);
  const stop = new AbortController();
  const shown: Promise<number>[] = [];
  const show = (url: URL): void => {
    shown.push(printText(`Open this address in a browser to authorize ${name}:\n${url.href}`, pipes));
    openBrowser(url.href);
  };
  const running = login(config, { version: VERSION, store: tokenStore(), show, signal: stop.signal });
  try {
    const { asked } = await signals.unlessFired(running);
    await Promise.all(shown);
    return await printText(
      asked ? `Logged in to MCP server ${name}.` : `MCP server ${name} needs no new login.`,
      pipes,
    );
  } finally {
    stop.abort(new Error("The login was given up"));
    await running.catch(() => {/* Reported above. */});
  }
}

async function logOut(name: string, { flags, pipes }: McpContext): Promise<number> {
  const { endpoint } = readServerConfig(name, { entry: (await serverNamed(name, flags)).entry, source: "settings" });
  const url = endpoint.kind === "http" || endpoint.kind === "sse" ? endpoint.url : null;
  const known = url === null ? null : await tokenStore().read(url);
  if (url === null || known === null) return await printText(`No login of MCP server ${name} is stored.`, pipes);
  await tokenStore().update(url, () => null);
  return await printText(`Logged out of MCP server ${name}.`, pipes);
}

function tokenStore(): TokenStore {
  return new TokenStore(mcpTokenFile(qwenHome((name) => Deno.env.get(name))));
}

function recordOf({ name, scope, unused, entry }: ListedServer): JsonObject {
  return { name, scope, transport: transportOf(entry), ...(unused === null ? {} : { status: unused }) };
}

function transportOf(entry: JsonObject): string {
  return endpointOf(entry)?.kind ?? "unknown";
}

function targetOf({ entry }: ListedServer): string {
  const endpoint = endpointOf(entry);
  if (endpoint?.kind === "stdio") return [endpoint.command, ...endpoint.args].join(" ");
  return endpoint?.kind === "http" || endpoint?.kind === "sse" ? endpoint.url : "";
}

/** Null for an entry that is configured wrongly; a run or a test says why. */
function endpointOf(entry: JsonObject): ServerEndpoint | null {
  try {
    return readServerConfig("x", { entry, source: "settings" }).endpoint;
  } catch {
    return null;
  }
}

/** The entry with its secret values replaced by stars. */
function shownEntry(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (typeof value === "string" && SECRET_NAME.test(key)) return [key, "***"];
      const isNested = typeof value === "object" && value !== null && !Array.isArray(value);
      return [key, isNested ? shownEntry(value) : value];
    }),
  );
}

/**
 * Opens an address in the person's browser: with the command of the variable BROWSER, or with the opener of a desktop.
 * Where there is none, the person opens the printed address.
 */
function openBrowser(url: string): void {
  const [command, ...args] = opener();
  if (command === undefined) return;
  try {
    const child = new Deno.Command(command, { args: [...args, url], stdin: "null", stdout: "null", stderr: "null" })
      .spawn();
    // A browser may outlive this program.
    child.unref();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

function opener(): string[] {
  const chosen = Deno.env.get("BROWSER")?.trim();
  if (chosen) return chosen.split(/\s+/);
  if (Deno.build.os === "darwin") return ["open"];
  if (Deno.build.os === "windows") return ["rundll32", "url.dll,FileProtocolHandler"];
  return Deno.env.get("DISPLAY") || Deno.env.get("WAYLAND_DISPLAY") ? ["xdg-open"] : [];
}
