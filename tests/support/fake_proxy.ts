/**
 * An HTTP proxy on loopback that answers in the name of any server, so that the program can be given the real name of a
 * service without a network. Nothing is passed on.
 */

/** One answer: bytes in pieces, events of a stream, or a JSON body with a status. */
export type ProxyReply =
  | { bytes: Uint8Array<ArrayBuffer>; size: () => number }
  | { events: readonly object[] }
  | { status: number; body: object };

/** A request as it came. */
export interface ProxiedRequest {
  url: string;
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  body: any;
}

/** Starts a proxy that gives each request the next reply. */
export function fakeProxy(replies: readonly ProxyReply[]): FakeProxy {
  return new FakeProxy(replies);
}

/** A running proxy. */
export class FakeProxy implements AsyncDisposable {
  readonly requests: ProxiedRequest[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(replies: readonly ProxyReply[]) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, async (request) => {
      this.requests.push({ url: request.url, body: await request.json() });
      const reply = replies[this.requests.length - 1];
      return reply ? responseOf(reply) : new Response("no answer is left", { status: 500 });
    });
  }

  /** An environment in which every plain request goes to this proxy. */
  get env(): { HTTP_PROXY: string; NO_PROXY: string } {
    return { HTTP_PROXY: `http://127.0.0.1:${this.#server.addr.port}`, NO_PROXY: "" };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

function responseOf(reply: ProxyReply): Response {
  if ("status" in reply) return Response.json(reply.body, { status: reply.status });
  const headers = { "content-type": "text/event-stream" };
  if ("bytes" in reply) return new Response(inPieces(reply), { headers });
  const events = [...reply.events.map((event) => JSON.stringify(event)), "[DONE]"];
  return new Response(events.map((event) => `data: ${event}\n\n`).join(""), { headers });
}

/** The bytes, one chunk of the connection for each piece. */
function inPieces(
  { bytes, size }: { bytes: Uint8Array<ArrayBuffer>; size: () => number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller): void {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, at += size()));
    },
  });
}
