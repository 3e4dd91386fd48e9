const PATH = "/callback";
const PAGE =
  "<!doctype html><meta charset=utf-8><title>qwen</title><p>You can close this window and return to qwen.</p>\n";
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/** A small web server on loopback that receives the response of an authorization server from the person's browser. */
export class LoopbackRedirect {
  /** The redirect address. */
  readonly url: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #expected: string | null = null;
  #arrival = Promise.withResolvers<URLSearchParams>();

  private constructor(listener: (handler: (request: Request) => Response) => Deno.HttpServer<Deno.NetAddr>) {
    this.#server = listener((request) => this.#receive(request));
    this.url = `http://127.0.0.1:${this.#server.addr.port}${PATH}`;
  }

  /** Listens on a port, or on a free one where that is taken or 0. */
  static listen(port: number): LoopbackRedirect {
    const on = (wanted: number) => (handler: (request: Request) => Response): Deno.HttpServer<Deno.NetAddr> =>
      Deno.serve({ hostname: "127.0.0.1", port: wanted, onListen: () => undefined }, handler);
    try {
      return new LoopbackRedirect(on(port));
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      return new LoopbackRedirect(on(0));
    }
  }

  /** Waits for the response with this `state` from now on; all others are refused. */
  expect(state: string): void {
    this.#expected = state;
    this.#arrival = Promise.withResolvers();
  }

  /** The parameters of the response. Rejects with `signal.reason`. */
  async response(signal: AbortSignal): Promise<URLSearchParams> {
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await Promise.race([this.#arrival.promise, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  async close(): Promise<void> {
    await this.#server.shutdown();
  }

  #receive(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== PATH || request.method !== "GET") return new Response("Not found\n", { status: 404 });
    if (this.#expected === null || searchParams.get("state") !== this.#expected) {
      return new Response("This login is not the one that qwen waits for.\n", { status: 400 });
    }
    this.#expected = null;
    this.#arrival.resolve(searchParams);
    return new Response(PAGE, { headers: HEADERS });
  }
}
