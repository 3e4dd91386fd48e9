/**
 * WebSocket over our own reading of its frames: the runtime's WebSocket collects a message of any size before anybody
 * can refuse it, and takes whatever is sent to it without waiting for the client.
 */
import { systemClock } from "../../model/clock.ts";
import { isLoopback } from "../loopback.ts";
import { listenTcp } from "./tcp.ts";
import { type Connection, isGone, type ListenAddress, type Listener, type ListeningTransport } from "./transport.ts";
import { CLOSE_NORMAL, closeFrame, FrameDecoder, textFrame } from "./ws_frames.ts";
import { acceptance, readUpgrade, refusal, type UpgradeRequest } from "./ws_upgrade.ts";

/** WebSocket: one record is one message. */
export const ws: ListeningTransport = {
  name: "ws",
  summary: "WebSocket on the same port, one record per message; browser pages are refused",
  isReachable: true,
  listen: (options) => Promise.resolve(listenWebSocket(options)),
};

const LF = 10;
/** How long a client may take for its request. */
const UPGRADE_MS = 10_000;
/** How long the frame that closes a connection may take. */
const GOODBYE_MS = 250;
/** Connections whose request has not come; one more is closed at once. */
const MAX_UPGRADES = 1_024;

/** Listens for WebSocket clients: one record is one message. */
export function listenWebSocket(options: { hostname: string; port: number }): Listener {
  return new WebSocketListener(options);
}

class WebSocketListener implements Listener {
  readonly address: ListenAddress;
  readonly #listener: Listener;
  readonly #waiting: Connection[] = [];
  #news = Promise.withResolvers<void>();
  #isClosed = false;
  #count = 0;
  #upgrades = 0;

  constructor({ hostname, port }: { hostname: string; port: number }) {
    this.#listener = listenTcp({ hostname, port });
    this.address = { ...this.#listener.address, transport: "ws" };
    void this.#accept();
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
    await this.#listener.close();
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener.connections()) {
      if (this.#upgrades >= MAX_UPGRADES) connection.close();
      else void this.#upgrade(connection);
    }
  }

  /** Reads the request of a connection and answers it. Never rejects: a connection that breaks is closed. */
  async #upgrade(connection: Connection): Promise<void> {
    this.#upgrades++;
    const cancel = systemClock.after(UPGRADE_MS, () => connection.close());
    try {
      const reader = connection.readable.getReader();
      const request = await readUpgrade(reader);
      const refused = this.#refusalOf(request);
      await writeAll(connection, new TextEncoder().encode(refused ?? await acceptance(keyOf(request) ?? "")));
      if (refused !== null || request === null) {
        await connection.closeWrite();
        return connection.close();
      }
      const peer = `ws client ${++this.#count}`;
      this.#waiting.push(new WebSocketConnection(connection, { peer, reader, rest: request.rest }));
      this.#news.resolve();
    } catch (error) {
      connection.close();
      if (!isGone(error)) throw error;
    } finally {
      cancel();
      this.#upgrades--;
    }
  }

  /** The response that refuses a request; null for one that is accepted. */
  #refusalOf(request: UpgradeRequest | null): string | null {
    if (request === null) return refusal(400, { text: "This is not a request for a WebSocket." });
    const { method, headers } = request;
    if (this.#isClosed) return refusal(503, { text: "The server is shutting down." });
    if (headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return refusal(426, { text: "This server speaks WebSocket only.", headers: { upgrade: "websocket" } });
    }
    // Only browsers send an origin, and no page is meant to connect.
    if (headers.has("origin")) return refusal(403, { text: "Requests from web pages are not served." });
    if (!this.#isOurs(headers.get("host"))) {
      return refusal(403, { text: "The host name is not that of this server." });
    }
    if (headers.get("sec-websocket-version") !== "13") {
      return refusal(426, { text: "Version 13 is needed.", headers: { "sec-websocket-version": "13" } });
    }
    return method === "GET" && keyOf(request) !== null
      ? null
      : refusal(400, { text: "The request for a WebSocket is incomplete." });
  }

  /** A host name that an attacker pointed at this machine is not ours. */
  #isOurs(host: string | undefined): boolean {
    const name = (host ?? "").replace(/:\d+$/, "").toLowerCase();
    const { address } = this.address;
    if (["localhost", "127.0.0.1", "[::1]", address, `[${address}]`].includes(name)) return true;
    // A server for other machines cannot know all its names; there the token decides.
    return !isLoopback(address);
  }
}

function keyOf(request: UpgradeRequest | null): string | null {
  const key = request?.headers.get("sec-websocket-key") ?? "";
  return /^[A-Za-z0-9+/]{22}==$/.test(key) ? key : null;
}

class WebSocketConnection implements Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly sink: { write(bytes: Uint8Array): Promise<number> };
  readonly peer: string;
  readonly #connection: Connection;
  /** Frames are written one after the other, those of the program and those that answer the client. */
  #writing: Promise<void> = Promise.resolve();
  #rest: Uint8Array = new Uint8Array(0);
  /** Frames that are being written. */
  #unsent = 0;
  #hasClosed = false;

  constructor(
    connection: Connection,
    options: { peer: string; reader: ReadableStreamDefaultReader<Uint8Array>; rest: Uint8Array },
  ) {
    this.#connection = connection;
    this.peer = options.peer;
    this.sink = { write: (bytes) => this.#write(bytes) };
    this.readable = this.#lines(options.reader, options.rest);
  }

  async closeWrite(): Promise<void> {
    await this.#sendClose();
  }

  close(): void {
    // A client that takes nothing must not keep its connection open.
    if (this.#unsent > 0) return this.#connection.close();
    const cancel = systemClock.after(GOODBYE_MS, () => this.#connection.close());
    void this.#sendClose().finally(() => {
      cancel();
      this.#connection.close();
    });
  }

  /** The messages as lines, read no faster than they are taken. */
  #lines(reader: ReadableStreamDefaultReader<Uint8Array>, first: Uint8Array): ReadableStream<Uint8Array> {
    const decoder = new FrameDecoder();
    let rest: Uint8Array | null = first;
    const next = async (): Promise<Uint8Array | undefined> => {
      const bytes = rest ?? (await reader.read()).value;
      rest = null;
      return bytes;
    };
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        for (;;) {
          const bytes = await next();
          if (bytes === undefined) return controller.close();
          const { lines, replies, isOver } = decoder.push(bytes);
          for (const reply of replies) await this.#send(reply).catch(() => undefined);
          for (const line of lines) controller.enqueue(line);
          if (isOver) {
            this.#hasClosed = true;
            return controller.close();
          }
          if (lines.length > 0) return;
        }
      },
      cancel: async () => await reader.cancel(),
    }, { highWaterMark: 0 });
  }

  async #write(bytes: Uint8Array): Promise<number> {
    const all = this.#rest.length === 0 ? bytes : joined([this.#rest, bytes]);
    const frames: Uint8Array[] = [];
    let start = 0;
    for (let end = all.indexOf(LF); end >= 0; start = end + 1, end = all.indexOf(LF, start)) {
      frames.push(textFrame(all.subarray(start, end)));
    }
    this.#rest = all.slice(start);
    if (frames.length > 0) {
      if (this.#hasClosed) throw new Deno.errors.BrokenPipe("The socket is closed");
      await this.#send(joined(frames));
    }
    return bytes.length;
  }

  async #sendClose(): Promise<void> {
    if (this.#hasClosed) return;
    this.#hasClosed = true;
    await this.#send(closeFrame(CLOSE_NORMAL)).catch(() => undefined);
  }

  async #send(frame: Uint8Array): Promise<void> {
    const sent = this.#writing.then(() => writeAll(this.#connection, frame));
    this.#writing = sent.catch(() => undefined);
    this.#unsent++;
    await sent.finally(() => this.#unsent--);
  }
}

async function writeAll({ sink }: Connection, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await sink.write(bytes.subarray(at));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
