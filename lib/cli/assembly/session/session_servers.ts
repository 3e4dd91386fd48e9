import { IS_WINDOWS } from "../../../path/mod.ts";
import { adoptGroup, killGroup } from "../../../sandbox/process/processes/process_group.ts";
import type { HostLink, Servers } from "../../../engine/session/session_parts.ts";
import { McpServers } from "../../../mcp/mcp_servers.ts";
import type { ElicitationAnswer } from "../../../mcp/open_client.ts";
import { readServerConfig } from "../../../mcp/server_config.ts";
import type { LaunchServer } from "../../../mcp/transports/stdio_transport.ts";
import { TokenStore } from "../../../mcp/auth/token_store.ts";
import { ToolBudget } from "../../../mcp/tool_budget.ts";
import {
  type HostServer,
  isObject,
  type Json,
  type JsonObject,
  type OfferedPrompt,
  type ServerInfo,
  type Tool,
} from "../../../model/mod.ts";
import { cleanTool } from "./clean_parts.ts";
import { secrets } from "../config/secrets.ts";

/** A server from flags or settings. */
export interface ServerEntry {
  name: string;
  entry: JsonObject;
  source: ServerInfo["source"];
}

/** Options of a session's servers. */
export interface SessionServersOptions {
  version: string;
  roots: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Starts a server without the descriptors of this program. */
  launch?: LaunchServer;
  entries: readonly ServerEntry[];
  /** Whether flags and settings admit a server of this name; all when absent. */
  admits?: (name: string) => boolean;
  /** The file of the tokens of web servers. */
  tokenFile: string;
  /** The most bytes of definitions of their tools; more are found by a search. */
  toolBudgetBytes?: number;
  note: (text: string) => void;
}

/** The default of `mcp.toolBudgetBytes`. */
const TOOL_BUDGET_BYTES = 40_000;
/** The most tools in a warning. */
const MAX_NAMES = 5;
/** The longest reason of a failed server in a warning. */
const MAX_REASON_CHARS = 300;

/** The MCP servers of a session: those of flags and settings, and those that live in the host. */
export class SessionServers implements Servers {
  readonly #options: SessionServersOptions;
  readonly #servers: McpServers;
  readonly #ended = new AbortController();
  readonly #budget: ToolBudget;
  #link: HostLink | undefined;
  #listener: () => void = () => {};
  /** Work that the next prompt waits for. Failed work stays here and fails the prompts after it as well. */
  readonly #pending = new Set<Promise<unknown>>();
  /** Names of servers whose hidden tools were reported. */
  readonly #reportedCollisions = new Set<string>();
  /** Names of servers whose failure was reported. */
  readonly #reportedFailures = new Set<string>();
  /** Servers in the host: those of its introduction and those that it set later. */
  #introduced: readonly HostServer[] = [];
  #added: readonly HostServer[] = [];

  constructor(options: SessionServersOptions) {
    this.#options = options;
    const { version, roots, environment, launch, tokenFile } = options;
    this.#budget = new ToolBudget(options.toolBudgetBytes ?? TOOL_BUDGET_BYTES, () => this.#listener());
    this.#servers = new McpServers({
      version,
      roots,
      environment,
      ...(launch ? { launch } : {}),
      ...(IS_WINDOWS ? { group: { adopt: adoptGroup, kill: killGroup } } : {}),
      askHost: (question, signal) => this.#host().askHost(question, signal),
      elicit: async (question, signal) => elicitationAnswer(await this.#host().elicit(question, signal)),
      tokens: new TokenStore(tokenFile),
      onToken: (token) => secrets.add(token),
      onChange: () => this.#listener(),
      onLoss: (loss) => this.#reportLoss(loss),
    });
  }

  bind(link: HostLink): void {
    this.#link = link;
    if (this.#options.entries.length > 0) void this.#hold(this.#start());
  }

  async ready(): Promise<void> {
    const ends = await Promise.allSettled(this.#pending);
    this.#reportFailures();
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
  }

  list(): ServerInfo[] {
    return this.#servers.status;
  }

  tools(): Tool[] {
    return this.#budget.sent(this.#servers.tools).map(cleanTool);
  }

  instructions(): string[] {
    return this.#servers.instructions.map(({ server, text }) => `Instructions of the MCP server ${server}:\n${text}`);
  }

  /** Prompt templates of connected servers, as slash commands. */
  prompts(): OfferedPrompt[] {
    return this.#servers.prompts.map(({ server, name, description, arguments: known }) => ({
      name: `mcp__${server}__${name}`.replace(/[^a-zA-Z0-9_-]/g, "_"),
      description: description || `The prompt ${name} of the MCP server ${server}`,
      arguments: known,
      fill: async (input, signal) => {
        const either = AbortSignal.any([signal, this.#ended.signal]);
        const messages = await this.#servers.getPrompt({ server, name, input }, either);
        return secrets.value(messages.flatMap(({ parts }) => parts));
      },
    }));
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  async setHostServers(servers: readonly HostServer[]): Promise<void> {
    const admitted = servers.filter(({ name }) => this.#admits(name));
    for (const { name } of servers) if (!this.#admits(name)) this.#options.note(`qwen: ${refusal(name)}`);
    // A manifest is valid for the next connection only.
    this.#introduced = admitted.map(({ name, timeoutMs }) => ({ name, timeoutMs }));
    await this.#hold(this.#setHosted(admitted));
  }

  setServers(
    entries: Readonly<Record<string, JsonObject>>,
    { introduced }: { introduced: "keep" | "replace" },
  ): ReturnType<Servers["setServers"]> {
    const admitted = Object.fromEntries(Object.entries(entries).filter(([name]) => this.#admits(name)));
    const refused = Object.keys(entries).filter((name) => !this.#admits(name));
    const replaced = this.#hold(this.#replace(admitted, introduced));
    if (refused.length === 0) return replaced;
    const faults = Object.fromEntries(refused.map((name) => [name, refusal(name)]));
    return replaced.then((end) => ({ ...end, errors: { ...end.errors, ...faults } }));
  }

  async act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void> {
    if (action === "disable") await this.#servers.disable(name);
    else await this.#servers[action](name, this.#ended.signal);
  }

  async deliver(server: string, message: Json): Promise<JsonObject | null> {
    // A server that is still being connected would miss it.
    await Promise.allSettled(this.#pending);
    return await this.#servers.deliver({ server, body: message }, this.#ended.signal);
  }

  async readResource(server: string, uri: string): Promise<Json> {
    return { contents: await this.#servers.readResource({ server, uri }, this.#ended.signal) };
  }

  async call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    const signal = AbortSignal.any([call.signal, this.#ended.signal]);
    return await this.#servers.call(tool, { input: call.input, signal });
  }

  async close(): Promise<void> {
    this.#ended.abort(new Error("The session ended"));
    await this.#servers.close();
  }

  async #start(): Promise<void> {
    const configs = this.#options.entries.map(({ name, entry, source }) => readServerConfig(name, { entry, source }));
    await this.#servers.start(configs, this.#ended.signal);
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
    if (names.length > 0 || before.length > 0) void this.#hold(this.#setHosted(this.#introduced));
    const others = Object.fromEntries(Object.entries(entries).filter((entry) => !isHosted(entry)));
    const { added, removed, errors } = await this.#servers.replace(others, this.#ended.signal);
    return {
      added: [...added, ...names.filter((name) => !before.includes(name))],
      removed: [...removed, ...before.filter((name) => !names.includes(name))],
      errors,
    };
  }

  async #setHosted(introduced: readonly HostServer[]): Promise<void> {
    await this.#servers.setHosted([...introduced, ...this.#added], this.#ended.signal);
  }

  #admits(name: string): boolean {
    return this.#options.admits?.(name) ?? true;
  }

  /** Makes the next prompt wait for some work, whose failure `ready` then throws. */
  #hold<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work);
    work.then(() => this.#pending.delete(work), () => {/* Thrown by `ready`, and to the caller. */});
    return work;
  }

  /** Warns of the servers that failed, and of tools that got hidden, since the last warning. */
  #reportFailures(): void {
    for (const { server, names, owners } of this.#servers.collisions) {
      if (this.#reportedCollisions.has(server)) continue;
      this.#reportedCollisions.add(server);
      const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), "…"] : names;
      this.#options.note(
        `Warning: the MCP server "${server}" cannot offer ${shown.join(", ")}: ` +
          `${owners.map((owner) => JSON.stringify(owner)).join(", ")} has tools of the same names. Rename one of them.`,
      );
    }
    const fresh = this.#servers.failed.filter(({ name }) => !this.#reportedFailures.has(name));
    for (const { name } of fresh) this.#reportedFailures.add(name);
    for (const { name, error } of fresh.filter(({ status }) => status === "needs-auth")) {
      this.#options.note(`Warning: MCP server ${name} is not available: ${error}`);
    }
    const failed = fresh.filter(({ status }) => status === "failed");
    if (failed.length === 0) return;
    const reasons = failed.map(({ name, error }) => error ? `${name} (${error.slice(0, MAX_REASON_CHARS)})` : name);
    this.#options.note(
      `Warning: MCP server(s) failed to start: ${reasons.join(", ")}. ` +
        "Continuing with built-in tools and any servers that did connect.",
    );
  }

  #reportLoss({ server, reason, restarts }: { server: string; reason: string; restarts: boolean }): void {
    if (!restarts) this.#reportedFailures.add(server);
    const outcome = restarts ? "It is started again." : "It ended too often and is not started again.";
    this.#options.note(
      `Warning: the MCP server "${server}" was lost: ${reason.slice(0, MAX_REASON_CHARS)}. ${outcome}`,
    );
  }

  #host(): HostLink {
    if (!this.#link) throw new Error("The servers belong to no session yet");
    return this.#link;
  }
}

function refusal(name: string): string {
  return `The MCP server "${name}" is not started: --allowed-mcp-server-names, mcp.allowed or mcp.excluded leave it out.`;
}

function elicitationAnswer(value: Json): ElicitationAnswer {
  if (!isObject(value)) return { action: "cancel" };
  const { action, content } = value;
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
  return isObject(content) ? { action, content: content as JsonObject } : { action };
}
