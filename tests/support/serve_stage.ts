/** A server in this process, with sessions that a test speaks for, and clients with real sockets. */
import { detectDialect } from "../../lib/dialects/detect.ts";
import { loadDialect } from "../../lib/dialects/mod.ts";
import { Session } from "../../lib/engine/session.ts";
import { systemClock } from "../../lib/cli/world.ts";
import type { Command } from "../../lib/model/command.ts";
import type { Event, EventBody } from "../../lib/model/event.ts";
import { problem } from "../../lib/model/problem.ts";
import { openProvider } from "../../lib/providers/demo.ts";
import type { Speech } from "../../lib/serve/door.ts";
import { DEFAULT_LIMITS, type HubLimits } from "../../lib/serve/limits.ts";
import type { LiveSession } from "../../lib/serve/room.ts";
import { Server, type ServerOptions } from "../../lib/serve/server.ts";
import { listenTcp } from "../../lib/serve/socket.ts";
import type { Token } from "../../lib/serve/token.ts";
import type { Listener } from "../../lib/serve/transport.ts";
import { SESSION } from "./say.ts";
import { sessionParts } from "./session_bench.ts";

/** How a stage differs from the usual. */
export interface StageOptions {
  limits?: Partial<HubLimits>;
  /** `state` unless told otherwise. */
  dialect?: string;
  token?: Token;
  listener?: Listener;
  open?: ServerOptions["open"];
  /** As the program opens conversations, unless told otherwise. */
  speak?: ServerOptions["speak"];
  /** Where older events go. */
  folder?: string;
}

/** A server and its clients; all of them are gone at the end of the test. */
export class Stage implements AsyncDisposable {
  readonly server: Server;
  /** The sessions that were opened, in order, where the test speaks for them. */
  readonly sessions: PlayedSession[] = [];
  readonly notes: string[] = [];
  readonly #wires: Wire[] = [];

  constructor(options: StageOptions = {}) {
    const limits: HubLimits = { ...DEFAULT_LIMITS, ...options.limits };
    this.server = new Server(options.listener ?? listenTcp({ hostname: "127.0.0.1", port: 0 }), {
      limits,
      clock: systemClock,
      dialect: options.dialect ?? "state",
      token: options.token ?? null,
      note: (text) => this.notes.push(text),
      folder: options.folder ?? null,
      shorten: () => Promise.reject(new Error("nothing is spilled here")),
      detect: (firstLine) =>
        detectDialect({ argv: [], environment: () => undefined, outputFormat: "stream-json", firstLine }),
      speak: options.speak ?? ((name) => speak(name, limits)),
      open: options.open ?? (({ sessionId }) => {
        const session = new PlayedSession(sessionId ?? `S${this.sessions.length + 1}`);
        this.sessions.push(session);
        return Promise.resolve(session);
      }),
    });
  }

  get port(): number {
    const { place } = this.server;
    return "port" in place ? place.port : 0;
  }

  /** Connects a client that sends these lines first. */
  async connect(...lines: unknown[]): Promise<Wire> {
    const wire = new Wire(await Deno.connect({ hostname: "127.0.0.1", port: this.port }));
    this.#wires.push(wire);
    if (lines.length > 0) await wire.send(...lines);
    return wire;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const wire of this.#wires) wire.close();
    await this.server.stop(problem("terminated", "The test is over."));
    await Promise.all(this.#wires.map((wire) => wire.ended));
  }
}

/** A conversation as the program opens it for clients of a server. */
export async function speak(name: string, limits: HubLimits): Promise<Speech> {
  const dialect = await loadDialect(name);
  if (!dialect) throw new Error(`no dialect ${name}`);
  const isState = name === "state";
  const conversation = dialect.open({
    ids: { next: () => crypto.randomUUID() },
    format: "stream-json",
    includePartials: true,
    version: "0.1.0",
    limits: {
      maxInputLineBytes: limits.maxLineBytes,
      maxOutputLineBytes: 1_000_000,
      maxDepth: 200,
      serving: limits,
    },
    extras: { permissionPromptTool: "stdio" },
  });
  const answers = dialect.answers === true;
  return {
    conversation,
    answers,
    opensAtOnce: isState,
    showsQuestions: isState,
    countsEvents: isState,
    maxLineBytes: 1_000_000,
  };
}

/** Opens sessions with the built-in model, which has no tools that touch anything. */
export function demoSessions(): NonNullable<StageOptions["open"]> {
  return ({ sessionId, answers }) =>
    Promise.resolve(
      new Session(sessionParts({ clock: systemClock, provider: openProvider({ clock: systemClock }) }, {
        sessionId: sessionId ?? crypto.randomUUID(),
        ids: { next: () => crypto.randomUUID() },
        answers,
      })),
    );
}

/** A session that says what the test lets it say. */
export class PlayedSession implements LiveSession {
  readonly id: string;
  readonly readable: ReadableStream<readonly Event[]>;
  readonly writable: WritableStream<Command>;
  readonly commands: Command[] = [];
  /** Everything that was said, where `keeps` is set. */
  readonly said: Event[] = [];
  keeps = false;
  #seq = 0;
  #controller: ReadableStreamDefaultController<readonly Event[]> | undefined;
  #isOver = false;
  #news = Promise.withResolvers<void>();
  #room = Promise.withResolvers<void>();

  constructor(id: string) {
    this.id = id;
    this.readable = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#room.resolve(),
    }, new CountQueuingStrategy({ highWaterMark: 256 }));
    this.writable = new WritableStream({
      write: (command) => {
        this.commands.push(command);
        this.#news.resolve();
      },
      close: () => this.stop("input_closed", null),
    });
    this.say({ type: "session.started", session: { ...SESSION, sessionId: id } });
  }

  get seq(): number {
    return this.#seq;
  }

  /** Says something, in answer to a command where one is named. */
  say(body: EventBody, cause: string | null = null): void {
    if (this.#isOver) return;
    this.#seq += 1;
    const event: Event = { sessionId: this.id, seq: this.#seq, at: Date.now(), cause, agent: null, ...body };
    if (this.keeps) this.said.push(event);
    this.#controller?.enqueue([event]);
  }

  /** Resolves when the server has caught up: engines wait for it. */
  async room(): Promise<void> {
    if ((this.#controller?.desiredSize ?? 1) > 0) return;
    this.#room = Promise.withResolvers<void>();
    await this.#room.promise;
  }

  /** Resolves with the next command that fits, or one that came before. */
  async command<Type extends Command["type"]>(type: Type, from = 0): Promise<Extract<Command, { type: Type }>> {
    for (;;) {
      const found = this.commands.slice(from).find((one) => one.type === type);
      if (found) return found as Extract<Command, { type: Type }>;
      this.#news = Promise.withResolvers<void>();
      await this.#news.promise;
    }
  }

  stop(
    reason: Extract<EventBody, { type: "session.ended" }>["reason"],
    fault: ReturnType<typeof problem> | null,
  ): void {
    if (this.#isOver) return;
    this.say({ type: "session.ended", reason, problem: fault });
    this.#isOver = true;
    this.#controller?.close();
  }
}

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
type Line = any;

/** What a client reads and writes. */
export type End = Pick<Deno.Conn, "read" | "write" | "closeWrite" | "close">;

/** A client's end of a connection. */
export class Wire {
  /** Every line that came. */
  readonly lines: Line[] = [];
  /** Resolves when the server has closed. */
  readonly ended: Promise<void>;
  readonly #socket: End;
  #news = Promise.withResolvers<void>();
  #isOver = false;
  #go = Promise.withResolvers<void>();

  readonly #take: (line: Line) => void;

  constructor(socket: End, options: { isStalled?: boolean; take?: (line: Line) => void } = {}) {
    this.#socket = socket;
    this.#take = options.take ?? ((line) => this.lines.push(line));
    if (!options.isStalled) this.#go.resolve();
    this.ended = this.#read();
  }

  /** The highest number of an event that came whole. */
  get seq(): number {
    return this.lines.findLast((line) => typeof line.seq === "number")?.seq ?? 0;
  }

  async send(...lines: unknown[]): Promise<void> {
    const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
    await this.write(new TextEncoder().encode(text));
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let sent = 0; sent < bytes.length;) sent += await this.#socket.write(bytes.subarray(sent));
  }

  /** Stops reading, but for what is on its way. */
  stall(): void {
    this.#go = Promise.withResolvers<void>();
  }

  /** Begins to read, or goes on. */
  go(): void {
    this.#go.resolve();
  }

  /** Waits for a line that fits, and returns it. */
  async until(fits: (line: Line) => boolean, from = 0): Promise<Line> {
    for (let at = from;; at++) {
      while (at >= this.lines.length) {
        if (this.#isOver) throw new Error(`The connection ended: ${JSON.stringify(this.lines.slice(-5))}`);
        this.#news = Promise.withResolvers<void>();
        await this.#news.promise;
      }
      if (fits(this.lines[at])) return this.lines[at];
    }
  }

  /** Waits for a line of a type. */
  async type(type: string, from = 0): Promise<Line> {
    return await this.until((line) => line.type === type, from);
  }

  async closeWrite(): Promise<void> {
    await this.#socket.closeWrite();
  }

  close(): void {
    this.#go.resolve();
    try {
      this.#socket.close();
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(262_144);
    let rest = "";
    for (;;) {
      await this.#go.promise;
      const count = await this.#socket.read(buffer).catch(() => null);
      if (count === null) break;
      const pieces = (rest + decoder.decode(buffer.subarray(0, count), { stream: true })).split("\n");
      rest = pieces.pop() ?? "";
      for (const piece of pieces) if (piece !== "") this.#take(JSON.parse(piece));
      this.#news.resolve();
    }
    this.#isOver = true;
    this.#news.resolve();
    this.close();
  }
}
