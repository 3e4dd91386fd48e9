/** A NATS server with JetStream on loopback. */

/** Whether this machine has a NATS server. */
export const hasNats: boolean = await new Deno.Command("nats-server", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

/** A server whose streams outlive a restart; removed at the end. */
export class NatsServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #args: readonly string[];
  #child: Deno.ChildProcess;

  private constructor(parts: { port: number; folder: string; args: readonly string[]; child: Deno.ChildProcess }) {
    this.port = parts.port;
    this.#folder = parts.folder;
    this.#args = parts.args;
    this.#child = parts.child;
  }

  /** Starts a server; `args` are further arguments, such as credentials. */
  static async start(args: readonly string[] = []): Promise<NatsServer> {
    const folder = await Deno.makeTempDir({ prefix: "qwen_nats_" });
    for (let attempt = 1;; attempt++) {
      const port = freePort();
      try {
        return new NatsServer({ port, folder, args, child: await startServer({ port, folder, args }) });
      } catch (error) {
        // Somebody else may have taken the port meanwhile.
        if (attempt === 3) throw error;
      }
    }
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** The folder of a stream on disk. */
  folderOf(stream: string): string {
    return `${this.#folder}/jetstream/$G/streams/${stream}`;
  }

  /** Kills the server and starts it again on what it has on disk; `meanwhile` runs while it is away. */
  async restart(meanwhile?: () => Promise<void>): Promise<void> {
    await stop(this.#child, "SIGKILL");
    await meanwhile?.();
    this.#child = await startServer({ port: this.port, folder: this.#folder, args: this.#args });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child, "SIGKILL");
    await Deno.remove(this.#folder, { recursive: true });
  }
}

const MAX_START_MS = 30_000;

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function startServer(
  { port, folder, args }: { port: number; folder: string; args: readonly string[] },
): Promise<Deno.ChildProcess> {
  const child = new Deno.Command("nats-server", {
    args: ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", String(port), ...args],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let isOver = false;
  child.status.then(() => isOver = true);
  for (const end = performance.now() + MAX_START_MS; !isOver && performance.now() < end;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return child;
    } catch {
      // Not listening yet.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await stop(child, "SIGKILL");
  throw new Error(`nats-server does not listen on port ${port}`);
}

async function stop(child: Deno.ChildProcess, signal: Deno.Signal): Promise<void> {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
  await child.status;
}
