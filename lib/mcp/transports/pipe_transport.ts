import { isRpcMessage, type McpTransport, type RpcMessage } from "../sdk.ts";

const MAX_LINE_BYTES = 32 * 1024 * 1024;
const LF = 10;

/** The two ends of a pipe to a client. */
export interface PipeEnds {
  input: ReadableStream<Uint8Array>;
  /** Writes all bytes. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Exchanges JSON lines with a client; the end of its input closes the transport. */
export class PipeTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RpcMessage) => void;
  readonly #ends: PipeEnds;
  readonly #closed = Promise.withResolvers<void>();
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(ends: PipeEnds) {
    this.#ends = ends;
  }

  /** Resolves when the client has gone or the transport was closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  start(): Promise<void> {
    this.#reader = this.#ends.input.getReader();
    void this.#read(this.#reader);
    return Promise.resolve();
  }

  send(message: RpcMessage): Promise<void> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    // Lines are written one after the other, whoever sends them.
    this.#writing = this.#writing.then(() => this.#isClosed ? undefined : this.#ends.write(bytes));
    this.#writing = this.#writing.catch((error) => this.#fail(error));
    return this.#writing;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writing;
    await this.#reader?.cancel().catch(() => {/* It has ended. */});
    this.#closed.resolve();
    this.onclose?.();
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    let held: Uint8Array[] = [];
    let size = 0;
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const chunk = read.value;
        let start = 0;
        for (let end = chunk.indexOf(LF); end !== -1; start = end + 1, end = chunk.indexOf(LF, start)) {
          this.#deliver([...held, chunk.subarray(start, end)]);
          held = [];
          size = 0;
        }
        held.push(chunk.slice(start));
        size += chunk.length - start;
        if (size > MAX_LINE_BYTES) throw new RangeError(`A line is longer than ${MAX_LINE_BYTES} bytes`);
      }
    } catch (error) {
      this.#fail(error);
    }
    await this.close();
  }

  #deliver(pieces: Uint8Array[]): void {
    const decoder = new TextDecoder();
    const line = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      void this.send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "The line is not JSON" } });
      return;
    }
    if (isRpcMessage(message)) this.onmessage?.(message);
    else void this.send({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "The line is not an object" } });
  }

  #fail(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
