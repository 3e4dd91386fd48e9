import type { HostLink, Servers } from "../engine/session_parts.ts";
import {
  deferred,
  type HostServer,
  isObject,
  type Json,
  type JsonObject,
  type OfferedPrompt,
  type ServerInfo,
  type Tool,
} from "../model/mod.ts";
import type { ElicitationAnswer } from "../tools/mcp/connection.ts";
import type { ServerConfig } from "../tools/mcp/server_config.ts";
import type { Servers as McpServers } from "../tools/mcp/servers.ts";
import { cleanTool } from "./clean_parts.ts";
import { secrets } from "./secrets.ts";

/** What a session's servers are made from. */
export interface SessionServersOptions {
  version: string;
  roots: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Servers of flags and settings, with where they come from. */
  entries: readonly { name: string; entry: JsonObject; source: ServerInfo["source"] }[];
  note: (text: string) => void;
}

/** Most of what is told of why a server failed. */
const MAX_REASON = 300;

/** The MCP servers of a session; everything about MCP is loaded with the first one. */
export class SessionServers implements Servers {
  readonly #options: SessionServersOptions;
  readonly #ended = new AbortController();
  #link: HostLink | undefined;
  #listener: () => void = () => {};
  #loaded: McpServers | undefined;
  #loading: Promise<McpServers> | undefined;
  /** What the next prompt waits for; what has failed stays, to fail the prompts after it as well. */
  readonly #pending = new Set<Promise<unknown>>();
  /** Servers whose failure has been told. */
  readonly #mourned = new Set<string>();
  /** Servers in the host: those of its introduction and those that it has set later. */
  #introduced: readonly HostServer[] = [];
  #added: readonly HostServer[] = [];

  constructor(options: SessionServersOptions) {
    this.#options = options;
  }

  bind(link: HostLink): void {
    this.#link = link;
    if (this.#options.entries.length > 0) this.#await(this.#start());
  }

  async ready(): Promise<void> {
    const ends = await Promise.allSettled(this.#pending);
    const failed = (this.#loaded?.failed ?? []).filter(({ name }) => !this.#mourned.has(name));
    for (const { name } of failed) this.#mourned.add(name);
    if (failed.length > 0) {
      const told = failed.map(({ name, error }) => error ? `${name} (${error.slice(0, MAX_REASON)})` : name);
      this.#options.note(
        `Warning: MCP server(s) failed to start: ${told.join(", ")}. ` +
          "Continuing with built-in tools and any servers that did connect.",
      );
    }
    const broken = ends.find((end) => end.status === "rejected");
    if (broken) throw broken.reason;
  }

  list(): ServerInfo[] {
    return this.#loaded?.status ?? [];
  }

  tools(): Tool[] {
    return (this.#loaded?.tools ?? []).map(cleanTool);
  }

  instructions(): string[] {
    return this.#loaded?.instructions.map(({ server, text }) => `Instructions of the MCP server ${server}:\n${text}`) ??
      [];
  }

  /** What connected servers offer as commands. */
  prompts(): OfferedPrompt[] {
    const servers = this.#loaded;
    if (!servers) return [];
    return servers.prompts.map(({ server, name, description, arguments: known }) => ({
      name: `mcp__${server}__${name}`.replace(/[^a-zA-Z0-9_-]/g, "_"),
      description: description || `The prompt ${name} of the MCP server ${server}`,
      arguments: known,
      fill: async (input, signal) => {
        const messages = await servers.getPrompt(
          { server, name, input },
          AbortSignal.any([signal, this.#ended.signal]),
        );
        return secrets.value(messages.flatMap(({ parts }) => parts));
      },
    }));
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  setHostServers(servers: readonly HostServer[]): Promise<void> {
    // A manifest is good for the connection that follows, not for later ones.
    this.#introduced = servers.map(({ name, timeoutMs }) => ({ name, timeoutMs }));
    return this.#await(this.#setHosted(servers));
  }

  setServers(
    entries: Readonly<Record<string, JsonObject>>,
    options: { introduced: "keep" | "replace" },
  ): ReturnType<Servers["setServers"]> {
    return this.#await(this.#replace(entries, options.introduced));
  }

  async act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void> {
    const servers = await this.#servers();
    if (action === "disable") await servers.disable(name);
    else await servers[action](name, this.#ended.signal);
  }

  deliver(server: string, message: Json): void {
    this.#loaded?.deliver(server, message);
  }

  async readResource(server: string, uri: string): Promise<Json> {
    const servers = await this.#servers();
    return { contents: await servers.readResource({ server, uri }, this.#ended.signal) };
  }

  async call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    const signal = AbortSignal.any([call.signal, this.#ended.signal]);
    return await (await this.#servers()).call(tool, { input: call.input, signal });
  }

  async close(): Promise<void> {
    this.#ended.abort(new Error("The session ended"));
    await this.#loaded?.close();
  }

  /** Has the first prompt wait for something; its failure is told there. */
  #await<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work);
    work.then(() => this.#pending.delete(work), () => {/* Told by `ready`, and to whoever asked for it. */});
    return work;
  }

  async #start(): Promise<void> {
    const { readServerConfig }: typeof import("../tools/mcp/server_config.ts") = await import(
      deferred("../tools/mcp/server_config.ts")
    );
    const configs: ServerConfig[] = this.#options.entries.map(({ name, entry, source }) =>
      readServerConfig(name, { entry, source })
    );
    await (await this.#servers()).start(configs, this.#ended.signal);
  }

  async #replace(
    entries: Readonly<Record<string, JsonObject>>,
    introduced: "keep" | "replace",
  ): ReturnType<Servers["setServers"]> {
    const isHosted = ([, entry]: [string, JsonObject]): boolean => entry.type === "sdk";
    const replaced = introduced === "keep" ? this.#added : [...this.#introduced, ...this.#added];
    const before = replaced.map(({ name }) => name);
    if (introduced === "replace") this.#introduced = [];
    this.#added = Object.entries(entries).filter(isHosted).map(([name]) => ({ name, timeoutMs: null }));
    const names = this.#added.map(({ name }) => name);
    // Not awaited: the handshake needs the host, which is waiting for this answer.
    if (names.length > 0 || before.length > 0) void this.#await(this.#setHosted());
    const others = Object.fromEntries(Object.entries(entries).filter((entry) => !isHosted(entry)));
    const { added, removed, errors } = await (await this.#servers()).replace(others, this.#ended.signal);
    return {
      added: [...added, ...names.filter((name) => !before.includes(name))],
      removed: [...removed, ...before.filter((name) => !names.includes(name))],
      errors,
    };
  }

  async #setHosted(introduced: readonly HostServer[] = this.#introduced): Promise<void> {
    await (await this.#servers()).setHosted([...introduced, ...this.#added], this.#ended.signal);
  }

  #servers(): Promise<McpServers> {
    return this.#loading ??= this.#load();
  }

  async #load(): Promise<McpServers> {
    const module: typeof import("../tools/mcp/servers.ts") = await import(deferred("../tools/mcp/servers.ts"));
    const { version, roots, environment } = this.#options;
    this.#loaded = new module.Servers({
      version,
      roots,
      environment,
      askHost: (question, signal) => this.#host().askHost(question, signal),
      elicit: async (question, signal) => elicitationAnswer(await this.#host().elicit(question, signal)),
      onChange: () => this.#listener(),
    });
    return this.#loaded;
  }

  #host(): HostLink {
    if (!this.#link) throw new Error("The servers belong to no session yet");
    return this.#link;
  }
}

function elicitationAnswer(value: Json): ElicitationAnswer {
  if (!isObject(value)) return { action: "cancel" };
  const { action, content } = value;
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
  return isObject(content) ? { action, content: content as JsonObject } : { action };
}
