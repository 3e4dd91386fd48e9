import { type Connection, isGone, type Listener, type Place, quietly, readableOf } from "./transport.ts";

// Descriptors may run out for a while; the server waits and goes on.
const ACCEPT_PAUSE_MS = 50;

/** Listens on a TCP port. */
export function listenTcp(options: { hostname: string; port: number }): Listener {
  const listener = Deno.listen({ ...options, transport: "tcp" });
  const { hostname, port } = listener.addr as Deno.NetAddr;
  return new SocketListener(listener, { transport: "tcp", address: hostname, port });
}

/** Listens on a Unix socket that only its owner may use. */
export async function listenUnix(path: string): Promise<Listener> {
  await removeStale(path);
  // The mode is set before anybody may connect: the socket is made in a place of its own and then moved.
  const folder = await Deno.makeTempDir({ dir: parentOf(path), prefix: ".qwen-" });
  const hidden = `${folder}/s`;
  try {
    const listener = Deno.listen({ transport: "unix", path: hidden });
    await Deno.chmod(hidden, 0o600);
    await Deno.rename(hidden, path);
    return new SocketListener(listener, { transport: "unix", address: path, path }, () => remove(path));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A socket that nobody listens on any more may be replaced; anything else may not. */
async function removeStale(path: string): Promise<void> {
  const found = await Deno.lstat(path).catch(() => null);
  if (!found) return;
  if (!found.isSocket) throw new Deno.errors.AlreadyExists(`${path} exists and is no socket`);
  const alive = await Deno.connect({ transport: "unix", path }).catch(() => null);
  if (alive) {
    alive.close();
    throw new Deno.errors.AddrInUse(`Another process listens on ${path}`);
  }
  await Deno.remove(path);
}

function parentOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end) || "/";
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path).catch(() => {/* It is gone already. */});
}

class SocketListener implements Listener {
  readonly place: Place;
  readonly #listener: Deno.Listener;
  readonly #onClose: () => Promise<void>;
  readonly #closed = new AbortController();

  constructor(listener: Deno.Listener, place: Place, onClose = (): Promise<void> => Promise.resolve()) {
    this.#listener = listener;
    this.place = place;
    this.#onClose = onClose;
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
        await pause(ACCEPT_PAUSE_MS, this.#closed.signal);
        continue;
      }
      count += 1;
      yield new SocketConnection(socket, `${this.place.transport} client ${count}`);
    }
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    quietly(() => this.#listener.close());
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
      // The kernel finds peers that vanished; small records leave at once.
      quietly(() => {
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
    quietly(() => this.sink.close());
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  }, { once: true });
  return promise;
}
