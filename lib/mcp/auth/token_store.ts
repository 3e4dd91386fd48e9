import { isObject, type Json } from "../../model/json.ts";
import { fail, reasonOf } from "../../model/problem.ts";
import type { OAuthClient, OAuthTokens } from "../sdk.ts";

/** What is kept of a server's authorization. */
export interface StoredAuth {
  /** The name of the server at the time of the login. */
  name: string;
  tokens?: OAuthTokens;
  client?: OAuthClient;
  /** The redirect address that the client is registered with. */
  redirectUrl?: string;
  /** The scope that a request lacked; the next login asks for it. */
  wantedScope?: string;
}

/**
 * The tokens of web servers in one file that only its owner can read. Servers are known by their addresses: a server of
 * the same name elsewhere gets no token. Processes take turns by a lock.
 */
export class TokenStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is known of a server. */
  async read(url: string): Promise<StoredAuth | null> {
    return (await this.#readAll())[url] ?? null;
  }

  /** Changes what is known of a server; null forgets it. */
  async update(url: string, change: (before: StoredAuth | null) => StoredAuth | null): Promise<void> {
    await this.locked(() => this.updateLocked(url, change));
  }

  /** The same as `update`, for callers that hold the lock. */
  async updateLocked(url: string, change: (before: StoredAuth | null) => StoredAuth | null): Promise<void> {
    const all = await this.#readAll();
    const { [url]: before, ...others } = all;
    const after = change(before ?? null);
    await this.#writeAll(after === null ? others : { ...others, [url]: after });
  }

  /** Runs while no other process changes the file. */
  async locked<Result>(body: () => Promise<Result>): Promise<Result> {
    const folder = this.#path.slice(0, this.#path.lastIndexOf("/"));
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    // Not `using`: the bundler inlines a resource that is named once, and then nothing closes it.
    const lock = await Deno.open(`${this.#path}.lock`, { create: true, write: true, mode: 0o600 });
    try {
      await lock.lock(true);
      return await body();
    } finally {
      lock.close();
    }
  }

  async #readAll(): Promise<Record<string, StoredAuth>> {
    let text: string;
    try {
      text = await Deno.readTextFile(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return {};
      throw fail("config_invalid", `Cannot read ${this.#path}: ${reasonOf(error)}`);
    }
    try {
      const found: unknown = JSON.parse(text);
      if (isObject(found) && isObject(found.servers)) return readServers(found.servers);
    } catch {
      // Reported below.
    }
    throw fail("config_invalid", `${this.#path} is not a file of MCP tokens`, {
      hint: "Remove it and log in again with qwen mcp login.",
    });
  }

  async #writeAll(servers: Record<string, StoredAuth>): Promise<void> {
    const draft = `${this.#path}.${Deno.pid}.tmp`;
    try {
      await Deno.writeTextFile(draft, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, { mode: 0o600 });
      await Deno.rename(draft, this.#path);
    } catch (error) {
      throw fail("config_invalid", `Cannot write ${this.#path}: ${reasonOf(error)}`);
    }
  }
}

function readServers(found: Record<string, unknown>): Record<string, StoredAuth> {
  const servers: Record<string, StoredAuth> = {};
  for (const [url, entry] of Object.entries(found)) {
    if (!isObject(entry)) continue;
    const { tokens, client, name, redirectUrl, wantedScope } = entry;
    servers[url] = {
      name: typeof name === "string" ? name : url,
      ...(isTokens(tokens) ? { tokens } : {}),
      ...(isClient(client) ? { client } : {}),
      ...(typeof redirectUrl === "string" ? { redirectUrl } : {}),
      ...(typeof wantedScope === "string" ? { wantedScope } : {}),
    };
  }
  return servers;
}

function isTokens(value: unknown): value is OAuthTokens & Record<string, Json> {
  return isObject(value) && typeof value.access_token === "string" && typeof value.token_type === "string";
}

function isClient(value: unknown): value is OAuthClient & Record<string, Json> {
  return isObject(value) && typeof value.client_id === "string";
}
