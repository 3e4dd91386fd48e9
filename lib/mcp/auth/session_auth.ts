import type { ClientMetadata, OAuthClient, OAuthProvider, OAuthTokens, Sdk, TokenSource } from "../sdk.ts";
import type { TokenStore } from "./token_store.ts";

/** A server that works only after a person has logged in. */
export class NeedsAuthError extends Error {
  constructor(server: string, reason: string) {
    super(`it needs authorization (${reason}): run qwen mcp login ${server}`);
    this.name = "NeedsAuthError";
  }
}

/** What the tokens of a session belong to. */
export interface SessionAuthOptions {
  server: string;
  url: string;
  store: TokenStore;
  sdk: Sdk;
  /** Learns every token, so that none is shown. */
  onToken(token: string): void;
}

/** Gives the requests of a session the stored token, and renews it. It never asks a person. */
export class SessionAuth implements TokenSource {
  readonly #options: SessionAuthOptions;
  #used: string | undefined;

  constructor(options: SessionAuthOptions) {
    this.#options = options;
  }

  async token(): Promise<string | undefined> {
    const { store, url, onToken } = this.#options;
    this.#used = (await store.read(url))?.tokens?.access_token;
    if (this.#used !== undefined) onToken(this.#used);
    return this.#used;
  }

  async onUnauthorized({ serverUrl, fetchFn }: Parameters<TokenSource["onUnauthorized"]>[0]): Promise<void> {
    const { store, url, sdk, server } = this.#options;
    const refused = this.#used;
    await store.locked(async () => {
      const stored = await store.read(url);
      const current = stored?.tokens?.access_token;
      if (current === undefined) throw new NeedsAuthError(server, "no token is stored");
      // Another process has renewed it meanwhile.
      if (current !== refused) return;
      if (stored?.tokens?.refresh_token === undefined) throw new NeedsAuthError(server, "the token was refused");
      const provider = new RefreshProvider(this.#options, {
        tokens: stored.tokens,
        client: stored.client,
        redirectUrl: stored.redirectUrl ?? "",
      });
      try {
        if (await sdk.auth(provider, { serverUrl, fetchFn }) === "AUTHORIZED") return;
      } catch (error) {
        if (error instanceof NeedsAuthError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new NeedsAuthError(server, `the token could not be renewed: ${reason}`);
      }
      throw new NeedsAuthError(server, "the token could not be renewed");
    });
  }
}

/** Renews tokens while the lock is held. */
class RefreshProvider implements OAuthProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: ClientMetadata = { redirect_uris: [] };
  readonly #options: SessionAuthOptions;
  readonly #stored: { tokens: OAuthTokens; client: OAuthClient | undefined };

  constructor(
    options: SessionAuthOptions,
    stored: { tokens: OAuthTokens; client: OAuthClient | undefined; redirectUrl: string },
  ) {
    this.#options = options;
    this.#stored = stored;
    this.redirectUrl = stored.redirectUrl;
  }

  clientInformation(): Promise<OAuthClient | undefined> {
    return Promise.resolve(this.#stored.client);
  }

  tokens(): Promise<OAuthTokens | undefined> {
    return Promise.resolve(this.#stored.tokens);
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    const { store, url, server, onToken } = this.#options;
    onToken(tokens.access_token);
    await store.updateLocked(url, (before) => ({
      ...(before ?? { name: server }),
      // A server that does not rotate refresh tokens sends none.
      tokens: { ...this.#stored.tokens, ...tokens },
    }));
  }

  redirectToAuthorization(): never {
    throw new NeedsAuthError(this.#options.server, "the token could not be renewed");
  }

  saveCodeVerifier(): void {
    // No authorization begins here.
  }

  codeVerifier(): string {
    return "";
  }
}
