import type { HostServer, ServerManifest } from "../../model/command.ts";
import type { ServerInfo } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/ports.ts";
import { fail } from "../../model/problem.ts";
import { Connection, type Surroundings } from "./connection.ts";
import type { ServerPrompt, ServerResource } from "./offers.ts";
import { resourceParts, toParts } from "./content.ts";
import { mcpTool, toolName } from "./mcp_tool.ts";
import { readMcpResource } from "./read_mcp_resource.ts";
import { hostServerConfig, isSameConfig, readServerConfigs, type ServerConfig } from "./server_config.ts";
import type { Message, Part } from "../../model/content.ts";

/** What a set of servers is made with. */
export interface ServersOptions extends Surroundings {
  /** A server came, went, or changed what it offers. */
  onChange?(server: string, what: "status" | "tools" | "prompts"): void;
}

/** What a change of the set came to. */
export interface ServersChange {
  added: string[];
  removed: string[];
  errors: Record<string, string>;
}

/** All MCP servers of a session. */
export class Servers {
  readonly #options: ServersOptions;
  readonly #connections = new Map<string, Connection>();
  /** Names that came by `replace`, which alone takes them away again. */
  readonly #replaceable = new Set<string>();
  readonly #hosted = new Set<string>();
  readonly #closed = new AbortController();

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  /** How every server is, in the order in which they were named. */
  get status(): ServerInfo[] {
    return [...this.#connections.values()].map((connection) => connection.info);
  }

  /** The tools of all connected servers; where two come to the same name, the first one has it. */
  get tools(): Tool[] {
    const tools = new Map<string, Tool>();
    for (const connection of this.#connections.values()) {
      if (connection.status !== "connected") continue;
      for (const described of connection.tools) {
        const tool = mcpTool(connection, described);
        if (!tools.has(tool.name)) tools.set(tool.name, tool);
      }
    }
    if ([...this.#connections.values()].some((connection) => connection.hasResources)) {
      const reader = readMcpResource(this);
      tools.set(reader.name, reader);
    }
    return [...tools.values()];
  }

  /** What connected servers want models to know: text for the system prompt. */
  get instructions(): { server: string; text: string }[] {
    return [...this.#connections.values()]
      .map((connection) => ({ server: connection.config.name, text: connection.instructions }))
      .filter(({ text }) => text.trim() !== "");
  }

  /** Prompt templates of all connected servers: data of slash commands. */
  get prompts(): ServerPrompt[] {
    return [...this.#connections.values()].flatMap((connection) => connection.prompts);
  }

  /**
   * Starts servers beside each other and resolves when each is connected, has failed or has used up its time.
   * Throws `mcp_unavailable` when a required one failed; the others only show it in their status.
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
    return this.status.filter((info) => info.status === "failed");
  }

  /** Sets the servers that live in the host. */
  async setHosted(servers: readonly HostServer[], signal: AbortSignal): Promise<ServersChange> {
    const configs = servers.map(({ name, timeoutMs }) => hostServerConfig(name, timeoutMs));
    const manifests = new Map(servers.flatMap(({ name, manifest }) => manifest ? [[name, manifest]] : []));
    return await this.#swap(this.#hosted, { configs, errors: {}, signal, manifests });
  }

  /** Replaces the servers that were set by an earlier call; those that are the same stay connected. */
  async replace(entries: Record<string, JsonObject>, signal: AbortSignal): Promise<ServersChange> {
    const { configs, errors } = readServerConfigs(entries, "flag");
    return await this.#swap(this.#replaceable, { configs, errors, signal });
  }

  /** Connects a server anew. Throws when it is not known or does not come up. */
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

  /** Hands over a message that a server in the host sent by itself. */
  deliver(server: string, message: Json): void {
    this.#known(server).deliver(message);
  }

  /** What can be read from a server, or from all. */
  async listResources(server: string | null, signal: AbortSignal): Promise<ServerResource[]> {
    const asked = server === null ? [...this.#connections.values()] : [this.#known(server)];
    return (await Promise.all(asked.map((connection) => connection.listResources(signal)))).flat();
  }

  /** The contents of a resource as the server gave them. */
  async readResource(resource: { server: string; uri: string }, signal: AbortSignal): Promise<JsonObject[]> {
    return await this.#known(resource.server).readResource(resource.uri, signal) as JsonObject[];
  }

  /** What a server says to the call of a tool, which is named as models know it. Throws `mcp_unavailable`. */
  async call(name: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    for (const connection of this.#connections.values()) {
      const tool = connection.tools.find((offered) => toolName(connection.config.name, offered.name) === name);
      if (!tool) continue;
      try {
        return await connection.call(tool.name, { ...call, onProgress: () => undefined }) as JsonObject;
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

  /** What a prompt template makes of its arguments. */
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

  async #add(config: ServerConfig, signal: AbortSignal, manifest?: ServerManifest): Promise<void> {
    const earlier = this.#connections.get(config.name);
    const connection = new Connection(config, {
      surroundings: this.#options,
      ...(manifest ? { manifest } : {}),
      onChange: (what) => {
        // A connection that was replaced has nothing to tell any more.
        if (this.#connections.get(config.name) === connection) this.#options.onChange?.(config.name, what);
      },
    });
    this.#connections.set(config.name, connection);
    await earlier?.close();
    await connection.start(AbortSignal.any([signal, this.#closed.signal]));
    // Closed or replaced while it started: nobody else would end it.
    if (this.#closed.signal.aborted || this.#connections.get(config.name) !== connection) await connection.close();
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
        return this.#add(config, wanted.signal, wanted.manifests?.get(config.name));
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
