import type { HostLink, Servers } from "../engine/session_parts.ts";
import {
  deferred,
  type HostServer,
  type Json,
  type JsonObject,
  type OfferedPrompt,
  type ServerInfo,
  type Tool,
} from "../model/mod.ts";
import type { ConnectedServers } from "./connected_servers.ts";

/** A server of flags or settings, with where it comes from. */
export interface ServerEntry {
  name: string;
  entry: JsonObject;
  source: ServerInfo["source"];
}

/** What a session's servers are made from. */
export interface SessionServersOptions {
  version: string;
  roots: readonly string[];
  environment: Readonly<Record<string, string>>;
  entries: readonly ServerEntry[];
  note: (text: string) => void;
}

/** The MCP servers of a session; everything about MCP is loaded with the first one. */
export class SessionServers implements Servers {
  readonly #options: SessionServersOptions;
  readonly #ended = new AbortController();
  #link: HostLink | undefined;
  #listener: () => void = () => {};
  #connected: ConnectedServers | undefined;
  #connecting: Promise<ConnectedServers> | undefined;
  #isEnded = false;
  /** What the next prompt waits for; what has failed stays, to fail the prompts after it as well. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor(options: SessionServersOptions) {
    this.#options = options;
  }

  bind(link: HostLink): void {
    this.#link = link;
    if (this.#options.entries.length > 0) this.#hold(this.#servers().then((servers) => servers.start()));
  }

  async ready(): Promise<void> {
    // What is asked for while they are being loaded begins, and is to be waited for, only then.
    if (this.#connecting) await this.#connecting;
    const ends = await Promise.allSettled(this.#pending);
    this.#connected?.tellFailed();
    const broken = ends.find((end) => end.status === "rejected");
    if (broken) throw broken.reason;
  }

  list(): ServerInfo[] {
    return this.#connected?.list() ?? [];
  }

  tools(): Tool[] {
    return this.#connected?.tools() ?? [];
  }

  instructions(): string[] {
    return this.#connected?.instructions() ?? [];
  }

  /** What connected servers offer as commands. */
  prompts(): OfferedPrompt[] {
    return this.#connected?.prompts() ?? [];
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  setHostServers(servers: readonly HostServer[]): Promise<void> {
    return this.#hold(this.#servers().then((connected) => connected.setHostServers(servers)));
  }

  setServers(
    entries: Readonly<Record<string, JsonObject>>,
    options: { introduced: "keep" | "replace" },
  ): ReturnType<Servers["setServers"]> {
    return this.#hold(this.#servers().then((connected) => connected.setServers(entries, options)));
  }

  async act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void> {
    await (await this.#servers()).act(name, action);
  }

  deliver(server: string, message: Json): void {
    this.#connected?.deliver(server, message);
  }

  async readResource(server: string, uri: string): Promise<Json> {
    return await (await this.#servers()).readResource(server, uri);
  }

  async call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject> {
    return await (await this.#servers()).call(tool, call);
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    if (this.#connecting) this.#tellEnd();
    await this.#connected?.close();
  }

  /** Has the next prompt wait for something; its failure is told there. */
  #hold<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work);
    work.then(() => this.#pending.delete(work), () => {/* Told by `ready`, and to whoever asked for it. */});
    return work;
  }

  #servers(): Promise<ConnectedServers> {
    if (this.#isEnded) this.#tellEnd();
    return this.#connecting ??= this.#load();
  }

  /** Tells whoever works for a server; where none was ever asked for there is nobody to tell. */
  #tellEnd(): void {
    this.#ended.abort(new Error("The session ended"));
  }

  async #load(): Promise<ConnectedServers> {
    const { ConnectedServers }: typeof import("./connected_servers.ts") = await import(
      deferred("./connected_servers.ts")
    );
    return this.#connected = new ConnectedServers({
      ...this.#options,
      host: () => this.#host(),
      ended: this.#ended.signal,
      onChange: () => this.#listener(),
      hold: (work) => void this.#hold(work),
    });
  }

  #host(): HostLink {
    if (!this.#link) throw new Error("The servers belong to no session yet");
    return this.#link;
  }
}
