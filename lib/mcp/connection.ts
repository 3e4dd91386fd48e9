import type { ServerManifest } from "../model/command.ts";
import type { ServerInfo } from "../model/event.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { after } from "../model/timer.ts";
import { authFault } from "./auth/auth_fault.ts";
import { rejection, withOwnSignal } from "./own_signal.ts";
import { forwardMessage, type MessagePath } from "./forward_message.ts";
import { HostTransport } from "./transports/host_transport.ts";
import {
  readPrompt,
  readResource,
  readTool,
  type ServerPrompt,
  type ServerResource,
  type ServerTool,
} from "./offers.ts";
import { type ConnectionOptions, openClient, openTransport, type Revisions, revisionsOf } from "./open_client.ts";
import {
  ANY_RESULT,
  codeOf,
  loadSdk,
  type McpTransport,
  type ProgressStep,
  type RequestOptions,
  type Sdk,
  type SdkClient,
} from "./sdk.ts";
import type { ServerConfig } from "./server_config.ts";
import type { NeedsAuthError } from "./auth/session_auth.ts";
import { pause, StdioTransport } from "./transports/stdio_transport.ts";
import { watchLists } from "./watch_lists.ts";

/** The progress of a running call. */
export interface CallProgress {
  progress: number;
  total: number | null;
  message: string | null;
}

const MAX_PAGES = 100;
const MAX_ITEMS = 2_000;
const LEAVE_MS = 300;
const MAX_INSTRUCTIONS = 4_000;
/** The longest call, however often it reports progress. */
const MAX_CALL_MS = 24 * 3_600_000;
/** How long a server may take to show that it still works after a call that it did not answer in time. */
const ALIVE_MS = 5_000;
const MIN_ALIVE_MS = 1_000;

/** What changed about a server. */
export type ServerChange = "status" | "tools" | "prompts";

/** One server: connected, asked and closed. */
export class Connection {
  readonly config: ServerConfig;
  status: ServerInfo["status"] = "pending";
  error: string | null = null;
  tools: ServerTool[] = [];
  prompts: ServerPrompt[] = [];
  /** Whether a connected server was lost. */
  isLost = false;
  /** The tools that a lost server had. */
  lostTools: ServerTool[] = [];
  /** Resolves when a start that is under way has ended. */
  started: Promise<void> = Promise.resolve();
  readonly #options: ConnectionOptions;
  readonly #manifest: ServerManifest | undefined;
  readonly #onChange: (what: ServerChange) => void;
  #client: SdkClient | null = null;
  #transport: McpTransport | null = null;
  #isClosing = false;
  #refreshing: Promise<void> | null = null;
  #isStale = false;
  /** Why the server was disconnected. */
  #violation: Error | null = null;
  readonly #closed = new AbortController();

  constructor(
    config: ServerConfig,
    options: {
      environment: ConnectionOptions;
      /** The answers that a server in the host gave in advance. */
      manifest?: ServerManifest;
      onChange(what: ServerChange): void;
    },
  ) {
    this.config = config;
    this.#options = options.environment;
    this.#manifest = options.manifest;
    this.#onChange = options.onChange;
  }

  get hasResources(): boolean {
    return this.status === "connected" && this.#client?.getServerCapabilities()?.resources !== undefined;
  }

  get instructions(): string {
    return this.status === "connected" ? (this.#client?.getInstructions() ?? "").slice(0, MAX_INSTRUCTIONS) : "";
  }

  /** The negotiated revision of the protocol. */
  get protocolVersion(): string | null {
    return this.#client?.getNegotiatedProtocolVersion() ?? null;
  }

  /** The server as listings show it. */
  get info(): ServerInfo {
    const version = this.#client?.getServerVersion();
    return {
      name: this.config.name,
      status: this.status,
      source: this.config.source,
      ...(this.error === null ? {} : { error: this.error }),
      ...(this.status === "connected"
        ? { tools: this.tools.map(({ name, description }) => ({ name, description })) }
        : {}),
      ...(version ? { serverInfo: { name: version.name, version: version.version } } : {}),
    };
  }

  /** Connects and lists within the time limit. Never throws: see `status` and `error`. */
  async start(signal: AbortSignal): Promise<void> {
    const limit = new AbortController();
    const late = (): void =>
      limit.abort(new Error(`it did not answer within ${this.config.startTimeoutMs} milliseconds`));
    const cancel = after(this.config.startTimeoutMs, late);
    const stop = (): void => limit.abort(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      signal.throwIfAborted();
      const opening = this.#open(limit.signal);
      opening.catch(() => undefined);
      await Promise.race([opening, rejection(limit.signal)]);
      this.status = "connected";
      this.error = null;
    } catch (error) {
      await this.#fail(error);
      await this.#shut();
    } finally {
      cancel();
      signal.removeEventListener("abort", stop);
      // Ends requests that still wait.
      limit.abort();
    }
    this.#onChange("status");
  }

  /** Calls a tool. Throws the server's or the connection's error; `signal` cancels the call on the server, too. */
  async call(
    tool: string,
    options: { input: JsonObject; signal: AbortSignal; onProgress(progress: CallProgress): void },
  ): Promise<Record<string, unknown>> {
    const params = { name: tool, arguments: options.input };
    try {
      return await this.#ask(
        (client, limits) =>
          // The newest revision copies arguments into headers, which needs the definition of the tool.
          client.getProtocolEra() === "modern"
            ? client.callTool(params, limits)
            : client.request({ method: "tools/call", params }, ANY_RESULT, limits),
        options,
      );
    } catch (error) {
      options.signal.throwIfAborted();
      if (codeOf(error) === "REQUEST_TIMEOUT") await this.#checkAlive();
      throw await this.#authFault(error) ?? error;
    }
  }

  /** The contents of a resource. */
  async readResource(uri: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const { contents } = await this.#request({ method: "resources/read", params: { uri } }, { signal });
    return Array.isArray(contents) ? contents.filter(isObject) : [];
  }

  async listResources(signal: AbortSignal): Promise<ServerResource[]> {
    if (!this.hasResources) return [];
    const items = await this.#list("resources", signal);
    return items.flatMap((item) => readResource(item, this.config.name));
  }

  /** The messages of a prompt template, filled with arguments. */
  async getPrompt(
    name: string,
    options: { input: Record<string, string>; signal: AbortSignal },
  ): Promise<Record<string, unknown>[]> {
    const params = { name, arguments: options.input };
    const { messages } = await this.#request({ method: "prompts/get", params }, options);
    return Array.isArray(messages) ? messages.filter(isObject) : [];
  }

  /** Takes a message of the host: from a server in it to us, or for a server of ours, whose answer is returned. */
  async deliver(message: Json, signal: AbortSignal): Promise<JsonObject | null> {
    const transport = this.#transport;
    if (!(transport instanceof HostTransport)) {
      const request: MessagePath["request"] = (body) => this.#request(body, { signal });
      return await forwardMessage(message, { request, notify: (note) => transport?.send(note) });
    }
    transport.deliver(message);
    return null;
  }

  /** Closes the connection and ends the server's process, if it has one. */
  async close(): Promise<void> {
    this.status = "disabled";
    await this.#shut();
  }

  async #open(signal: AbortSignal): Promise<void> {
    const sdk = await loadSdk();
    const revisions = revisionsOf(this.config);
    try {
      await this.#connect(sdk, { signal, revisions });
    } catch (error) {
      signal.throwIfAborted();
      const isStarted = this.#transport instanceof StdioTransport && this.#transport.pid !== null;
      if (revisions === "older" || !isStarted) throw error;
      // Some older servers end at any request before their handshake.
      await this.#transport?.close();
      await this.#connect(sdk, { signal, revisions: "older" });
    }
    await this.#listAll(signal);
    if (this.#client?.getProtocolEra() === "modern") {
      void watchLists(this.#client, {
        timeout: this.config.startTimeoutMs,
        signal: this.#closed.signal,
        onChange: () => this.#refresh(),
      });
    }
  }

  async #connect(sdk: Sdk, { signal, revisions }: { signal: AbortSignal; revisions: Revisions }): Promise<void> {
    const { config } = this;
    const client = openClient(sdk, { config, revisions, options: this.#options });
    for (const what of ["tools", "prompts"]) {
      client.setNotificationHandler(`notifications/${what}/list_changed`, () => this.#refresh());
    }
    signal.throwIfAborted();
    this.#client = client;
    const transport = this.#transport = openTransport(sdk, {
      config,
      options: this.#options,
      manifest: this.#manifest,
      onExceeded: (error) => void this.#disconnect(error),
    });
    client.onclose = () => this.#lost(client);
    await withOwnSignal(
      signal,
      (own) => client.connect(transport, { signal: own, timeout: config.startTimeoutMs }),
    );
  }

  async #listAll(signal: AbortSignal): Promise<void> {
    const capabilities = this.#client?.getServerCapabilities() ?? {};
    const [tools, prompts] = await Promise.all([
      capabilities.tools ? this.#listTools(signal) : [],
      // A server is useful without its prompts.
      capabilities.prompts ? this.#list("prompts", signal).catch(() => []) : [],
    ]);
    this.tools = tools.flatMap((item) => readTool(item, this.config));
    this.prompts = prompts.flatMap((item) => readPrompt(item, this.config.name));
  }

  async #listTools(signal: AbortSignal): Promise<Record<string, unknown>[]> {
    if (this.#client?.getProtocolEra() !== "modern") return await this.#list("tools", signal);
    const { tools } = await this.#ask(
      (client, limits) => client.listTools(undefined, { ...limits, cacheMode: "refresh" }),
      { signal, timeoutMs: this.config.startTimeoutMs },
    );
    return tools.slice(0, MAX_ITEMS);
  }

  // Changes that arrive while a list is read cause one more read, however many there are.
  #refresh(): void {
    this.#isStale = true;
    this.#refreshing ??= this.#readAgain().finally(() => this.#refreshing = null);
  }

  async #readAgain(): Promise<void> {
    while (this.#isStale && this.status === "connected") {
      this.#isStale = false;
      try {
        await this.#listAll(new AbortController().signal);
        this.#onChange("tools");
      } catch (error) {
        if (this.status === "connected") this.error = this.#explain(error);
        return;
      }
    }
  }

  async #list(kind: "tools" | "prompts" | "resources", signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && items.length < MAX_ITEMS; page++) {
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const request = { method: `${kind}/list`, params };
      const answer = await this.#request(request, { signal, timeoutMs: this.config.startTimeoutMs });
      if (Array.isArray(answer[kind])) items.push(...answer[kind].filter(isObject));
      if (typeof answer.nextCursor !== "string" || answer.nextCursor === cursor) break;
      cursor = answer.nextCursor;
    }
    return items.slice(0, MAX_ITEMS);
  }

  async #request(
    request: { method: string; params: JsonObject },
    options: { signal: AbortSignal; timeoutMs?: number },
  ): Promise<Record<string, unknown>> {
    return await this.#ask((client, limits) => client.request(request, ANY_RESULT, limits), options);
  }

  async #ask<Result>(
    body: (client: SdkClient, limits: RequestOptions) => Promise<Result>,
    options: { signal: AbortSignal; timeoutMs?: number; onProgress?(progress: CallProgress): void },
  ): Promise<Result> {
    const client = this.#client;
    if (client === null) throw new Error(`MCP server "${this.config.name}" is not connected`);
    const timeout = options.timeoutMs ?? this.config.callTimeoutMs;
    const onprogress = (step: ProgressStep): void => options.onProgress?.(readProgress(step));
    const progress = options.onProgress
      ? { onprogress, resetTimeoutOnProgress: true, maxTotalTimeout: Math.max(MAX_CALL_MS, timeout) }
      : {};
    return await withOwnSignal(options.signal, (signal) => body(client, { signal, timeout, ...progress }));
  }

  /** Disconnects a server that does not even answer a simple request. */
  async #checkAlive(): Promise<void> {
    const client = this.#client;
    if (client === null || !(this.#transport instanceof StdioTransport)) return;
    try {
      const limits = { timeout: Math.min(ALIVE_MS, Math.max(MIN_ALIVE_MS, this.config.callTimeoutMs)) };
      await (client.getProtocolEra() === "modern" ? client.discover(limits) : client.ping(limits));
    } catch (error) {
      if (codeOf(error) === "REQUEST_TIMEOUT") await this.#disconnect(new Error("it does not answer any more"));
    }
  }

  /** The error that a refused request becomes, when a person has to log in; remembers the scope that it lacked. */
  async #authFault(error: unknown): Promise<NeedsAuthError | null> {
    const fault = await authFault(error, { config: this.config, ...this.#options });
    if (fault === null) return null;
    this.status = "needs-auth";
    this.error = fault.message;
    this.tools = [];
    this.prompts = [];
    this.#onChange("status");
    return fault;
  }

  async #fail(error: unknown): Promise<void> {
    const fault = await authFault(error, { config: this.config, ...this.#options });
    this.error = fault?.message ?? this.#explain(error);
    this.status = fault ? "needs-auth" : "failed";
  }

  /** Ends the connection to a server that sends too much; its pending requests fail. */
  async #disconnect(error: Error): Promise<void> {
    this.#violation = error;
    await this.#transport?.close();
  }

  #lost(client: SdkClient): void {
    if (this.#isClosing || this.#client !== client || this.status !== "connected") return;
    this.isLost = true;
    this.status = "failed";
    this.error = this.#explain(new Error("the connection was closed"));
    this.lostTools = this.tools;
    this.tools = [];
    this.prompts = [];
    this.#onChange("status");
  }

  #explain(cause: unknown): string {
    const error = this.#violation ?? cause;
    const message = error instanceof Error ? error.message : String(error);
    const detail = this.#transport instanceof StdioTransport ? this.#transport.exitDetail : "";
    return (detail === "" || message.includes(detail) ? message : `${message}; ${detail}`).slice(0, 1_000);
  }

  async #shut(): Promise<void> {
    this.#isClosing = true;
    this.#closed.abort();
    this.tools = [];
    this.prompts = [];
    const transport = this.#transport;
    if (transport?.terminateSession) {
      const over = new AbortController();
      await Promise.race([transport.terminateSession().catch(() => undefined), pause(LEAVE_MS, over.signal)]);
      over.abort();
    }
    await this.#client?.close();
    await transport?.close();
    this.#client = null;
  }
}

function readProgress(step: ProgressStep): CallProgress {
  return { progress: step.progress, total: step.total ?? null, message: step.message ?? null };
}
