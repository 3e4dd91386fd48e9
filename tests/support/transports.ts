/**
 * Every transport of the real program behind one interface, so that a test can run over the list. A transport that a
 * server can listen on and that has no client here fails the tests that use the list.
 */
import { LISTENING_TRANSPORTS } from "../../lib/host/transports/mod.ts";
import { Fixture, linesOf, type RunningQwen, startQwen } from "./qwen.ts";
import { type End, Wire } from "./serve_stage.ts";

// deno-lint-ignore no-explicit-any -- lines of a known shape.
type Line = any;

/** What a conversation starts from. */
export interface TransportRun {
  fixture: Fixture;
  /** Flags of the program, beside those of the transport. */
  flags?: readonly string[];
  env?: Record<string, string>;
  dialect?: string;
  /** Sent on every transport: on the command line, or as a line. */
  prompt?: string;
}

/** One client of the program. */
export interface TransportClient extends AsyncDisposable {
  readonly run: RunningQwen;
  /** The records so far. */
  readonly lines: readonly Line[];
  send(...lines: unknown[]): Promise<void>;
  until(fits: (line: Line) => boolean): Promise<Line>;
  /** Ends the program, and returns what it wrote to stderr. */
  finish(): Promise<string>;
}

/** A transport by name, and how a client uses it. */
export interface TransportCase {
  name: string;
  /** Whether a client can send lines. */
  isHosted: boolean;
  open(run: TransportRun): Promise<TransportClient>;
}

/** Every transport: the command line, stdin, and all that a server can listen on. */
export const TRANSPORTS: readonly TransportCase[] = [
  { name: "-p", isHosted: false, open: (run) => Promise.resolve(new ProcessClient(run, { isHosted: false })) },
  { name: "stdin", isHosted: true, open: (run) => Promise.resolve(new ProcessClient(run, { isHosted: true })) },
  ...LISTENING_TRANSPORTS.map(({ name }) => ({
    name,
    isHosted: true,
    open: (run: TransportRun) => ServedClient.open(name, run),
  })),
];

/** Those whose clients send lines. */
export const HOSTED_TRANSPORTS: readonly TransportCase[] = TRANSPORTS.filter(({ isHosted }) => isHosted);

function userLine(text: string): object {
  return { type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content: text } };
}

/** The command line and stdin: the client is whoever started the program. */
class ProcessClient implements TransportClient {
  readonly run: RunningQwen;

  constructor({ fixture, flags = [], env = {}, dialect = "qwen", prompt }: TransportRun, how: { isHosted: boolean }) {
    const own = how.isHosted
      ? ["--input-format", "stream-json", "--dialect", dialect]
      : ["-p", prompt ?? "", "-o", "stream-json", "--dialect", dialect];
    const stdin = how.isHosted ? { open: true as const } : { none: true as const };
    this.run = startQwen([...own, ...flags], { fixture, env, stdin });
    if (how.isHosted && prompt !== undefined) void this.send(userLine(prompt));
  }

  get lines(): Line[] {
    const text = this.run.stdout;
    return linesOf(text.slice(0, text.lastIndexOf("\n") + 1));
  }

  async send(...lines: unknown[]): Promise<void> {
    await this.run.send(...lines);
  }

  async until(fits: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(fits);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async finish(): Promise<string> {
    await this.run.closeInput();
    return (await this.run.end).stderr;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run[Symbol.asyncDispose]();
  }
}

/** A client of a server. */
class ServedClient implements TransportClient {
  readonly run: RunningQwen;
  readonly #wire: Wire;

  private constructor(run: RunningQwen, wire: Wire) {
    this.run = run;
    this.#wire = wire;
  }

  static async open(transport: string, options: TransportRun): Promise<ServedClient> {
    const { fixture, flags = [], env = {}, dialect = "qwen", prompt } = options;
    const { run, ready } = await startServer(transport, { fixture, env, flags: [...flags, "--dialect", dialect] });
    const connect = CONNECT[transport];
    if (!connect) throw new Error(`tests/support/transports.ts has no client for the transport ${transport}`);
    const wire = new Wire(await connect(ready));
    const client = new ServedClient(run, wire);
    if (ready.token_file) {
      await wire.send({ type: "auth", token: (await Deno.readTextFile(ready.token_file)).trim() });
    }
    if (prompt !== undefined) await wire.send(userLine(prompt));
    return client;
  }

  get lines(): readonly Line[] {
    return this.#wire.lines;
  }

  async send(...lines: unknown[]): Promise<void> {
    await this.#wire.send(...lines);
  }

  async until(fits: (line: Line) => boolean): Promise<Line> {
    return await this.#wire.until(fits);
  }

  async finish(): Promise<string> {
    this.run.kill("SIGTERM");
    const { stderr } = await this.run.end;
    this.#wire.close();
    await this.#wire.ended;
    return stderr;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run[Symbol.asyncDispose]();
    this.#wire.close();
    await this.#wire.ended;
  }
}

/** Starts a server and waits for its ready line. */
export async function startServer(
  transport: string,
  { fixture, env = {}, flags = [] }: Pick<TransportRun, "fixture" | "env" | "flags">,
): Promise<{ run: RunningQwen; ready: Line }> {
  const place = ["--tcp-port", "0", "--socket-path", `${fixture.home}/socket`, "--pipe-path", `${fixture.home}/pipe`];
  const run = startQwen(["serve", "--server-mode", transport, ...place, ...flags], { fixture, env });
  await run.until(/\n/);
  return { run, ready: linesOf(run.stdout)[0] };
}

/** How a client of each transport connects. */
export const CONNECT: Readonly<Record<string, (ready: Line) => Promise<End>>> = {
  tcp: ({ address, port }) => Deno.connect({ hostname: address, port }),
  unix: ({ path }) => Deno.connect({ transport: "unix", path }),
  pipe: async ({ path }) => {
    const writer = await Deno.open(`${path}.in`, { write: true });
    const reader = await Deno.open(`${path}.out`, { read: true });
    return {
      read: (buffer) => reader.read(buffer),
      write: (bytes) => writer.write(bytes),
      closeWrite: () => Promise.resolve(writer.close()),
      close: () => {
        for (const file of [writer, reader]) closeOnce(file);
      },
    };
  },
  ws: ({ address, port }) => connectWebSocket(`ws://${address}:${port}`),
};

function closeOnce(file: Deno.FsFile): void {
  try {
    file.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

/** A WebSocket as a stream of lines, one for each message. */
async function connectWebSocket(address: string): Promise<End> {
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = false;
  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => {
    chunks.push(new TextEncoder().encode(`${data}\n`));
    news.resolve();
  };
  socket.onerror = () => opened.reject(new Error(`Cannot connect to ${address}`));
  socket.onclose = () => {
    isOver = true;
    news.resolve();
  };
  await opened.promise;
  return {
    async read(buffer): Promise<number | null> {
      while (chunks.length === 0) {
        if (isOver) return null;
        news = Promise.withResolvers<void>();
        await news.promise;
      }
      const [chunk] = chunks;
      const count = Math.min(chunk.length, buffer.length);
      buffer.set(chunk.subarray(0, count));
      if (count === chunk.length) chunks.shift();
      else chunks[0] = chunk.subarray(count);
      return count;
    },
    write: (bytes) => {
      for (const line of new TextDecoder().decode(bytes).split("\n")) if (line !== "") socket.send(line);
      return Promise.resolve(bytes.length);
    },
    closeWrite: () => Promise.resolve(socket.close()),
    close: () => socket.close(),
  };
}
