/** A TCP proxy on loopback whose connections a test can cut. */
export class CutProxy implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #port: number;
  readonly #open = new Set<Deno.Conn>();
  readonly #serving: Promise<void>;
  #isCut = false;
  /** Which way bytes are swallowed. */
  #held: "requests" | "answers" | null = null;

  constructor(port: number) {
    this.#port = port;
    this.#serving = this.#serve();
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  /** Closes every connection; new ones are refused until `restore`, unless told otherwise. */
  cut({ comesBack = false }: { comesBack?: boolean } = {}): void {
    this.#isCut = !comesBack;
    this.#held = null;
    for (const connection of [...this.#open]) this.#close(connection);
  }

  /** Swallows what clients send, or what they are sent, until the next cut. */
  hold({ answers = false }: { answers?: boolean } = {}): void {
    this.#held = answers ? "answers" : "requests";
  }

  /** Takes connections again. */
  restore(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#listener.close();
    await this.#serving;
  }

  async #serve(): Promise<void> {
    for await (const client of this.#listener) {
      this.#open.add(client);
      if (this.#isCut) this.#close(client);
      else void this.#connect(client);
    }
  }

  async #connect(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#port });
    this.#open.add(server);
    void this.#copy(client, { to: server, way: "requests" });
    void this.#copy(server, { to: client, way: "answers" });
  }

  async #copy(from: Deno.Conn, { to, way }: { to: Deno.Conn; way: "requests" | "answers" }): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let count = await from.read(buffer); count !== null; count = await from.read(buffer)) {
        if (this.#held === way) continue;
        for (let sent = 0; sent < count;) sent += await to.write(buffer.subarray(sent, count));
      }
    } catch {
      // One of the ends was cut.
    }
    this.#close(from);
    this.#close(to);
  }

  #close(connection: Deno.Conn): void {
    if (!this.#open.delete(connection)) return;
    connection.close();
  }
}
