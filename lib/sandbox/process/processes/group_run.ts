import type { ShellRequest, ShellRun } from "../../../model/ports.ts";
import { after } from "../../../model/timer.ts";
import { drained } from "./drained.ts";

/** How much output may be queued before the command has to wait. */
const MAX_QUEUED_BYTES = 1024 * 1024;
/** How much to read after the command has ended: more than any pipe holds. */
const MAX_DRAINED_BYTES = 2 * 1024 * 1024;

type Chunk = { channel: "stdout" | "stderr"; bytes: Uint8Array };
type Status = { code: number | null; signal: string | null; timedOut: boolean };

/** One or several started programs, each in its own process group. */
export interface Started {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ code: number; signal: string | null }>;
  /** Ends all programs. Resolves when they are gone. */
  end(): Promise<void>;
  /** Kills all programs without waiting. */
  kill(): void;
  /** Whether one of the programs still runs. */
  isAlive(): Promise<boolean>;
  /** Whether processes that the programs leave behind live on, until the session ends. */
  readonly outlives?: boolean;
  /** The process id inside the sandbox. */
  readonly ownPid?: Promise<number>;
}

/** A command in its own process group, from its start to the end of its last process. */
export class GroupRun implements ShellRun {
  readonly pid: number;
  readonly ownPid?: Promise<number>;
  readonly output: AsyncIterable<Chunk>;
  readonly status: Promise<Status>;
  /** Resolves when the group is empty; for a background command after `stop`. */
  readonly gone: Promise<void>;

  readonly #child: Started;
  readonly #isBackground: boolean;
  readonly #readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  readonly #queue: Chunk[] = [];
  #queuedBytes = 0;
  #readBytes = 0;
  #isClosed = false;
  #timedOut = false;
  #stopping: Promise<void> | null = null;
  #arrival = Promise.withResolvers<void>();
  #room = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();

  constructor(child: Started, request: ShellRequest) {
    this.#child = child;
    this.pid = child.pid;
    if (child.ownPid) this.ownPid = child.ownPid;
    this.#isBackground = request.background ?? false;
    this.gone = this.#ended.promise;
    const pumps = Promise.all([this.#pump(child.stdout, "stdout"), this.#pump(child.stderr, "stderr")]);
    this.status = this.#watch(request, pumps);
    this.output = this.#chunks();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#child.end().then(async () => {
      await this.#child.status;
      this.#ended.resolve();
    });
    return this.#stopping;
  }

  /** Adds a line to the error output, such as why the command is ended. */
  report(text: string): void {
    const bytes = new TextEncoder().encode(`${text}\n`);
    this.#queuedBytes += bytes.length;
    this.#queue.push({ channel: "stderr", bytes });
    this.#arrival.resolve();
  }

  /** Kills the command without waiting. */
  kill(): void {
    this.#child.kill();
  }

  async #watch(request: ShellRequest, pumps: Promise<unknown>): Promise<Status> {
    const onAbort = (): void => void this.stop();
    request.signal.addEventListener("abort", onAbort, { once: true });
    const onTime = (): void => {
      this.#timedOut = true;
      void this.stop();
    };
    const cancelTimeout = Number.isFinite(request.timeoutMs) ? after(request.timeoutMs, onTime) : undefined;
    const { code, signal } = await this.#child.status;
    cancelTimeout?.();
    request.signal.removeEventListener("abort", onAbort);
    void this.#finish(pumps);
    return { code: signal ? null : code, signal, timedOut: this.#timedOut };
  }

  /** Reads the remaining output and ends the remaining processes after the command itself has ended. */
  async #finish(pumps: Promise<unknown>): Promise<void> {
    if (this.#isBackground) {
      await Promise.race([pumps, this.gone.then(() => drained(pumps))]);
      if (!(await this.#child.isAlive())) this.#ended.resolve();
    } else {
      await this.#drain(pumps);
      if (this.#child.outlives && !this.#stopping) this.#ended.resolve();
      else await this.stop();
    }
    this.#close();
  }

  async #drain(pumps: Promise<unknown>): Promise<void> {
    const limit = this.#readBytes + MAX_DRAINED_BYTES;
    let isDone = false;
    const done = pumps.then(() => {
      isDone = true;
    });
    while (!isDone && !this.#isClosed && this.#readBytes < limit) {
      if (this.#queuedBytes >= MAX_QUEUED_BYTES) await this.#room.promise;
      await drained(done);
      if (this.#queuedBytes < MAX_QUEUED_BYTES) break;
    }
  }

  async #pump(stream: ReadableStream<Uint8Array>, channel: Chunk["channel"]): Promise<void> {
    const reader = stream.getReader();
    this.#readers.push(reader);
    for (;;) {
      if (this.#queuedBytes >= MAX_QUEUED_BYTES && !this.#isClosed) await this.#room.promise;
      const { done, value } = await reader.read();
      if (done) break;
      if (this.#isClosed) {
        // A process that lives on must not fail because nobody reads what it writes.
        if (this.#child.outlives) continue;
        break;
      }
      this.#readBytes += value.length;
      this.#queuedBytes += value.length;
      this.#queue.push({ channel, bytes: value });
      this.#arrival.resolve();
    }
    await reader.cancel();
  }

  async *#chunks(): AsyncGenerator<Chunk> {
    try {
      for (;;) {
        let chunk = this.#queue.shift();
        while (chunk) {
          this.#queuedBytes -= chunk.bytes.length;
          this.#makeRoom();
          yield chunk;
          chunk = this.#queue.shift();
        }
        if (this.#isClosed) return;
        this.#arrival = Promise.withResolvers();
        if (this.#queue.length === 0 && !this.#isClosed) await this.#arrival.promise;
      }
    } finally {
      this.#close();
    }
  }

  #makeRoom(): void {
    if (this.#queuedBytes >= MAX_QUEUED_BYTES) return;
    this.#room.resolve();
    this.#room = Promise.withResolvers();
  }

  #close(): void {
    this.#isClosed = true;
    this.#arrival.resolve();
    this.#room.resolve();
    if (this.#child.outlives) return;
    for (const reader of this.#readers) void reader.cancel();
  }
}
