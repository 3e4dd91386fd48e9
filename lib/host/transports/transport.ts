import type { ByteSink } from "../../stream/text_pump.ts";

/** Where a server listens, as its ready line says. */
export type ListenAddress =
  | { transport: string; address: string; port: number }
  | { transport: string; address: string; path: string };

/** A connection to one client: bytes in, bytes out, and nothing else. */
export interface Connection {
  /** Bytes from the client. Ends when it will send no more, also when it is disconnected. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Takes bytes as fast as the client does; rejects when it is disconnected. */
  readonly sink: ByteSink;
  /** Closes the writing side; the client may still send. */
  closeWrite(): Promise<void>;
  /** Ends the connection at once. May be called again. */
  close(): void;
  /** A name for messages to people. */
  readonly peer: string;
}

/** Accepts connections. */
export interface Listener {
  readonly address: ListenAddress;
  /** Ends when the listener is closed. Read once. */
  connections(): AsyncIterable<Connection>;
  close(): Promise<void>;
}

/** Where to listen, as flags say. */
export interface ListenOptions {
  hostname: string;
  port: number;
  /** Null where the flag of the transport was not given. */
  socketPath: string | null;
  pipePath: string | null;
  /** With which sockets are encrypted; absent leaves them plain. */
  tls?: TlsFiles;
  /** The page that is served beside the WebSocket; absent serves none. */
  site?: Site;
}

/** A certificate and its key, as PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
}

/** Static files by their path, such as `/`. */
export type Site = ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array }>;

/** A way for clients to connect to a server. */
export interface ListeningTransport {
  /** Value of `--server-mode`. */
  readonly name: string;
  /** Its line in `--help serve`, without the full stop. */
  readonly summary: string;
  /** Whether other users can reach it: clients must then send a token. */
  readonly isReachable: boolean;
  /** Whether it can encrypt. */
  readonly takesTls?: true;
  /** Starts listening. Throws where the address cannot be used. */
  listen(options: ListenOptions): Promise<Listener>;
}

const FIRST_READ_BYTES = 1_024;
const MAX_READ_BYTES = 65_536;

/**
 * The bytes of a socket or pipe. Unlike a socket's own stream, it leaves the other direction open when the client has
 * finished sending. Its buffers grow with the input, so that thousands of silent connections cost little.
 */
export function readableOf(
  source: { read(buffer: Uint8Array): Promise<number | null> },
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  let size = FIRST_READ_BYTES;
  return new ReadableStream<Uint8Array>({
    async pull(controller): Promise<void> {
      const buffer = new Uint8Array(size);
      // A broken connection is the same as its end.
      const count = await source.read(buffer).catch(() => null);
      if (count === null) {
        onEnd();
        controller.close();
        return;
      }
      if (count === size) size = Math.min(size * 2, MAX_READ_BYTES);
      controller.enqueue(buffer.subarray(0, count));
    },
    cancel: onEnd,
  }, { highWaterMark: 0 });
}

/** Runs an action that may come too late, when the other side or our own end is closed already. */
export function unlessGone(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether an error only says that the other side, or our own end, is closed. */
export function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.BadResource || error instanceof Deno.errors.NotConnected ||
    error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.ConnectionAborted ||
    // A client that breaks off in TLS, such as a browser that does not know the certificate.
    error instanceof Deno.errors.InvalidData || error instanceof Deno.errors.UnexpectedEof;
}
