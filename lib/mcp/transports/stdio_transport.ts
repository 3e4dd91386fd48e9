import { after } from "../../model/timer.ts";
import { isRpcMessage, type McpTransport, type RpcMessage } from "../sdk.ts";
import type { ServerEndpoint } from "../server_config.ts";

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const MAX_STDERR_CHARS = 2_000;
const GRACE_MS = 400;

/** How a server's process is started. */
export interface StdioOptions {
  endpoint: ServerEndpoint & { kind: "stdio" };
  /** The clean environment that the configured variables are added to. */
  environment: Readonly<Record<string, string>>;
  cwd: string;
  launch?: LaunchServer;
  /** Ends a server with everything that it started, where the system has no process groups. */
  group?: ServerGroup;
}

/** The processes of a server, on a system without process groups. */
export interface ServerGroup {
  /** Called with the process when it was just started. */
  adopt(child: Pick<Deno.ChildProcess, "pid" | "status">): void;
  kill(pid: number): void;
}

/** Returns the command line that starts a server without the descriptors of this program. */
export type LaunchServer = (argv: readonly string[], around: { path: string; cwd: string }) => readonly string[];

/**
 * Exchanges JSON lines with a child process in its own process group. Its stderr is drained, and only the end of it is
 * kept. Closing ends the whole group, by SIGKILL if necessary.
 */
export class StdioTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RpcMessage) => void;
  readonly #options: StdioOptions;
  #child: Deno.ChildProcess | null = null;
  #writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  #reading: Promise<void>[] = [];
  #stop = new AbortController();
  #stderr = "";
  #exit: Deno.CommandStatus | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  /** The process, once it was started. With `stderr` it shows the package that this transport is a pipe. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Read by this transport itself. */
  get stderr(): null {
    return null;
  }

  /** How the process ended and the end of its stderr, for error messages. */
  get exitDetail(): string {
    const ended = this.#exit === null ? "" : `its process ended with ${this.#exit.signal ?? `code ${this.#exit.code}`}`;
    const output = this.#stderr.trim().replace(/\s*\n\s*/g, " | ");
    return [ended, output === "" ? "" : `it said: ${output}`].filter((text) => text !== "").join("; ");
  }

  start(): Promise<void> {
    const { endpoint, environment, launch } = this.#options;
    const cwd = endpoint.cwd ?? this.#options.cwd;
    const env = { ...environment, ...endpoint.env };
    const argv = [endpoint.command, ...endpoint.args];
    try {
      const [command, ...args] = launch?.(argv, { path: env.PATH ?? "", cwd }) ?? argv;
      this.#child = new Deno.Command(command, {
        args,
        cwd,
        env,
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
        detached: this.#options.group === undefined,
      }).spawn();
      this.#options.group?.adopt(this.#child);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return Promise.reject(new Error(`Cannot start "${endpoint.command}": ${reason}`));
    }
    this.#writer = this.#child.stdin.getWriter();
    // A failure of the pipe rejects the write that used it.
    this.#writer.closed.catch(() => undefined);
    this.#reading = [this.#readMessages(this.#child.stdout), this.#readStderr(this.#child.stderr)];
    this.#watch(this.#child);
    return Promise.resolve();
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#writer === null || this.#exit !== null) throw new Error(`Not connected${this.#because()}`);
    try {
      await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    } catch (error) {
      throw new Error(`The server no longer reads messages${this.#because()}`, { cause: error });
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #because(): string {
    return this.exitDetail === "" ? "" : `: ${this.exitDetail}`;
  }

  async #watch(child: Deno.ChildProcess): Promise<void> {
    this.#exit = await child.status;
    await this.close();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child !== null) {
      this.#writer?.close().catch(() => undefined);
      if (!await endsWithin(child, GRACE_MS)) {
        this.#kill(child.pid, "SIGTERM");
        if (!await endsWithin(child, GRACE_MS)) this.#kill(child.pid, "SIGKILL");
      }
      await child.status;
      // What it left running would hold the pipes open.
      this.#kill(child.pid, "SIGKILL");
      this.#writer?.abort().catch(() => undefined);
      await Promise.race([Promise.all(this.#reading), pause(GRACE_MS, this.#stop.signal)]);
      this.#stop.abort();
      await Promise.all(this.#reading);
    }
    this.onclose?.();
  }

  #kill(pid: number, signal: Deno.Signal): void {
    const { group } = this.#options;
    if (group) group.kill(pid);
    else kill(pid, signal);
  }

  async #readMessages(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let pieces: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of until(stream, this.#stop.signal)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; start = end + 1, end = chunk.indexOf(10, start)) {
        pieces.push(chunk.subarray(start, end));
        this.#deliver(pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode());
        pieces = [];
        size = 0;
        // The package handles a notification one tick later; the answer behind it must not overtake it.
        await Promise.resolve();
      }
      const rest = chunk.subarray(start);
      if (rest.length === 0) continue;
      pieces.push(rest);
      size += rest.length;
      if (size <= MAX_MESSAGE_BYTES) continue;
      this.onerror?.(new Error(`A message from the server is longer than ${MAX_MESSAGE_BYTES} bytes`));
      break;
    }
    // A server that closed its stdout is useless even if it still runs. Not awaited: closing waits for this method.
    void this.close();
  }

  #deliver(line: string): void {
    if (line.trim() === "") return;
    try {
      const message: unknown = JSON.parse(line);
      if (!isRpcMessage(message)) throw new SyntaxError("not an object");
      this.onmessage?.(message);
    } catch (error) {
      // Servers print banners to stdout: an invalid line is reported and skipped.
      this.onerror?.(new Error(`The server wrote an invalid line: ${line.slice(0, 200)}`, { cause: error }));
    }
  }

  async #readStderr(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of until(stream, this.#stop.signal)) {
      const tail = chunk.subarray(Math.max(0, chunk.length - MAX_STDERR_CHARS));
      this.#stderr = (this.#stderr + decoder.decode(tail, { stream: true })).slice(-MAX_STDERR_CHARS);
    }
  }
}

async function* until(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    signal.removeEventListener("abort", cancel);
    await reader.cancel().catch(() => undefined);
  }
}

function kill(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch (error) {
    const isGone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied;
    if (!isGone) throw error;
  }
}

async function endsWithin(child: Deno.ChildProcess, ms: number): Promise<boolean> {
  const over = new AbortController();
  try {
    return await Promise.race([child.status.then(() => true), pause(ms, over.signal).then(() => false)]);
  } finally {
    over.abort();
  }
}

/** Waits; ends early, without an error, when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = after(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
