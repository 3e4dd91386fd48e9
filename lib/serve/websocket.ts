import { type Connection, type Listener, type Place, quietly } from "./transport.ts";

const LF = 10;
// What may wait inside the socket: it takes everything at once, so we have to look.
const HIGH_WATER_BYTES = 262_144;
const LOOK_AGAIN_MS = 5;
// What a client may send before it was read.
const MAX_UNREAD_BYTES = 16 * 1_048_576;
const IDLE_SECONDS = 30;
const TOO_BIG = 1009;

/** Listens for WebSocket clients: one record is one message. */
export function listenWebSocket(options: { hostname: string; port: number }): Listener {
  return new WebSocketListener(options);
}

class WebSocketListener implements Listener {
  readonly place: Place;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #waiting: Connection[] = [];
  readonly #open = new Set<SocketConnection>();
  #news = Promise.withResolvers<void>();
  #isClosed = false;
  #count = 0;

  constructor({ hostname, port }: { hostname: string; port: number }) {
    this.#server = Deno.serve({
      hostname,
      port,
      onListen: () => {/* The ready line says it. */},
      onError: () => new Response(null, { status: 400 }),
    }, (request) => this.#answer(request));
    const { addr } = this.#server;
    this.place = { transport: "ws", address: addr.hostname, port: addr.port };
  }

  async *connections(): AsyncGenerator<Connection> {
    while (!this.#isClosed) {
      const next = this.#waiting.shift();
      if (next) {
        yield next;
        continue;
      }
      this.#news = Promise.withResolvers<void>();
      if (this.#waiting.length === 0) await this.#news.promise;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#news.resolve();
    // It waits for its connections, which end later.
    void this.#server.shutdown();
    await Promise.resolve();
  }

  #answer(request: Request): Response {
    if (this.#isClosed) return refusal(503, "The server is shutting down.");
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return refusal(426, "Only WebSocket is spoken here.", { upgrade: "websocket" });
    }
    // Only browsers name an origin, and no page is meant to get here.
    if (request.headers.get("origin") !== null) return refusal(403, "Pages of browsers are not served.");
    if (!this.#isOurs(request.headers.get("host"))) return refusal(403, "The host name is not that of this server.");
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: IDLE_SECONDS });
    const connection = new SocketConnection(socket, `ws client ${++this.#count}`);
    this.#open.add(connection);
    connection.ended.then(() => this.#open.delete(connection));
    this.#waiting.push(connection);
    this.#news.resolve();
    return response;
  }

  /** A name that somebody made to point here is not ours. */
  #isOurs(host: string | null): boolean {
    const name = (host ?? "").replace(/:\d+$/, "").toLowerCase();
    const { address } = this.place;
    if (["localhost", "127.0.0.1", "[::1]", address, `[${address}]`].includes(name)) return true;
    // A server for other machines cannot know all its names; there the token decides.
    return !isLoopback(address);
  }
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}

function refusal(status: number, text: string, headers: HeadersInit = {}): Response {
  return new Response(`${text}\n`, { status, headers });
}

class SocketConnection implements Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly sink: { write(bytes: Uint8Array): Promise<number> };
  readonly peer: string;
  readonly ended: Promise<void>;
  readonly #socket: WebSocket;
  #rest: Uint8Array = new Uint8Array(0);
  #unread = 0;

  constructor(socket: WebSocket, peer: string) {
    this.#socket = socket;
    this.peer = peer;
    this.sink = { write: (bytes) => this.#write(bytes) };
    const opened = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    this.#opened = opened.promise;
    socket.onopen = () => opened.resolve();
    this.readable = new ReadableStream<Uint8Array>({
      start: (controller) => {
        let isOver = false;
        const finish = (): void => {
          if (isOver) return;
          isOver = true;
          controller.close();
          opened.resolve();
          ended.resolve();
        };
        socket.onmessage = ({ data }) => {
          if (!isOver) this.#take(data, controller);
        };
        socket.onclose = finish;
        socket.onerror = finish;
      },
      pull: () => void (this.#unread = 0),
      cancel: () => this.close(),
    }, { highWaterMark: 1 });
  }

  readonly #opened: Promise<void>;

  async closeWrite(): Promise<void> {
    await this.#drained(0);
    this.close();
  }

  close(): void {
    quietly(() => {
      if (this.#socket.readyState <= WebSocket.OPEN) this.#socket.close();
    });
  }

  /** A message is one line, however it is laid out. */
  #take(data: unknown, controller: ReadableStreamDefaultController<Uint8Array>): void {
    const text = typeof data === "string" ? data : data instanceof ArrayBuffer ? new TextDecoder().decode(data) : "";
    const line = new TextEncoder().encode(text.replaceAll(/[\r\n]+/g, " ") + "\n");
    this.#unread += line.length;
    if (this.#unread > MAX_UNREAD_BYTES && line.length < this.#unread) {
      return this.#socket.close(TOO_BIG, "Too much at once");
    }
    controller.enqueue(line);
  }

  async #write(bytes: Uint8Array): Promise<number> {
    await this.#opened;
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    let start = 0;
    const decoder = new TextDecoder();
    for (let end = all.indexOf(LF); end >= 0; start = end + 1, end = all.indexOf(LF, start)) {
      if (this.#socket.readyState !== WebSocket.OPEN) throw new Deno.errors.BrokenPipe("The socket is closed");
      this.#socket.send(decoder.decode(all.subarray(start, end)));
      if (this.#socket.bufferedAmount > HIGH_WATER_BYTES) await this.#drained(HIGH_WATER_BYTES);
    }
    this.#rest = all.slice(start);
    return bytes.length;
  }

  /** Waits until so little is left to send. There is no event for it. */
  async #drained(bytes: number): Promise<void> {
    while (this.#socket.readyState === WebSocket.OPEN && this.#socket.bufferedAmount > bytes) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
