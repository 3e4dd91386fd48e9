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

/** What a program is started with beside its arguments. */
export interface ChatHostOptions {
  /** A model server; without one the demo model answers. */
  model?: { env: Record<string, string> };
  /** Files of the workspace by relative path; `~/` is the home. */
  files?: Record<string, string>;
  /** The folder of an earlier host, to go on in; it stays that host's to remove. */
  folder?: string;
}

/** The real program as a child that is driven over its pipes in the chat dialect. */
export class ChatHost implements AsyncDisposable {
  /** Every line so far; each fits the schema. */
  readonly lines: Line[] = [];
  /** Lines that tell the exit code; they are no part of the conversation. */
  readonly exits: Line[] = [];
  readonly folder: string;
  readonly #isOwner: boolean;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #waiters = new Set<Waiter>();
  readonly #encoder = new TextEncoder();
  /** Lines before this one have been handed out by `next`. */
  #seen = 0;

  private constructor(folder: string, { child, isOwner }: { child: Deno.ChildProcess; isOwner: boolean }) {
    this.folder = folder;
    this.#isOwner = isOwner;
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Starts the program, in a fresh folder of its own unless one is named. */
  static async open(args: readonly string[] = [], options: ChatHostOptions = {}): Promise<ChatHost> {
    const folder = options.folder ?? await Deno.makeTempDir({ prefix: "chat-" });
    await Deno.mkdir(`${folder}/home`, { recursive: true });
    await Deno.mkdir(`${folder}/work`, { recursive: true });
    for (const [path, text] of Object.entries(options.files ?? {})) {
      const full = path.startsWith("~/") ? `${folder}/home/${path.slice(2)}` : `${folder}/work/${path}`;
      await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(full, text);
    }
    const own = Deno.env.get("QWEN_BIN");
    const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
    const main = new URL("../../main.ts", import.meta.url).pathname;
    const child = new Deno.Command(own ?? Deno.execPath(), {
      args: [
        ...(own ? [] : ["run", "-A", "--quiet", main]),
        ...(options.model ? [] : ["--provider", "demo"]),
        ...(args.includes("--input-format") ? [] : ["--input-format", "stream-json"]),
        ...(args.some((word) => word.startsWith("--dialect")) ? [] : ["--dialect", "chat"]),
        ...args,
      ],
      cwd: `${folder}/work`,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: `${folder}/home`,
        LANG: "C.UTF-8",
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${cache}/deno`,
        DENO_NO_UPDATE_CHECK: "1",
        ...options.model?.env,
      },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new ChatHost(folder, { child, isOwner: options.folder === undefined });
  }

  get cwd(): string {
    return `${this.folder}/work`;
  }

  /** Writes a line. */
  async send(line: object | string): Promise<void> {
    await this.write((typeof line === "string" ? line : JSON.stringify(line)) + "\n");
  }

  /** Writes a text as it is. */
  async write(text: string): Promise<void> {
    await this.#writer.write(this.#encoder.encode(text));
  }

  /** A prompt to a session. */
  async prompt(sessionId: string, text: string, more: object = {}): Promise<void> {
    await this.send({ session_id: sessionId, input: { parts: [{ type: "text", text }] }, ...more });
  }

  /** Runs a slash command and returns its result. */
  async command(sessionId: string, text: string): Promise<Record<string, unknown>> {
    await this.prompt(sessionId, text);
    return (await this.next((line) => line.type === "result/command")).result as Record<string, unknown>;
  }

  /** A prompt to a session and the summary of its turn. */
  async ask(sessionId: string, text: string, more: object = {}): Promise<Line> {
    await this.prompt(sessionId, text, more);
    return await this.next((line) => isSummary(line, sessionId));
  }

  /** Answers a question. */
  async answer(question: Line, result: object): Promise<void> {
    const { request_id } = question;
    await this.send({ type: "control_response", request_id, response: { subtype: "success", result } });
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

  /** Waits for the end of the program while its input stays open; its exit status. */
  async ended(): Promise<number> {
    await this.#reading;
    return (await this.#child.status).code;
  }

  /** Ends the input and waits for the end of the program; its exit status. */
  async close(): Promise<number> {
    await this.#writer.close().catch(() => {/* The program has ended by itself. */});
    await this.#reading;
    return (await this.#child.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    if (this.#isOwner) await Deno.remove(this.folder, { recursive: true });
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
    if (isExit(line)) {
      this.exits.push(line);
      return;
    }
    this.lines.push(line);
    for (const waiter of this.#waiters) {
      if (!waiter.wants(line)) continue;
      this.#waiters.delete(waiter);
      this.#seen = this.lines.length;
      waiter.resolve(line);
    }
  }
}

/** Whether a line is the last one of the process, which tells its exit code. */
function isExit({ metadata }: Line): boolean {
  return metadata?.event === "end";
}

/** Whether a line is the summary of a turn of a session. */
export function isSummary(line: Line, sessionId?: string): boolean {
  const metadata = line.metadata ?? {};
  return metadata.event === "summary" && (sessionId === undefined || metadata.session_id === sessionId);
}

/** Whether a line has this type. */
export function isType(type: string): (line: Line) => boolean {
  return (line) => line.type === type;
}

/** The text of a whole line. */
export function contentOf(line: Line): unknown {
  return line.choices?.[0]?.message?.content;
}
