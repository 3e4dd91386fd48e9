/** A collector of OpenTelemetry spans on loopback. */

/** A span as it arrived, with its attributes as plain values. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  status: { code?: number; message?: string };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

/** A running collector. */
export class Collector implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  /** The bodies as they came. */
  readonly bodies: string[] = [];
  readonly paths: string[] = [];
  readonly headers: Headers[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      this.paths.push(new URL(request.url).pathname);
      this.headers.push(request.headers);
      const body = await request.text();
      this.bodies.push(body);
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const { spans } of scopeSpans) for (const span of spans) this.spans.push(received(span));
      }
      return Response.json({});
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The spans of a name, such as `chat fake-model`. */
  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

// deno-lint-ignore no-explicit-any -- the wire's own shape.
function received(span: any): ReceivedSpan {
  const attributes = Object.fromEntries(
    // deno-lint-ignore no-explicit-any -- the wire's own shape.
    span.attributes.map(({ key, value }: any) => [key, plain(value)]),
  );
  return { ...span, attributes };
}

// deno-lint-ignore no-explicit-any -- the wire's own shape.
function plain(value: any): unknown {
  if ("intValue" in value) return Number(value.intValue);
  if ("arrayValue" in value) return value.arrayValue.values.map(plain);
  return value.stringValue ?? value.doubleValue;
}
