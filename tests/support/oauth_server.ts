/** An MCP server on loopback that wants OAuth 2.1, and its authorization server, which approves everything. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { officialServer } from "./mcp_official_server.ts";

/** A running server. */
export class OAuthServer implements AsyncDisposable {
  /** Requests to the authorization server, by path. */
  readonly seen: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #mcp = createMcpHandler(() => officialServer());
  readonly #valid = new Set<string>();
  #challenge = "";
  #count = 0;
  #refresh = "";

  constructor() {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, (r) => this.#answer(r));
  }

  /** The address of the MCP server. */
  get url(): string {
    return `${this.#origin}/mcp`;
  }

  /** The tokens that were issued so far. */
  get tokens(): string[] {
    return Array.from({ length: this.#count }, (_, index) => `access-token-${index + 1}`);
  }

  /** Makes every access token invalid; refresh tokens stay valid. */
  expire(): void {
    this.#valid.clear();
  }

  get #origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/mcp") return await this.#serve(request);
    this.seen.push(pathname);
    switch (pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return Response.json({ resource: this.url, authorization_servers: [this.#origin] });
      case "/.well-known/oauth-authorization-server":
        return Response.json({
          issuer: this.#origin,
          authorization_endpoint: `${this.#origin}/authorize`,
          token_endpoint: `${this.#origin}/token`,
          registration_endpoint: `${this.#origin}/register`,
          response_types_supported: ["code"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      case "/register":
        return Response.json({ ...await request.json(), client_id: "registered" }, { status: 201 });
      case "/authorize": {
        this.#challenge = searchParams.get("code_challenge") ?? "";
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        back.search = new URLSearchParams({ code: "the-code", state: searchParams.get("state") ?? "" }).toString();
        return Response.redirect(back.href);
      }
      case "/token":
        return await this.#issue(new URLSearchParams(await request.text()));
    }
    return new Response(null, { status: 404 });
  }

  async #issue(form: URLSearchParams): Promise<Response> {
    const isCode = form.get("grant_type") === "authorization_code" && form.get("code") === "the-code" &&
      await challengeOf(form.get("code_verifier") ?? "") === this.#challenge;
    const isRefresh = form.get("grant_type") === "refresh_token" && form.get("refresh_token") === this.#refresh;
    if (!isCode && !isRefresh) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const token = `access-token-${++this.#count}`;
    this.#valid.add(token);
    this.#refresh = `refresh-token-${this.#count}`;
    return Response.json({
      access_token: token,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: this.#refresh,
    });
  }

  async #serve(request: Request): Promise<Response> {
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    if (this.#valid.has(token)) return await this.#mcp.fetch(request);
    const metadata = `${this.#origin}/.well-known/oauth-protected-resource/mcp`;
    return new Response("no token", {
      status: 401,
      headers: { "www-authenticate": `Bearer resource_metadata="${metadata}"` },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mcp.close();
    await this.#server.shutdown();
  }
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return new Uint8Array(hash).toBase64({ alphabet: "base64url", omitPadding: true });
}
