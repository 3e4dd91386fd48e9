import type { ServerManifest } from "../../model/command.ts";
import { isObject, type Json } from "../../model/json.ts";
import { isRpcMessage, type McpTransport, type RpcMessage } from "../sdk.ts";

/** Sends a message to a server in the host; resolves to the server's answer. */
export type AskHost = (question: { server: string; message: Json }, signal: AbortSignal) => Promise<Json>;

/** Connects to a server inside the host: every message is a request to the host, and its answer may carry a message. */
export class HostTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RpcMessage) => void;
  readonly #server: string;
  readonly #ask: AskHost;
  readonly #open = new Map<string | number, AbortController>();
  #isClosed = false;
  #manifest: ServerManifest | null;
  /** Whether the manifest answered the handshake, so that the server needs no notification of its end. */
  #isIntroduced = false;

  constructor(server: string, options: { ask: AskHost; manifest?: ServerManifest }) {
    this.#server = server;
    this.#ask = options.ask;
    this.#manifest = options.manifest ?? null;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#isClosed) throw new Error("Not connected");
    if (message.id !== undefined && message.id !== null && message.method !== undefined) {
      const known = this.#known(message);
      if (!known) return await this.#request(message.id, message);
      this.onmessage?.({ jsonrpc: "2.0", id: message.id, result: known });
      return;
    }
    if (message.method === "notifications/initialized" && this.#isIntroduced) return;
    if (message.method === "notifications/cancelled") {
      const id = message.params?.requestId;
      if (typeof id === "string" || typeof id === "number") this.#open.get(id)?.abort();
    }
    // The host acknowledges a notification with an empty answer.
    this.#ask(this.#question(message), new AbortController().signal)
      .catch((error) => this.#report(error));
  }

  /** Receives a message that the server sent unasked. */
  deliver(message: Json): void {
    if (this.#isClosed) return;
    if (isRpcMessage(message)) this.onmessage?.(message);
    else this.#report(new Error(`The host delivered an invalid message for MCP server "${this.#server}"`));
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    for (const open of this.#open.values()) open.abort();
    this.#open.clear();
    this.onclose?.();
    return Promise.resolve();
  }

  /** The manifest's answer. Each is used once, and only for the same version of the protocol. */
  #known({ method, params }: RpcMessage): unknown {
    const manifest = this.#manifest;
    if (!manifest) return undefined;
    if (method === "initialize") {
      this.#isIntroduced = manifest.introduction.protocolVersion === params?.protocolVersion;
      if (!this.#isIntroduced) this.#manifest = null;
      return this.#isIntroduced ? manifest.introduction : undefined;
    }
    if (method !== "tools/list" || params?.cursor !== undefined) return undefined;
    this.#manifest = null;
    return manifest.tools;
  }

  async #request(id: string | number, message: RpcMessage): Promise<void> {
    const abort = new AbortController();
    this.#open.set(id, abort);
    try {
      const answer = await this.#ask(this.#question(message), abort.signal);
      if (this.#isClosed || abort.signal.aborted) return;
      if (!isObject(answer) || (answer.result === undefined && answer.error === undefined)) {
        throw new Error("The host's answer carries neither a result nor an error");
      }
      const { result, error } = answer;
      const body = error === undefined ? { result } : { error: errorOf(error) };
      this.onmessage?.({ jsonrpc: "2.0", id, ...body });
    } finally {
      this.#open.delete(id);
    }
  }

  #question(message: RpcMessage): { server: string; message: Json } {
    return { server: this.#server, message: Object.fromEntries(Object.entries(message)) };
  }

  #report(error: unknown): void {
    if (!this.#isClosed) this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}

function errorOf(error: unknown): { code: number; message: string } {
  if (!isObject(error)) return { code: -32603, message: String(error) };
  return {
    code: typeof error.code === "number" ? error.code : -32603,
    message: typeof error.message === "string" ? error.message : "The server failed",
  };
}
