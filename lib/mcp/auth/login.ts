import { fail } from "../../model/problem.ts";
import { after } from "../../model/timer.ts";
import { boundedFetch } from "../transports/bounded_fetch.ts";
import { LoopbackRedirect } from "./loopback_redirect.ts";
import { clientOptions } from "../open_client.ts";
import {
  type ClientMetadata,
  type DiscoveryState,
  loadSdk,
  type OAuthClient,
  type OAuthProvider,
  type OAuthTokens,
  type Sdk,
  type WebTransport,
} from "../sdk.ts";
import type { OAuthConfig, ServerConfig, ServerEndpoint } from "../server_config.ts";
import type { StoredAuth, TokenStore } from "./token_store.ts";

/** Options of a login. */
export interface LoginOptions {
  version: string;
  store: TokenStore;
  /** Shows the address of the authorization server to the person. */
  show(url: URL): void;
  signal: AbortSignal;
  /** How long the person has. */
  timeoutMs?: number;
}

/** How often one login asks the person: for access, for more scopes, for another authorization server. */
const MAX_ROUNDS = 3;
const LOGIN_MS = 300_000;

/**
 * Logs in to a web server: connects, lets the person authorize where the server asks for it, and stores the tokens.
 * Returns whether a person was asked. Throws `mcp_unavailable` with the reason.
 */
export async function login(config: ServerConfig, options: LoginOptions): Promise<{ asked: boolean }> {
  const { endpoint, name } = config;
  if (endpoint.kind !== "http" && endpoint.kind !== "sse") {
    throw fail("mcp_unavailable", `MCP server "${name}" is no web server: there is nothing to log in to`);
  }
  const sdk = await loadSdk();
  const stored = await options.store.read(endpoint.url);
  const redirect = LoopbackRedirect.listen(portOf(endpoint.oauth, stored));
  const limit = new AbortController();
  const late = (): void => limit.abort(new Error("nobody authorized it in time"));
  const cancel = after(options.timeoutMs ?? LOGIN_MS, late);
  const signal = AbortSignal.any([options.signal, limit.signal]);
  try {
    const provider = new LoginProvider(config, { endpoint, store: options.store, redirect, show: options.show });
    return { asked: await rounds(sdk, { ...options, config, endpoint, provider, redirect, signal, stored }) };
  } catch (error) {
    options.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("mcp_unavailable", `Cannot log in to MCP server "${name}": ${reason}`, {
      hint: "Check its address and, where it needs a registered client, oauth.clientId in its settings.",
    });
  } finally {
    cancel();
    await redirect.close();
  }
}

interface Rounds extends LoginOptions {
  config: ServerConfig;
  endpoint: WebEndpoint;
  provider: LoginProvider;
  redirect: LoopbackRedirect;
  stored: StoredAuth | null;
}

type WebEndpoint = Extract<ServerEndpoint, { kind: "http" | "sse" }>;

async function rounds(sdk: Sdk, login: Rounds): Promise<boolean> {
  const { provider, signal, stored, endpoint } = login;
  let asked = false;
  if (stored?.wantedScope !== undefined) {
    const transport = webTransport(sdk, login);
    const scope = union(stored.tokens?.scope, stored.wantedScope);
    const fetchFn = boundedFetch({ onExceeded: () => undefined });
    await sdk.auth(provider, { serverUrl: new URL(endpoint.url), scope, forceReauthorization: true, fetchFn });
    await finish(transport, login);
    asked = true;
  }
  for (;;) {
    const transport = webTransport(sdk, login);
    try {
      await tryServer(sdk, { ...login, transport });
      return asked;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof sdk.UnauthorizedError)) throw error;
    }
    asked = true;
    await finish(transport, login);
  }
}

/** Waits for the person and exchanges the code for tokens. */
async function finish(transport: WebTransport, { provider, redirect, signal }: Rounds): Promise<void> {
  await transport.finishAuth(await redirect.response(signal));
  // A server may name another authorization server from now on.
  await provider.invalidateCredentials("discovery");
}

/** Connects and lists the tools, which a server may protect better than the connection. */
async function tryServer(
  sdk: Sdk,
  { config, transport, signal, version }: Rounds & { transport: WebTransport },
): Promise<void> {
  const client = new sdk.Client({ name: "qwen", version }, clientOptions(sdk, { config }));
  const limits = { signal, timeout: config.startTimeoutMs };
  try {
    await client.connect(transport, limits);
    if (client.getServerCapabilities()?.tools) await client.listTools(undefined, { ...limits, cacheMode: "refresh" });
  } finally {
    await client.close().catch(() => {/* It was never connected. */});
  }
}

function webTransport(sdk: Sdk, { endpoint, provider }: Pick<Rounds, "endpoint" | "provider">): WebTransport {
  const Transport = endpoint.kind === "http" ? sdk.StreamableHTTPClientTransport : sdk.SSEClientTransport;
  return new Transport(new URL(endpoint.url), {
    requestInit: { headers: endpoint.headers },
    fetch: boundedFetch({ onExceeded: () => undefined }),
    authProvider: provider,
  });
}

function union(...scopes: readonly (string | undefined)[]): string {
  return [...new Set(scopes.flatMap((scope) => (scope ?? "").split(" ")))].filter((scope) => scope !== "").join(" ");
}

/** The port of the redirect address: the configured one, or the one that the client is registered with. */
function portOf(oauth: OAuthConfig, stored: StoredAuth | null): number {
  if (oauth.redirectPort !== undefined) return oauth.redirectPort;
  return Number(URL.parse(stored?.redirectUrl ?? "")?.port ?? 0);
}

/** The state of one login. */
class LoginProvider implements OAuthProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: ClientMetadata;
  readonly clientMetadataUrl?: string;
  readonly #options: { endpoint: WebEndpoint; store: TokenStore; redirect: LoopbackRedirect; show(url: URL): void };
  readonly #name: string;
  #verifier = "";
  #rounds = 0;
  #discovery: DiscoveryState | undefined;

  constructor(
    { name }: ServerConfig,
    options: { endpoint: WebEndpoint; store: TokenStore; redirect: LoopbackRedirect; show(url: URL): void },
  ) {
    this.#name = name;
    this.#options = options;
    const { endpoint: { oauth }, redirect } = options;
    this.redirectUrl = redirect.url;
    if (oauth.clientMetadataUrl !== undefined) this.clientMetadataUrl = oauth.clientMetadataUrl;
    this.clientMetadata = {
      client_name: "qwen",
      redirect_uris: [redirect.url],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
      ...(oauth.scopes.length > 0 ? { scope: oauth.scopes.join(" ") } : {}),
    };
  }

  state(): string {
    const state = crypto.getRandomValues(new Uint8Array(24)).toHex();
    this.#options.redirect.expect(state);
    return state;
  }

  async clientInformation(): Promise<OAuthClient | undefined> {
    const configured = this.#configuredClient();
    if (configured) return configured;
    const { endpoint: { url }, store } = this.#options;
    const stored = await store.read(url);
    // A client that is registered with another redirect address would be refused.
    return stored?.redirectUrl === this.redirectUrl ? stored.client : undefined;
  }

  async saveClientInformation(client: OAuthClient): Promise<void> {
    if (this.#configuredClient()) return;
    await this.#update((before) => ({ ...before, client, redirectUrl: this.redirectUrl }));
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    const { endpoint: { url }, store } = this.#options;
    return (await store.read(url))?.tokens;
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    // A session renews tokens without the settings of the login.
    const client = this.#configuredClient();
    await this.#update(({ wantedScope: _wanted, ...before }) => ({
      ...before,
      ...{ tokens, redirectUrl: this.redirectUrl },
      ...(client ? { client } : {}),
    }));
  }

  redirectToAuthorization(url: URL): void {
    if (++this.#rounds > MAX_ROUNDS) throw new Error(`the server was not content with ${MAX_ROUNDS} authorizations`);
    this.#options.show(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "discovery" || scope === "all") this.#discovery = undefined;
    if (scope === "tokens" || scope === "all") await this.#update(({ tokens: _tokens, ...kept }) => kept);
    if (scope === "client" || scope === "all") await this.#update(({ client: _client, ...kept }) => kept);
  }

  saveDiscoveryState(state: DiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): DiscoveryState | undefined {
    return this.#discovery;
  }

  #configuredClient(): OAuthClient | undefined {
    const { clientId, clientSecret } = this.#options.endpoint.oauth;
    if (clientId === undefined) return undefined;
    return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  }

  async #update(change: (before: StoredAuth) => StoredAuth): Promise<void> {
    const { store, endpoint: { url } } = this.#options;
    await store.update(url, (before) => change({ ...before, name: this.#name }));
  }
}
