/**
 * WebSocket over our own reading of its frames: the runtime's WebSocket collects a message of any size before anybody
 * can refuse it, and takes whatever is sent to it without waiting for the client.
 */
import { systemClock } from "../../model/clock.ts";
import { listenTcp } from "./tcp.ts";
import {
  type Connection,
  isGone,
  type ListenAddress,
  type Listener,
  type ListeningTransport,
  type ListenOptions,
} from "./transport.ts";
import { keyOf, WebGate } from "./web_gate.ts";
import { CLOSE_NORMAL, closeFrame, FrameDecoder, textFrame } from "./ws_frames.ts";
import { joinBytes } from "../../stream/join_bytes.ts";
import { acceptance, readUpgrade, refusal } from "./ws_upgrade.ts";

/** WebSocket: one record is one message. */
export const ws: ListeningTransport = {
  name: "ws",
  summary: "WebSocket on the same port, one record per message; browser pages are refused, except that of --web",
  isReachable: true,
  takesTls: true,
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
export function listenWebSocket(options: Pick<ListenOptions, "hostname" | "port" | "tls" | "site">): Listener {
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
  readonly #gate: WebGate;

  constructor(options: Pick<ListenOptions, "hostname" | "port" | "tls" | "site">) {
    this.#listener = listenTcp(options);
    const { address } = this.#listener.address;
    this.#gate = new WebGate({ address, name: options.hostname, isTls: options.tls !== undefined, site: options.site });
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
      const answer = this.#isClosed
        ? refusal(503, { text: "The server is shutting down." })
        : this.#gate.answer(request);
      await writeAll(connection, answer ?? await acceptance(keyOf(request) ?? ""));
      if (answer !== null || request === null) {
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
    const all = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes]);
    const frames: Uint8Array[] = [];
    let start = 0;
    for (let end = all.indexOf(LF); end >= 0; start = end + 1, end = all.indexOf(LF, start)) {
      frames.push(textFrame(all.subarray(start, end)));
    }
    this.#rest = all.slice(start);
    if (frames.length > 0) {
      if (this.#hasClosed) throw new Deno.errors.BrokenPipe("The socket is closed");
      await this.#send(joinBytes(frames));
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
