/**
 * The way of a session's commands to the network: an HTTP proxy that admits the hosts of `--allow-net` and no others. To
 * a host with secrets it speaks TLS itself, in order to put their values into the headers of requests.
 */
import { QwenError } from "../../model/problem.ts";
import { coversHost, type Fence } from "../policy/fences.ts";
import { ByteSource, latin1, writeAll } from "./byte_source.ts";
import { isConnectionError } from "./connection_error.ts";
import type { SessionAuthority } from "./certificates.ts";
import { bodyOf, copyBody, headBytes, headerOf, readHead, type RequestHead } from "./request_head.ts";
import { type Destination, fillHeaders, type HostSecret, namesPort, secretsFor } from "./secret_headers.ts";

/** A connection of a command, as the audit records it. */
export interface ProxyConnection extends Destination {
  decision: "allow" | "deny";
  /** Why it was refused, or failed. */
  reason?: string;
}

/** What a proxy is made from. */
export interface SessionProxyOptions {
  net: Fence;
  secrets: readonly HostSecret[];
  /** Issues the certificates of hosts with secrets; null where there are none. */
  authority: SessionAuthority | null;
  /** Certificates to trust besides those of the system, as PEM. */
  caCerts: readonly string[];
  /** The password of the proxy: other users of this machine may reach its port. */
  password: string;
  onConnection: (connection: ProxyConnection) => void;
  /** Called with the name of a secret and the host that received it. */
  onSecret: (name: string, destination: Destination) => void;
}

type Stream = Pick<Deno.Conn, "read" | "write" | "close" | "closeWrite">;

/** Headers between the client and the proxy alone. */
const HOP_HEADERS = new Set(["proxy-authorization", "proxy-connection", "connection", "keep-alive"]);

/** The proxy of one session. */
export class SessionProxy {
  readonly #options: SessionProxyOptions;
  readonly #open = new Set<{ close(): void }>();
  readonly #authorization: string;
  /** One listener for each host with secrets; the runtime has no other way to speak TLS as a server. */
  readonly #terminators = new Map<string, Promise<Deno.TlsListener>>();
  #isClosed = false;

  constructor(options: SessionProxyOptions) {
    this.#options = options;
    this.#authorization = `Basic ${btoa(`qwen:${options.password}`)}`;
  }

  /** Serves connections until `close`. */
  async serve(listener: Deno.Listener): Promise<void> {
    this.#open.add(listener);
    try {
      for await (const connection of listener) void this.#serveClient(connection, () => this.#answer(connection));
    } catch (error) {
      if (!this.#isClosed && !isConnectionError(error)) throw error;
    }
  }

  /** Ends all connections. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#open) closeOnce(one);
    this.#open.clear();
  }

  /** Serves a client; what goes wrong ends only its connection. */
  async #serveClient(client: Stream, run: () => Promise<void>): Promise<void> {
    await this.#using(client, async () => {
      try {
        await run();
      } catch (error) {
        const isKnown = error instanceof QwenError || error instanceof SyntaxError || error instanceof RangeError;
        if (!isKnown) throw error;
        await refuse(client, { status: error instanceof QwenError ? 502 : 400, text: error.message });
      }
    });
  }

  /** Uses a connection and closes it; one that breaks is closed as well. */
  async #using(connection: Stream, run: () => Promise<void>): Promise<void> {
    this.#open.add(connection);
    try {
      await run();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    } finally {
      this.#open.delete(connection);
      closeOnce(connection);
    }
  }

  async #answer(client: Stream): Promise<void> {
    const source = new ByteSource(client);
    const head = await readHead(source);
    if (head === null) return;
    if (headerOf(head, "proxy-authorization") !== this.#authorization) {
      return await refuse(client, { status: 407, text: "This proxy belongs to another session." });
    }
    const destination = destinationOf(head);
    if (destination === null) {
      return await refuse(client, { status: 400, text: "Only http and https addresses can be reached." });
    }
    const { net, secrets, onConnection } = this.#options;
    const isDenied = coversHost(net.deny, destination) !== null;
    if (isDenied || coversHost(net.allow, destination) === null) {
      const { host, port } = destination;
      onConnection({ ...destination, decision: "deny", reason: isDenied ? "--deny-net" : "not in --allow-net" });
      return await refuse(client, {
        status: 403,
        text: `qwen: ${host}:${port} is not allowed. --allow-net=${host} allows it.`,
      });
    }
    const own = secretsFor(secrets, destination);
    if (head.method !== "CONNECT") return await this.#forward({ client, source, head, destination });
    if (own.length > 0) return await this.#terminate({ client, source, destination });
    const server = await this.#connect(client, destination);
    if (server === null) return;
    await this.#using(server, async () => {
      await writeAll(client, latin1("HTTP/1.1 200 Connection established\r\n\r\n"));
      await exchange({ client, source, server });
    });
  }

  /** Connects to a host that is allowed; refuses the client where that fails. */
  async #connect(client: Stream, { host, port }: Destination): Promise<Deno.TcpConn | null> {
    const { onConnection } = this.#options;
    const failed = async (reason: string): Promise<null> => {
      onConnection({ host, port, decision: "deny", reason });
      await refuse(client, { status: 502, text: `qwen: ${host}:${port} cannot be reached: ${reason}` });
      return null;
    };
    let server: Deno.TcpConn;
    try {
      server = await Deno.connect({ hostname: host, port });
    } catch (error) {
      return await failed(error instanceof Error ? error.message : String(error));
    }
    // A name that somebody else controls must not lead to the services of this machine.
    if (isOwnAddress(server.remoteAddr.hostname) && !isOwnName(host)) {
      server.close();
      return await failed("its name leads to this machine, which must be allowed by its own name");
    }
    onConnection({ host, port, decision: "allow" });
    return server;
  }

  /** Forwards one request without TLS. The connection ends with it, because the next may go elsewhere. */
  async #forward(
    { client, source, head, destination }: {
      client: Stream;
      source: ByteSource;
      head: RequestHead;
      destination: Destination;
    },
  ): Promise<void> {
    const body = bodyOf(head);
    const server = await this.#connect(client, destination);
    if (server === null) return;
    const url = new URL(head.target);
    // A secret goes over an open line only where its owner said so, or where the line is this machine.
    const secrets = secretsFor(this.#options.secrets, destination)
      .filter((secret) => namesPort(secret) || isOwnName(destination.host));
    await this.#using(server, async () => {
      const plain = { ...head, target: `${url.pathname}${url.search}`, headers: endToEnd(head) };
      plain.headers.push(["Connection", "close"]);
      await writeAll(server, headBytes(this.#filled(plain, { secrets, destination })));
      const sending = copyBody(source, { body, write: (bytes) => writeAll(server, bytes) }).catch(endOf(server));
      await Promise.all([sending, copyRest(new ByteSource(server), client)]);
    });
  }

  /** Speaks TLS with the client in the host's name, and with the host itself. */
  async #terminate(
    { client, source, destination }: { client: Stream; source: ByteSource; destination: Destination },
  ): Promise<void> {
    const listener = await this.#terminator(destination);
    const inner = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
    await this.#using(inner, async () => {
      await writeAll(client, latin1("HTTP/1.1 200 Connection established\r\n\r\n"));
      await exchange({ client, source, server: inner });
    });
  }

  #terminator(destination: Destination): Promise<Deno.TlsListener> {
    const key = `${destination.host}:${destination.port}`;
    const known = this.#terminators.get(key) ?? this.#listenFor(destination);
    this.#terminators.set(key, known);
    return known;
  }

  async #listenFor(destination: Destination): Promise<Deno.TlsListener> {
    const { authority } = this.#options;
    if (authority === null) throw new TypeError("There is no authority for certificates");
    const { cert, key } = await authority.certify(destination.host);
    const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert, key, alpnProtocols: ["http/1.1"] });
    this.#open.add(listener);
    const accept = async (): Promise<void> => {
      for (;;) {
        try {
          const client = await listener.accept();
          void this.#serveClient(client, () => this.#speakFor(client, destination));
        } catch (error) {
          if (this.#isClosed || error instanceof Deno.errors.BadResource) return;
          // A client that does not trust the certificate breaks off; the next one may trust it.
          if (!isConnectionError(error)) throw error;
        }
      }
    };
    void accept();
    return listener;
  }

  /** Passes the requests of a client on to the host, with the values of secrets in their headers. */
  async #speakFor(client: Stream, destination: Destination): Promise<void> {
    const { caCerts, secrets, onConnection } = this.#options;
    const { host, port } = destination;
    let server: Deno.TlsConn;
    try {
      const options = { caCerts: [...caCerts], alpnProtocols: ["http/1.1"] };
      const plain = await this.#connect(client, destination);
      if (plain === null) return;
      server = await Deno.startTls(plain, { hostname: host, ...options });
      await server.handshake();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onConnection({ host, port, decision: "deny", reason });
      return await refuse(client, { status: 502, text: `qwen: ${host}:${port} cannot be reached: ${reason}` });
    }
    const own = secretsFor(secrets, destination);
    await this.#using(server, async () => {
      const write = (bytes: Uint8Array): Promise<void> => writeAll(server, bytes);
      const receiving = copyRest(new ByteSource(server), client).catch(endOf(client)).finally(() => closeOnce(client));
      const source = new ByteSource(client);
      for (let head = await readHead(source); head; head = await readHead(source)) {
        const body = bodyOf(head);
        await write(headBytes(this.#filled(head, { secrets: own, destination })));
        if (headerOf(head, "upgrade") !== null) {
          await copyRest(source, server);
          break;
        }
        await copyBody(source, { body, write });
      }
      await server.closeWrite().catch(() => undefined);
      await receiving;
    });
  }

  #filled(head: RequestHead, around: { secrets: readonly HostSecret[]; destination: Destination }): RequestHead {
    const { headers, used } = fillHeaders(head.headers, around.secrets);
    for (const name of used) this.#options.onSecret(name, around.destination);
    return { ...head, headers };
  }
}

function destinationOf({ method, target }: RequestHead): Destination | null {
  if (method === "CONNECT") {
    const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:/@\s]+):(\d{1,5})$/.exec(target) ?? [];
    return host === undefined || Number(port) > 65535 ? null : { host: bare(host), port: Number(port) };
  }
  const url = URL.parse(target);
  if (url?.protocol !== "http:") return null;
  return { host: bare(url.hostname), port: Number(url.port || 80) };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}

function endToEnd({ headers }: RequestHead): [string, string][] {
  return headers.filter(([name]) => !HOP_HEADERS.has(name.toLowerCase()));
}

/** Passes bytes on in both directions until both have ended. */
async function exchange(
  { client, source, server }: { client: Stream; source: ByteSource; server: Stream },
): Promise<void> {
  await Promise.all([
    copyRest(source, server).then(() => server.closeWrite()).catch(endOf(server)),
    copyRest(new ByteSource(server), client).then(() => client.closeWrite()).catch(endOf(client)),
  ]);
}

/** Ends a connection whose other half broke. */
function endOf(stream: Stream): (error: unknown) => void {
  return (error) => {
    closeOnce(stream);
    if (!isConnectionError(error)) throw error;
  };
}

async function copyRest(source: ByteSource, sink: Stream): Promise<void> {
  for (let piece = await source.read(); piece; piece = await source.read()) await writeAll(sink, piece);
}

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  407: "Proxy Authentication Required",
  502: "Bad Gateway",
};

async function refuse(client: Stream, { status, text }: { status: number; text: string }): Promise<void> {
  const body = `${text}\n`;
  const extra = status === 407 ? 'Proxy-Authenticate: Basic realm="qwen"\r\n' : "";
  const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n${extra}Content-Type: text/plain\r\n`;
  const length = new TextEncoder().encode(body).length;
  const bytes = new TextEncoder().encode(`${head}Content-Length: ${length}\r\nConnection: close\r\n\r\n${body}`);
  await writeAll(client, bytes).catch(() => undefined);
}

/** Whether a host names this machine. */
function isOwnName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isOwnAddress(host);
}

function isOwnAddress(address: string): boolean {
  return /^127\.|^0\.0\.0\.0$|^::1?$|^::ffff:127\./i.test(address);
}

function closeOnce(resource: { close(): void }): void {
  try {
    resource.close();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  }
}
