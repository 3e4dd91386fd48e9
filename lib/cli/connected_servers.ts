import type { HostLink, Servers } from "../engine/session_parts.ts";
import {
  type HostServer,
  isObject,
  type Json,
  type JsonObject,
  type OfferedPrompt,
  type ServerInfo,
  type Tool,
} from "../model/mod.ts";
import type { ElicitationAnswer } from "../tools/mcp/connection.ts";
import { readServerConfig } from "../tools/mcp/server_config.ts";
import { Servers as McpServers } from "../tools/mcp/servers.ts";
import { cleanTool } from "./clean_parts.ts";
import { secrets } from "./secrets.ts";
import type { SessionServersOptions } from "./session_servers.ts";

/** What connected servers work with. */
export interface ConnectedServersOptions extends SessionServersOptions {
  /** The session's host. */
  host: () => HostLink;
  /** Aborted when the session ends. */
  ended: AbortSignal;
  onChange: () => void;
  /** Has the next prompt wait for something. */
  hold: (work: Promise<unknown>) => void;
}

/** Most of what is told of why a server failed. */
const MAX_REASON = 300;

/** The MCP servers of a session that has some. */
export class ConnectedServers {
  readonly #options: ConnectedServersOptions;
  readonly #servers: McpServers;
  /** Servers whose failure has been told. */
  readonly #mourned = new Set<string>();
  /** Servers in the host: those of its introduction and those that it has set later. */
  #introduced: readonly HostServer[] = [];
  #added: readonly HostServer[] = [];

  constructor(options: ConnectedServersOptions) {
    this.#options = options;
    const { version, roots, environment, host, onChange } = options;
    this.#servers = new McpServers({
      version,
      roots,
      environment,
      askHost: (question, signal) => host().askHost(question, signal),
      elicit: async (question, signal) => elicitationAnswer(await host().elicit(question, signal)),
      onChange,
    });
  }

  /** Starts the servers of flags and settings. */
  async start(): Promise<void> {
    const { entries, ended } = this.#options;
    const configs = entries.map(({ name, entry, source }) => readServerConfig(name, { entry, source }));
    await this.#servers.start(configs, ended);
  }

  /** Tells which servers have failed since it was last told. */
  tellFailed(): void {
    const failed = this.#servers.failed.filter(({ name }) => !this.#mourned.has(name));
    for (const { name } of failed) this.#mourned.add(name);
    if (failed.length === 0) return;
    const told = failed.map(({ name, error }) => error ? `${name} (${error.slice(0, MAX_REASON)})` : name);
    this.#options.note(
      `Warning: MCP server(s) failed to start: ${told.join(", ")}. ` +
        "Continuing with built-in tools and any servers that did connect.",
    );
  }

  list(): ServerInfo[] {
    return this.#servers.status;
  }

  tools(): Tool[] {
    return this.#servers.tools.map(cleanTool);
  }

  instructions(): string[] {
    return this.#servers.instructions.map(({ server, text }) => `Instructions of the MCP server ${server}:\n${text}`);
  }

  prompts(): OfferedPrompt[] {
    return this.#servers.prompts.map(({ server, name, description, arguments: known }) => ({
      name: `mcp__${server}__${name}`.replace(/[^a-zA-Z0-9_-]/g, "_"),
      description: description || `The prompt ${name} of the MCP server ${server}`,
      arguments: known,
      fill: async (input, signal) => {
        const either = AbortSignal.any([signal, this.#options.ended]);
        const messages = await this.#servers.getPrompt({ server, name, input }, either);
        return secrets.value(messages.flatMap(({ parts }) => parts));
      },
    }));
  }

  async setHostServers(servers: readonly HostServer[]): Promise<void> {
    // A manifest is good for the connection that follows, not for later ones.
    this.#introduced = servers.map(({ name, timeoutMs }) => ({ name, timeoutMs }));
    await this.#setHosted(servers);
  }

  async setServers(
    entries: Readonly<Record<string, JsonObject>>,
    { introduced }: { introduced: "keep" | "replace" },
  ): ReturnType<Servers["setServers"]> {
    const isHosted = ([, entry]: [string, JsonObject]): boolean => entry.type === "sdk";
    const replaced = introduced === "keep" ? this.#added : [...this.#introduced, ...this.#added];
    const before = replaced.map(({ name }) => name);
    if (introduced === "replace") this.#introduced = [];
    this.#added = Object.entries(entries).filter(isHosted).map(([name]) => ({ name, timeoutMs: null }));
    const names = this.#added.map(({ name }) => name);
    // Not awaited: the handshake needs the host, which is waiting for this answer.
    if (names.length > 0 || before.length > 0) this.#options.hold(this.#setHosted(this.#introduced));
    const others = Object.fromEntries(Object.entries(entries).filter((entry) => !isHosted(entry)));
    const { added, removed, errors } = await this.#servers.replace(others, this.#options.ended);
    return {
      added: [...added, ...names.filter((name) => !before.includes(name))],
      removed: [...removed, ...before.filter((name) => !names.includes(name))],
      errors,
    };
  }

  async act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void> {
    if (action === "disable") await this.#servers.disable(name);
    else await this.#servers[action](name, this.#options.ended);
  }

  deliver(server: string, message: Json): void {
    this.#servers.deliver(server, message);
  }

  async readResource(server: string, uri: string): Promise<Json> {
    return { contents: await this.#servers.readResource({ server, uri }, this.#options.ended) };
  }

  async call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    const signal = AbortSignal.any([call.signal, this.#options.ended]);
    return await this.#servers.call(tool, { input: call.input, signal });
  }

  async close(): Promise<void> {
    await this.#servers.close();
  }

  async #setHosted(introduced: readonly HostServer[]): Promise<void> {
    await this.#servers.setHosted([...introduced, ...this.#added], this.#options.ended);
  }
}

function elicitationAnswer(value: Json): ElicitationAnswer {
  if (!isObject(value)) return { action: "cancel" };
  const { action, content } = value;
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
  return isObject(content) ? { action, content: content as JsonObject } : { action };
}
