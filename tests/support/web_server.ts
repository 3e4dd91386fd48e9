/** `qwen serve --web` as a process, and clients of its WebSocket. Every frame in both directions fits the schemas. */
import { type FakeModel } from "./fake_model.ts";
import { Fixture, linesOf, type RunningQwen, startQwen } from "./qwen.ts";
import { assertFits } from "./validate.ts";

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
export type WebLine = any;

// Far above what any line takes, even on a busy machine.
const MAX_WAIT_MS = 180_000;

/** How a server is started. */
export interface WebServerOptions {
  model?: FakeModel;
  /** The fixture of an earlier server; it stays that server's to remove. */
  fixture?: Fixture;
  env?: Record<string, string>;
  /** A shell command line in which `"$@"` stands for the program and its arguments. */
  via?: string;
  /** Other arguments than `serve --web --tcp-port 0`. */
  args?: readonly string[];
}

/** A server in a process of its own. */
export class WebServer implements AsyncDisposable {
  readonly fixture: Fixture;
  readonly run: RunningQwen;
  readonly ready: WebLine;
  readonly #isOwner: boolean;
  readonly #peers: WebPeer[] = [];

  private constructor(run: RunningQwen, { fixture, isOwner }: { fixture: Fixture; isOwner: boolean }) {
    this.fixture = fixture;
    this.run = run;
    this.ready = linesOf(run.stdout)[0];
    this.#isOwner = isOwner;
  }

  static async start(flags: readonly string[] = [], options: WebServerOptions = {}): Promise<WebServer> {
    const fixture = options.fixture ?? await Fixture.open();
    const { model, env, args = ["serve", "--web", "--tcp-port", "0"] } = options;
    const provider = model ? [] : ["--provider", "demo"];
    const via = options.via === undefined ? {} : { via: options.via };
    const run = startQwen([...args, ...provider, ...flags], { fixture, env: { ...model?.env, ...env }, ...via });
    await run.until(/\n/);
    return new WebServer(run, { fixture, isOwner: options.fixture === undefined });
  }

  get origin(): string {
    return new URL(this.ready.url).origin;
  }

  /** The token in the fragment of the page's address. */
  get token(): string {
    return new URLSearchParams(new URL(this.ready.url).hash.slice(1)).get("token") ?? "";
  }

  /** Connects a client and authenticates it. */
  async connect(auth: Record<string, unknown> = {}, options: WebPeerOptions = {}): Promise<WebPeer> {
    const peer = await WebPeer.open(`${this.origin.replace(/^http/, "ws")}/ws`, options);
    this.#peers.push(peer);
    peer.send({ type: "auth", token: this.token, dialect: "chat", ...auth });
    return peer;
  }

  /** Ends the server as an operator does. */
  async stop(): Promise<void> {
    this.run.kill("SIGTERM");
    await this.run.end;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const peer of this.#peers) await peer.close();
    await this.run[Symbol.asyncDispose]();
    if (this.#isOwner) await this.fixture[Symbol.asyncDispose]();
  }
}

/** What a WebSocket is opened with. */
export interface WebPeerOptions {
  /** Knows the certificate of the server. */
  client?: Deno.HttpClient;
  headers?: Record<string, string>;
  /** False leaves out the comparison with the schema, which takes longer than everything else. */
  isChecked?: boolean;
}

/** A client of the WebSocket. */
export class WebPeer {
  readonly lines: WebLine[] = [];
  /** Resolves when the connection is closed. */
  readonly ended: Promise<void>;
  readonly #socket: WebSocket;
  readonly #waiters = new Set<() => void>();
  readonly #isChecked: boolean;
  #fault: Error | null = null;
  #isOver = false;
  #requests = 0;

  private constructor(socket: WebSocket, { isChecked = true }: WebPeerOptions) {
    this.#socket = socket;
    this.#isChecked = isChecked;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    socket.onmessage = ({ data }) => this.#take(String(data));
    socket.onclose = () => {
      this.#isOver = true;
      this.#wake();
      resolve();
    };
  }

  static async open(url: string, options: WebPeerOptions = {}): Promise<WebPeer> {
    const { isChecked: _, ...connecting } = options;
    const socket = new WebSocket(url, connecting);
    const peer = new WebPeer(socket, options);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.onopen = () => resolve();
    socket.onerror = (event) => reject(new Error((event as ErrorEvent).message));
    await promise;
    return peer;
  }

  /** Sends a line that the schema knows. */
  send(line: Record<string, unknown>): void {
    assertFits(line, "chat/in");
    this.#socket.send(JSON.stringify(line));
  }

  /** Sends a prompt to a session. */
  prompt(session_id: string, text: string, more: Record<string, unknown> = {}): void {
    this.send({ session_id, input: { parts: [{ type: "text", text }] }, ...more });
  }

  /** Sends a control request and returns its response. */
  async ask(subtype: string, fields: Record<string, unknown> = {}): Promise<WebLine> {
    const { session_id, ...rest } = fields;
    const request_id = `r${++this.#requests}`;
    const head = session_id === undefined ? {} : { session_id };
    this.send({ type: "control_request", request_id, ...head, request: { subtype, ...rest } });
    return (await this.next((line) => line.type === "control_response" && line.request_id === request_id)).response;
  }

  /** Follows a session, or a new one; returns the answer. */
  async follow(session_id?: string, more: Record<string, unknown> = {}): Promise<WebLine> {
    const { subtype, result, error } = await this.ask("open_session", {
      ...(session_id === undefined ? {} : { session_id }),
      ...more,
    });
    if (subtype !== "success") throw new Error(error.message);
    return result;
  }

  /** The first line that fits, from a place on; waits for it. */
  async next(wants: (line: WebLine) => boolean, from = 0): Promise<WebLine> {
    const { promise, resolve, reject } = Promise.withResolvers<WebLine>();
    let seen = from;
    const look = (): void => {
      if (this.#fault) return reject(this.#fault);
      for (; seen < this.lines.length; seen++) if (wants(this.lines[seen])) return resolve(this.lines[seen]);
      if (this.#isOver) reject(new Error(`The connection was closed after ${this.#tail()}`));
    };
    const timer = setTimeout(() => reject(new Error(`Nothing came after ${this.#tail()}`)), MAX_WAIT_MS);
    this.#waiters.add(look);
    try {
      look();
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(look);
    }
  }

  /** The text of all answers, in whole lines or increments. */
  get text(): string {
    return this.lines.map((line) => line.choices?.[0]?.delta?.content ?? "").join("");
  }

  async close(): Promise<void> {
    if (!this.#isOver) this.#socket.close();
    await this.ended;
  }

  #take(data: string): void {
    try {
      const line = JSON.parse(data);
      if (this.#isChecked) assertFits(line, "chat/out");
      this.lines.push(line);
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#wake();
  }

  #wake(): void {
    for (const look of this.#waiters) look();
  }

  #tail(): string {
    return JSON.stringify(this.lines.slice(-3)).slice(-2_000);
  }
}

/** Whether a line ends a turn. */
export function isSummary(line: WebLine): boolean {
  return line.metadata?.event === "summary";
}

/** An answer to a request that is written by hand: `fetch` lets nobody choose these headers. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request over a plain connection and reads the answer. */
export async function rawRequest(
  port: number,
  { method = "GET", path = "/", headers = {} }: {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<RawAnswer> {
  const all = { host: `127.0.0.1:${port}`, ...headers };
  const text = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  await socket.write(new TextEncoder().encode(`${method} ${path} HTTP/1.1\r\n${text}\r\n`));
  let answer = "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const count = await socket.read(buffer).catch(() => null);
    if (count === null) break;
    answer += decoder.decode(buffer.subarray(0, count), { stream: true });
    if (/^HTTP\/1\.1 101 [^]*\r\n\r\n/.test(answer)) break;
  }
  socket.close();
  const [head, ...rest] = answer.split("\r\n\r\n");
  const [first, ...lines] = head.split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(pairs), body: rest.join("\r\n\r\n") };
}

/** The headers of a request for a WebSocket. */
export const UPGRADE: Readonly<Record<string, string>> = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};
