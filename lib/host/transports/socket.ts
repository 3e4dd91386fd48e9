/** What TCP and Unix sockets share. */
import { type Connection, isGone, type ListenAddress, type Listener, readableOf, unlessGone } from "./transport.ts";
import { systemClock } from "../../model/clock.ts";

// File descriptors may run out for a while; the server waits and goes on.
const ACCEPT_PAUSE_MS = 50;

/** Accepts connections of a socket. */
export class SocketListener implements Listener {
  readonly address: ListenAddress;
  readonly #listener: Deno.Listener;
  readonly #onClose: () => Promise<void>;
  readonly #closed = new AbortController();

  constructor(listener: Deno.Listener, options: { address: ListenAddress; onClose?: () => Promise<void> }) {
    this.#listener = listener;
    this.address = options.address;
    this.#onClose = options.onClose ?? (() => Promise.resolve());
  }

  async *connections(): AsyncGenerator<Connection> {
    let count = 0;
    while (!this.#closed.signal.aborted) {
      let socket: Deno.Conn;
      try {
        socket = await this.#listener.accept();
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        if (error instanceof Deno.errors.BadResource) return;
        await systemClock.sleep(ACCEPT_PAUSE_MS, this.#closed.signal).catch(() => {/* Closed meanwhile. */});
        continue;
      }
      count += 1;
      yield new SocketConnection(socket, `${this.address.transport} client ${count}`);
    }
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    unlessGone(() => this.#listener.close());
    await this.#onClose();
  }
}

class SocketConnection implements Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly sink: Deno.Conn;
  readonly peer: string;
  #isClosed = false;

  constructor(socket: Deno.Conn, peer: string) {
    this.sink = socket;
    this.peer = peer;
    this.readable = readableOf(socket);
    if ("setKeepAlive" in socket) {
      // Keep-alive finds peers that vanished; without delay, small records leave at once.
      unlessGone(() => {
        (socket as Deno.TcpConn).setKeepAlive(true);
        (socket as Deno.TcpConn).setNoDelay(true);
      });
    }
  }

  async closeWrite(): Promise<void> {
    try {
      await this.sink.closeWrite();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    unlessGone(() => this.sink.close());
  }
}
