import type { HostServer, ServerManifest } from "../model/command.ts";
import type { ServerInfo } from "../model/event.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Tool } from "../model/ports.ts";
import { fail } from "../model/problem.ts";
import { systemClock } from "../model/clock.ts";
import { Connection, type ServerChange } from "./connection.ts";
import type { ConnectionOptions } from "./open_client.ts";
import type { ServerPrompt, ServerResource } from "./offers.ts";
import { resourceParts, toParts } from "./content.ts";
import { mcpTool, toolName } from "./mcp_tool.ts";
import { readMcpResource } from "./read_mcp_resource.ts";
import { pause } from "./transports/stdio_transport.ts";
import { hostServerConfig, isSameConfig, readServerConfigs, type ServerConfig } from "./server_config.ts";
import type { Message, Part } from "../model/content.ts";

/** Options of a set of servers. */
export interface McpServersOptions extends ConnectionOptions {
  /** Called when a server connects, disconnects or changes its offers. */
  onChange?(server: string, what: ServerChange): void;
  /** Called when a server that ended or hung is started again, or was started too often. */
  onLoss?(loss: { server: string; reason: string; restarts: boolean }): void;
}

/** The outcome of a change of the set. */
export interface ServersChange {
  added: string[];
  removed: string[];
  errors: Record<string, string>;
}

/** How often a server is started again, until it has worked for a while. */
const MAX_RESTARTS = 3;
const STEADY_MS = 60_000;
const RESTART_MS = 1_000;

/** All MCP servers of a session. */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #connections = new Map<string, Connection>();
  /** Names that were set by `replace`, and that only `replace` removes. */
  readonly #replaceable = new Set<string>();
  readonly #hosted = new Set<string>();
  readonly #closed = new AbortController();
  /** Number of restarts since a server last worked for a while, and when it was started. */
  readonly #restarts = new Map<string, { count: number; at: number }>();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** The state of every server, in the order in which they were named. */
  get status(): ServerInfo[] {
    return [...this.#connections.values()].map((connection) => connection.info);
  }

  /** The tools of all connected servers; where two have the same name, the first one wins: see `collisions`. */
  get tools(): Tool[] {
    const tools = new Map<string, Tool>();
    for (const { connection, described } of this.#offered()) {
      const { name } = connection.config;
      const tool = mcpTool(connection.config, { described, connection: () => this.#settled(name) });
      if (!tools.has(tool.name)) tools.set(tool.name, tool);
    }
    if ([...this.#connections.values()].some((connection) => connection.hasResources)) {
      const reader = readMcpResource(this);
      tools.set(reader.name, reader);
    }
    return [...tools.values()];
  }

  /** For each server, the tools that cannot be called because tools of earlier servers have the same names. */
  get collisions(): { server: string; names: string[]; owners: string[] }[] {
    const owners = new Map<string, string>();
    const found = new Map<string, { server: string; names: string[]; owners: string[] }>();
    for (const { connection, described } of this.#offered()) {
      const server = connection.config.name;
      const name = toolName(server, described.name);
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, server);
        continue;
      }
      const collision = found.get(server) ?? { server, names: [], owners: [] };
      collision.names.push(name);
      if (!collision.owners.includes(owner)) collision.owners.push(owner);
      found.set(server, collision);
    }
    return [...found.values()];
  }

  *#offered(): Iterable<{ connection: Connection; described: Connection["tools"][number] }> {
    for (const connection of this.#connections.values()) {
      // A server that is started again keeps its tools meanwhile: the list that the model knows stays the same.
      if (connection.status !== "connected" && connection.status !== "pending") continue;
      for (const described of connection.tools) yield { connection, described };
    }
  }

  /** The instructions of connected servers, for the system prompt. */
  get instructions(): { server: string; text: string }[] {
    return [...this.#connections.values()]
      .map((connection) => ({ server: connection.config.name, text: connection.instructions }))
      .filter(({ text }) => text.trim() !== "");
  }

  /** The prompt templates of all connected servers, for slash commands. */
  get prompts(): ServerPrompt[] {
    return [...this.#connections.values()].flatMap((connection) => connection.prompts);
  }

  /**
   * Starts servers concurrently and resolves when each is connected, has failed or has timed out.
   * Throws `mcp_unavailable` when a required one failed; other failures only show in the status.
   */
  async start(configs: readonly ServerConfig[], signal: AbortSignal): Promise<void> {
    await Promise.all(configs.map((config) => this.#add(config, signal)));
    const missing = configs.filter((config) => config.required && this.#statusOf(config.name) !== "connected");
    if (missing.length === 0) return;
    const reasons = missing.map(({ name }) => `"${name}" (${this.#connections.get(name)?.error ?? "not started"})`);
    throw fail("mcp_unavailable", `Required MCP server could not be started: ${reasons.join(", ")}`, {
      hint: 'Start it by hand to see why, or remove "required" from its settings.',
    });
  }

  /** Servers that failed, for one warning about all of them. */
  get failed(): ServerInfo[] {
    return this.status.filter(({ status }) => status === "failed" || status === "needs-auth");
  }

  /** Sets the servers that live in the host. */
  async setHosted(servers: readonly HostServer[], signal: AbortSignal): Promise<ServersChange> {
    const configs = servers.map(hostServerConfig);
    const manifests = new Map(servers.flatMap(({ name, manifest }) => manifest ? [[name, manifest]] : []));
    return await this.#swap(this.#hosted, { configs, errors: {}, signal, manifests });
  }

  /** Replaces the servers that were set by an earlier call; those that are the same stay connected. */
  async replace(entries: Record<string, JsonObject>, signal: AbortSignal): Promise<ServersChange> {
    const { configs, errors } = readServerConfigs(entries, "flag");
    return await this.#swap(this.#replaceable, { configs, errors, signal });
  }

  /** Reconnects a server. Throws when it is unknown or fails to start. */
  async reconnect(name: string, signal: AbortSignal): Promise<void> {
    const { config } = this.#known(name);
    await this.#add(config, signal);
    const connection = this.#known(name);
    if (connection.status !== "connected") {
      throw fail("mcp_unavailable", `MCP server "${name}" could not be started: ${connection.error}`);
    }
  }

  /** Connects a server that was disabled; one that is connected stays so. */
  async enable(name: string, signal: AbortSignal): Promise<void> {
    if (this.#known(name).status !== "connected") await this.reconnect(name, signal);
  }

  /** Disconnects a server and keeps it in the list. */
  async disable(name: string): Promise<void> {
    await this.#known(name).close();
    this.#options.onChange?.(name, "status");
  }

  /** Delivers a message that a server in the host sent unasked. */
  async deliver(message: { server: string; body: Json }, signal: AbortSignal): Promise<JsonObject | null> {
    return await this.#known(message.server).deliver(message.body, signal);
  }

  /** The resources of one server, or of all. */
  async listResources(server: string | null, signal: AbortSignal): Promise<ServerResource[]> {
    const asked = server === null ? [...this.#connections.values()] : [this.#known(server)];
    return (await Promise.all(asked.map((connection) => connection.listResources(signal)))).flat();
  }

  /** The contents of a resource as the server gave them. */
  async readResource(resource: { server: string; uri: string }, signal: AbortSignal): Promise<JsonObject[]> {
    return await this.#known(resource.server).readResource(resource.uri, signal) as JsonObject[];
  }

  /** The server's answer to a tool call; the tool has the name that models use. Throws `mcp_unavailable`. */
  async call(name: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    for (const connection of this.#connections.values()) {
      const tool = connection.tools.find((offered) => toolName(connection.config.name, offered.name) === name);
      if (!tool) continue;
      try {
        const settled = await this.#settled(connection.config.name);
        return await settled.call(tool.name, { ...call, onProgress: () => undefined }) as JsonObject;
      } catch (error) {
        call.signal.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        throw fail("mcp_unavailable", `MCP server "${connection.config.name}" failed to run ${tool.name}: ${reason}`);
      }
    }
    throw fail("mcp_unavailable", `No connected MCP server has a tool ${JSON.stringify(name)}`);
  }

  /** The contents of a resource as parts of a message. */
  async resourceParts(resource: { server: string; uri: string }, signal: AbortSignal): Promise<Part[]> {
    return (await this.#known(resource.server).readResource(resource.uri, signal)).flatMap(resourceParts);
  }

  /** The messages of a prompt template, filled with arguments. */
  async getPrompt(
    prompt: { server: string; name: string; input: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Omit<Message, "id">[]> {
    const messages = await this.#known(prompt.server).getPrompt(prompt.name, { input: prompt.input, signal });
    return messages.map(({ role, content }) => ({
      role: role === "assistant" ? "assistant" : "user",
      parts: toParts(Array.isArray(content) ? content : [content]),
    }));
  }

  /** The negotiated revision of the protocol; null where a server is not connected. */
  protocolVersion(server: string): string | null {
    return this.#known(server).protocolVersion;
  }

  /** Whether a server's tools run without a question. */
  trusts(server: string): boolean {
    return this.#connections.get(server)?.config.trust ?? false;
  }

  /** Disconnects all servers and ends their processes. */
  async close(): Promise<void> {
    this.#closed.abort(new Error("the session ended"));
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }

  #statusOf(name: string): ServerInfo["status"] | null {
    return this.#connections.get(name)?.status ?? null;
  }

  #known(name: string): Connection {
    const connection = this.#connections.get(name);
    if (connection) return connection;
    const names = [...this.#connections.keys()].join(", ");
    throw fail("mcp_unavailable", `There is no MCP server "${name}"`, {
      hint: names === "" ? "No server is configured." : `Known servers: ${names}.`,
    });
  }

  /** The connection of a server, after a restart that is under way. */
  async #settled(name: string): Promise<Connection> {
    const connection = this.#known(name);
    await connection.started;
    return this.#known(name);
  }

  async #add(
    config: ServerConfig,
    signal: AbortSignal,
    more: { manifest?: ServerManifest; delayMs?: number } = {},
  ): Promise<void> {
    const { manifest, delayMs = 0 } = more;
    const earlier = this.#connections.get(config.name);
    const connection = new Connection(config, {
      environment: this.#options,
      ...(manifest ? { manifest } : {}),
      onChange: (what) => {
        // A replaced connection must not report changes.
        if (this.#connections.get(config.name) !== connection) return;
        if (what === "status" && connection.isLost && this.#restart(connection)) return;
        this.#options.onChange?.(config.name, what);
      },
    });
    if (delayMs > 0) connection.tools = earlier?.lostTools ?? [];
    this.#connections.set(config.name, connection);
    const either = AbortSignal.any([signal, this.#closed.signal]);
    const start = async (): Promise<void> => {
      await earlier?.close();
      await pause(delayMs, either);
      await connection.start(either);
    };
    await (connection.started = start());
    // It was closed or replaced while it started, so nothing else ends it.
    if (this.#closed.signal.aborted || this.#connections.get(config.name) !== connection) await connection.close();
  }

  /** Starts a lost server again, unless it was lost too often. */
  #restart({ config, error }: Connection): boolean {
    if (config.endpoint.kind !== "stdio" || this.#closed.signal.aborted) return false;
    const now = systemClock.now();
    const before = this.#restarts.get(config.name);
    const count = before && now - before.at < STEADY_MS ? before.count : 0;
    const restarts = count < MAX_RESTARTS;
    this.#options.onLoss?.({ server: config.name, reason: error ?? "the connection was closed", restarts });
    if (!restarts) return false;
    this.#restarts.set(config.name, { count: count + 1, at: now });
    void this.#add(config, this.#closed.signal, { delayMs: 1 + count * RESTART_MS });
    return true;
  }

  async #swap(
    names: Set<string>,
    wanted: {
      configs: readonly ServerConfig[];
      errors: Record<string, string>;
      signal: AbortSignal;
      manifests?: ReadonlyMap<string, ServerManifest>;
    },
  ): Promise<ServersChange> {
    const kept = new Set(wanted.configs.map((config) => config.name));
    const removed = [...names].filter((name) => !kept.has(name));
    const fresh = wanted.configs.filter((config) => {
      const known = this.#connections.get(config.name);
      return !(known && names.has(config.name) && known.status === "connected" && isSameConfig(known.config, config));
    });
    const added = fresh.filter((config) => !names.has(config.name)).map((config) => config.name);
    await Promise.all([
      ...removed.map((name) => this.#remove(name, names)),
      ...fresh.map((config) => {
        names.add(config.name);
        const manifest = wanted.manifests?.get(config.name);
        return this.#add(config, wanted.signal, manifest ? { manifest } : {});
      }),
    ]);
    const errors = { ...wanted.errors };
    for (const { name } of fresh) {
      const connection = this.#connections.get(name);
      if (connection?.status === "failed" && connection.error !== null) errors[name] = connection.error;
    }
    return { added, removed, errors };
  }

  async #remove(name: string, names: Set<string>): Promise<void> {
    names.delete(name);
    const connection = this.#connections.get(name);
    this.#connections.delete(name);
    await connection?.close();
    this.#options.onChange?.(name, "status");
  }
}
