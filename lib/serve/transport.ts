import type { ByteSink } from "../stream/text_pump.ts";

/** Where a server listens, as its first line tells it. */
export type Place =
  | { transport: "tcp" | "ws"; address: string; port: number }
  | { transport: "unix" | "pipe"; address: string; path: string };

/** One client's end, whatever carries it. */
export interface Connection {
  /** Bytes of the client; ends when it will send no more, also when it is gone. Never fails. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Takes bytes as fast as the client does; rejects when it is gone. */
  readonly sink: ByteSink;
  /** Says that nothing more will be written; the client may still send. */
  closeWrite(): Promise<void>;
  /** Ends the connection at once. May be called again. */
  close(): void;
  /** Who it is, for people. */
  readonly peer: string;
}

/** Accepts connections. */
export interface Listener {
  readonly place: Place;
  /** Ends when the listener is closed. Read once. */
  connections(): AsyncIterable<Connection>;
  close(): Promise<void>;
}

const FIRST_READ_BYTES = 1_024;
const MAX_READ_BYTES = 65_536;

/**
 * Bytes of a socket or pipe. Unlike a socket's own stream it leaves the other direction open when the client has
 * finished sending. Its buffers grow with what comes, so that thousands of silent connections cost little.
 */
export function readableOf(
  source: { read(buffer: Uint8Array): Promise<number | null> },
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  let size = FIRST_READ_BYTES;
  return new ReadableStream<Uint8Array>({
    async pull(controller): Promise<void> {
      const buffer = new Uint8Array(size);
      // A connection that breaks has no more to say: the same as its end.
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

/** Runs an act whose failure only means that it is too late. */
export function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether an error only says that the other side, or our own end, is gone. */
export function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.BadResource || error instanceof Deno.errors.NotConnected ||
    error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.ConnectionAborted;
}
