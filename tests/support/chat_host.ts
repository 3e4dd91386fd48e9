import { assertFits } from "./validate.ts";

/** A line that the program wrote. */
export type Line = Record<string, unknown> & {
  type?: string;
  metadata?: Record<string, unknown>;
  choices?: { message?: Record<string, unknown>; delta?: Record<string, unknown>; finish_reason: string | null }[];
};

const MAX_WAIT_MS = 20_000;

interface Waiter {
  wants(line: Line): boolean;
  resolve(line: Line): void;
}

/** The real program as a child that is driven over its pipes in the chat dialect, with the demo model. */
export class ChatHost implements AsyncDisposable {
  /** Every line so far; each fits the schema. */
  readonly lines: Line[] = [];
  readonly folder: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #waiters = new Set<Waiter>();
  readonly #encoder = new TextEncoder();
  /** Lines before this one have been handed out by `next`. */
  #seen = 0;

  private constructor(folder: string, child: Deno.ChildProcess) {
    this.folder = folder;
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Starts the program in a fresh folder of its own. */
  static async open(args: readonly string[] = []): Promise<ChatHost> {
    const folder = await Deno.makeTempDir({ prefix: "chat-" });
    await Deno.mkdir(`${folder}/home`);
    await Deno.mkdir(`${folder}/work`);
    const own = Deno.env.get("QWEN_BIN");
    const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
    const main = new URL("../../main.ts", import.meta.url).pathname;
    const child = new Deno.Command(own ?? Deno.execPath(), {
      args: [
        ...(own ? [] : ["run", "-A", main]),
        ...["--provider", "demo", "--input-format", "stream-json", "--dialect", "chat"],
        ...args,
      ],
      cwd: `${folder}/work`,
      env: { HOME: `${folder}/home`, DENO_DIR: Deno.env.get("DENO_DIR") ?? `${cache}/deno` },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new ChatHost(folder, child);
  }

  /** Writes a line. */
  async send(line: object | string): Promise<void> {
    await this.#writer.write(this.#encoder.encode((typeof line === "string" ? line : JSON.stringify(line)) + "\n"));
  }

  /** A prompt to a session. */
  async prompt(sessionId: string, text: string, more: object = {}): Promise<void> {
    await this.send({ session_id: sessionId, input: { parts: [{ type: "text", text }] }, ...more });
  }

  /** The next line of a kind, after the last one that was waited for. */
  async next(wants: (line: Line) => boolean): Promise<Line> {
    const at = this.lines.findIndex((line, index) => index >= this.#seen && wants(line));
    if (at >= 0) {
      this.#seen = at + 1;
      return this.lines[at];
    }
    const { promise, resolve, reject } = Promise.withResolvers<Line>();
    const timer = setTimeout(() => reject(new Error(`No such line came; the last was ${this.#last()}`)), MAX_WAIT_MS);
    const waiter = { wants, resolve };
    this.#waiters.add(waiter);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  /** Ends the input and waits for the end of the program; its exit status. */
  async close(): Promise<number> {
    await this.#writer.close().catch(() => {/* The program has ended by itself. */});
    await this.#reading;
    return (await this.#child.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await Deno.remove(this.folder, { recursive: true });
  }

  #last(): string {
    return JSON.stringify(this.lines.at(-1) ?? null).slice(0, 400);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of this.#child.stdout) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const text of parts) this.#take(JSON.parse(text));
    }
  }

  #take(line: Line): void {
    assertFits(line, "chat/out");
    this.lines.push(line);
    for (const waiter of this.#waiters) {
      if (!waiter.wants(line)) continue;
      this.#waiters.delete(waiter);
      this.#seen = this.lines.length;
      waiter.resolve(line);
    }
  }
}

/** Whether a line is the summary of a turn of a session. */
export function isSummary(line: Line, sessionId?: string): boolean {
  const metadata = line.metadata ?? {};
  return metadata.event === "summary" && (sessionId === undefined || metadata.session_id === sessionId);
}

/** The text of a whole line. */
export function contentOf(line: Line): unknown {
  return line.choices?.[0]?.message?.content;
}
