/** The real program as a server, and clients of it. */
import { Fixture, linesOf, type RunningQwen, startQwen } from "./qwen.ts";
import { Wire } from "./serve_stage.ts";

/** What the ready line says. */
export interface Ready {
  type: "ready";
  transport: string;
  address: string;
  port?: number;
  path?: string;
  token_file?: string;
  dialect: string;
  version: string;
  pid: number;
}

/** A server in a process of its own, with a home and a workspace that are gone at the end. */
export class ServedProgram implements AsyncDisposable {
  readonly fixture: Fixture;
  readonly run: RunningQwen;
  readonly ready: Ready;
  readonly #wires: Wire[] = [];

  private constructor(fixture: Fixture, run: RunningQwen, ready: Ready) {
    this.fixture = fixture;
    this.run = run;
    this.ready = ready;
  }

  /** Starts the program with the built-in model. `PATH` in an argument is the folder of the fixture. */
  static async start(args: readonly string[]): Promise<ServedProgram> {
    const fixture = await Fixture.open();
    const words = args.map((word) => word.replace("PATH", fixture.home));
    const run = startQwen([...words, "--provider", "demo"], { fixture, stdin: { none: true } });
    await run.until(/\n/);
    return new ServedProgram(fixture, run, linesOf(run.stdout)[0]);
  }

  /** The secret that clients bring. */
  async token(): Promise<string> {
    return (await Deno.readTextFile(this.ready.token_file ?? "")).trim();
  }

  /** Connects a client that has brought the token where one is asked for, and these lines after it. */
  async connect(...lines: unknown[]): Promise<Wire> {
    const { port, path, token_file } = this.ready;
    const socket = port === undefined
      ? await Deno.connect({ transport: "unix", path: path ?? "" })
      : await Deno.connect({ hostname: "127.0.0.1", port });
    const wire = new Wire(socket);
    this.#wires.push(wire);
    const auth = token_file === undefined ? [] : [{ type: "auth", token: await this.token() }];
    await wire.send(...auth, ...lines);
    return wire;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const wire of this.#wires) wire.close();
    await Promise.all(this.#wires.map((wire) => wire.ended));
    await this.run[Symbol.asyncDispose]();
    await this.fixture[Symbol.asyncDispose]();
  }
}

/** Asks for a WebSocket as a browser would, by hand: `fetch` lets nobody choose these headers. Returns the status. */
export async function handshake(port: number, headers: Record<string, string>): Promise<string> {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  const all = {
    host: `127.0.0.1:${port}`,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
  };
  const text = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await socket.write(new TextEncoder().encode(`GET / HTTP/1.1\r\n${text}\r\n`));
  const buffer = new Uint8Array(4_096);
  const count = await socket.read(buffer) ?? 0;
  socket.close();
  return new TextDecoder().decode(buffer.subarray(0, count)).split(" ")[1];
}
