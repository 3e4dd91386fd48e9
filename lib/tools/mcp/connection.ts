import type { ServerManifest } from "../../model/command.ts";
import type { ServerInfo } from "../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type AskHost, HostTransport } from "./host_transport.ts";
import {
  readPrompt,
  readResource,
  readTool,
  type ServerPrompt,
  type ServerResource,
  type ServerTool,
  textOr,
} from "./offers.ts";
import { type Link, loadSdk, loadWebLink, type ProgressStep, type SdkClient } from "./sdk.ts";
import type { ServerConfig } from "./server_config.ts";
import { pause, StdioTransport } from "./stdio_transport.ts";

/** A server's question to the person in front of the host. */
export interface Elicitation {
  server: string;
  message: string;
  mode: "form" | "url";
  schema: JsonObject | null;
  url: string | null;
}

/** The person's answer to a server's question. */
export interface ElicitationAnswer {
  action: "accept" | "decline" | "cancel";
  content?: JsonObject;
}

/** What connections need of the rest of the program. */
export interface Surroundings {
  version: string;
  /** Absolute roots of the workspace; the first one is where servers run. */
  roots: readonly string[];
  /** The clean environment of child processes. */
  environment: Readonly<Record<string, string>>;
  /** Absent where no host is there to ask. */
  askHost?: AskHost;
  /** Absent where nobody can answer: servers are then told so. */
  elicit?(question: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
}

/** How a call went on the way. */
export interface CallProgress {
  progress: number;
  total: number | null;
  message: string | null;
}

const MAX_PAGES = 100;
const MAX_ITEMS = 2_000;
const LEAVE_MS = 300;
const MAX_INSTRUCTIONS = 4_000;

/** One server: connected, asked and closed. */
export class Connection {
  readonly config: ServerConfig;
  status: ServerInfo["status"] = "pending";
  error: string | null = null;
  tools: ServerTool[] = [];
  prompts: ServerPrompt[] = [];
  readonly #surroundings: Surroundings;
  readonly #manifest: ServerManifest | undefined;
  readonly #onChange: (what: "status" | "tools" | "prompts") => void;
  #client: SdkClient | null = null;
  #link: Link | null = null;
  #isClosing = false;
  #refreshing: Promise<void> | null = null;
  #isStale = false;

  constructor(
    config: ServerConfig,
    options: {
      surroundings: Surroundings;
      /** What a server of the host has said already. */
      manifest?: ServerManifest;
      onChange(what: "status" | "tools" | "prompts"): void;
    },
  ) {
    this.config = config;
    this.#surroundings = options.surroundings;
    this.#manifest = options.manifest;
    this.#onChange = options.onChange;
  }

  /** Whether there is something to read. */
  get hasResources(): boolean {
    return this.status === "connected" && this.#client?.getServerCapabilities()?.resources !== undefined;
  }

  /** What the server wants models to know about it. */
  get instructions(): string {
    return this.status === "connected" ? (this.#client?.getInstructions() ?? "").slice(0, MAX_INSTRUCTIONS) : "";
  }

  /** The server as lists show it. */
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

  /** Connects and lists, within the server's time. Never throws: `status` and `error` tell how it went. */
  async start(signal: AbortSignal): Promise<void> {
    const limit = new AbortController();
    const late = (): void =>
      limit.abort(new Error(`it did not answer within ${this.config.startTimeoutMs} milliseconds`));
    const timer = setTimeout(late, this.config.startTimeoutMs);
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
      this.error = this.#explain(error);
      this.status = "failed";
      await this.#shut();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      // Frees whatever still waits for the limit.
      limit.abort();
    }
    this.#onChange("status");
  }

  /** Calls a tool. Throws what the server or the connection said; `signal` cancels the call on the server too. */
  async call(
    tool: string,
    options: { input: JsonObject; signal: AbortSignal; onProgress(progress: CallProgress): void },
  ): Promise<Record<string, unknown>> {
    return await this.#request({ method: "tools/call", params: { name: tool, arguments: options.input } }, options);
  }

  /** The contents of a resource. */
  async readResource(uri: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const { contents } = await this.#request({ method: "resources/read", params: { uri } }, { signal });
    return Array.isArray(contents) ? contents.filter(isObject) : [];
  }

  /** What can be read from the server. */
  async listResources(signal: AbortSignal): Promise<ServerResource[]> {
    if (!this.hasResources) return [];
    const items = await this.#list("resources", signal);
    return items.flatMap((item) => readResource(item, this.config.name));
  }

  /** The messages that a prompt template makes of its arguments. */
  async getPrompt(
    name: string,
    options: { input: Record<string, string>; signal: AbortSignal },
  ): Promise<Record<string, unknown>[]> {
    const { messages } = await this.#request(
      { method: "prompts/get", params: { name, arguments: options.input } },
      options,
    );
    return Array.isArray(messages) ? messages.filter(isObject) : [];
  }

  /** Hands over a message that a server in the host sent by itself. */
  deliver(message: Json): void {
    if (this.#link instanceof HostTransport) this.#link.deliver(message);
  }

  /** Ends the connection and, where there is one, the process. */
  async close(): Promise<void> {
    this.status = "disabled";
    await this.#shut();
  }

  async #open(signal: AbortSignal): Promise<void> {
    const sdk = await loadSdk();
    const { version, roots, elicit } = this.#surroundings;
    const client = new sdk.Client({ name: "qwen", version }, {
      capabilities: { roots: {}, ...(elicit ? { elicitation: { form: {}, url: {} } } : {}) },
      // Schemas of servers are not compiled here: a hostile one could run for ever.
      jsonSchemaValidator: { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) },
    });
    client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: `file://${encodeURI(root)}` })),
    }));
    if (elicit) {
      client.setRequestHandler(sdk.ElicitRequestSchema, async (request, { signal }) => ({
        ...await elicit(this.#elicitation(request.params), signal),
      }));
    }
    for (const schema of [sdk.ToolListChangedNotificationSchema, sdk.PromptListChangedNotificationSchema]) {
      client.setNotificationHandler(schema, () => this.#refresh());
    }
    signal.throwIfAborted();
    this.#client = client;
    this.#link = await this.#makeLink();
    signal.throwIfAborted();
    client.onclose = () => this.#lost();
    // Errors beside a request change nothing: the request itself fails or succeeds.
    client.onerror = () => undefined;
    const link = this.#link;
    await withOwnSignal(signal, (own) => client.connect(link, { signal: own, timeout: this.config.startTimeoutMs }));
    await this.#listAll(signal);
  }

  #elicitation(params: Record<string, unknown>): Elicitation {
    return {
      server: this.config.name,
      message: textOr(params.message, ""),
      mode: params.mode === "url" ? "url" : "form",
      schema: isObject(params.requestedSchema) ? params.requestedSchema as JsonObject : null,
      url: typeof params.url === "string" ? params.url : null,
    };
  }

  async #makeLink(): Promise<Link> {
    const { reach, name } = this.config;
    const { askHost, environment, roots } = this.#surroundings;
    if (reach.kind === "stdio") return new StdioTransport({ reach, environment, cwd: roots[0] });
    if (reach.kind === "host") {
      if (!askHost) throw new Error("it lives in the host, and no host answers here");
      return new HostTransport(name, { ask: askHost, ...(this.#manifest ? { manifest: this.#manifest } : {}) });
    }
    const url = new URL(reach.url);
    const requestInit = { headers: reach.headers };
    const WebLink = await loadWebLink(reach.kind);
    return new WebLink(url, { requestInit });
  }

  async #listAll(signal: AbortSignal): Promise<void> {
    const capabilities = this.#client?.getServerCapabilities() ?? {};
    const [tools, prompts] = await Promise.all([
      capabilities.tools ? this.#list("tools", signal) : [],
      // A server without its prompts is still of use.
      capabilities.prompts ? this.#list("prompts", signal).catch(() => []) : [],
    ]);
    this.tools = tools.flatMap((item) => readTool(item, this.config));
    this.prompts = prompts.flatMap((item) => readPrompt(item, this.config.name));
  }

  // Changes that come while a list is read are read once more, however many they were.
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
    options: { signal: AbortSignal; timeoutMs?: number; onProgress?(progress: CallProgress): void },
  ): Promise<Record<string, unknown>> {
    const client = this.#client;
    if (client === null) throw new Error(`MCP server "${this.config.name}" is not connected`);
    const { ResultSchema } = await loadSdk();
    const timeout = options.timeoutMs ?? this.config.callTimeoutMs;
    const onprogress = (step: ProgressStep): void => options.onProgress?.(readProgress(step));
    return await withOwnSignal(
      options.signal,
      (signal) =>
        client.request(request, ResultSchema, { signal, timeout, ...(options.onProgress ? { onprogress } : {}) }),
    );
  }

  #lost(): void {
    if (this.#isClosing || this.status !== "connected") return;
    this.status = "failed";
    this.error = this.#explain(new Error("the connection was closed"));
    this.tools = [];
    this.prompts = [];
    this.#onChange("status");
  }

  #explain(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    const words = this.#link instanceof StdioTransport ? this.#link.lastWords : "";
    return (words === "" || message.includes(words) ? message : `${message}; ${words}`).slice(0, 1_000);
  }

  async #shut(): Promise<void> {
    this.#isClosing = true;
    this.tools = [];
    this.prompts = [];
    const link = this.#link;
    if (link?.terminateSession) {
      const over = new AbortController();
      await Promise.race([link.terminateSession().catch(() => undefined), pause(LEAVE_MS, over.signal)]);
      over.abort();
    }
    await this.#client?.close();
    await link?.close();
    this.#client = null;
  }
}

/** Runs with a signal of its own, because the package goes on listening to the one it got after all is done. */
async function withOwnSignal<T>(signal: AbortSignal, body: (own: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const stop = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await body(own.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function readProgress(step: ProgressStep): CallProgress {
  return { progress: step.progress, total: step.total ?? null, message: step.message ?? null };
}
