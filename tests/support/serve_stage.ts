/** A server in this process, with sessions that a test plays, and clients with real sockets. */
import { TOOL_NAMINGS } from "../../lib/cli/assembly/session/tool_names.ts";
import { detectDialect } from "../../lib/dialects/detect.ts";
import { loadDialect } from "../../lib/dialects/mod.ts";
import { Session } from "../../lib/engine/session/session.ts";
import type { SessionPort } from "../../lib/host/sessions/hosted_session.ts";
import { DEFAULT_LIMITS, type HostLimits } from "../../lib/host/limits.ts";
import type { Host, OpenedDialect } from "../../lib/host/pipeline.ts";
import { Server } from "../../lib/host/server.ts";
import type { RegistryOptions } from "../../lib/host/sessions/registry_options.ts";
import { SessionRegistry } from "../../lib/host/sessions/session_registry.ts";
import type { Token } from "../../lib/host/token.ts";
import { listenTcp } from "../../lib/host/transports/tcp.ts";
import type { Listener } from "../../lib/host/transports/transport.ts";
import { randomIds, systemClock } from "../../lib/model/clock.ts";
import type { Command } from "../../lib/model/command.ts";
import type { Event, EventBody } from "../../lib/model/event.ts";
import { problem } from "../../lib/model/problem.ts";
import { openProvider } from "../../lib/providers/demo.ts";
import { BatchQueue } from "../../lib/stream/batch_queue.ts";
import { SESSION } from "./say.ts";
import { sessionParts } from "./session_bench.ts";

/** How a stage differs from the usual. */
export interface StageOptions {
  limits?: Partial<HostLimits>;
  /** `state` unless set. */
  dialect?: string;
  token?: Token;
  listener?: Listener;
  open?: RegistryOptions["open"];
  /** As the program opens dialects, unless set. */
  openDialect?: Host["openDialect"];
  /** Where older events go. */
  folder?: string;
}

/** A server and its clients; all of them are closed at the end of the test. */
export class Stage implements AsyncDisposable {
  readonly server: Server;
  readonly registry: SessionRegistry;
  readonly sessions: PlayedSession[] = [];
  readonly notes: string[] = [];
  readonly #wires: Wire[] = [];

  constructor(options: StageOptions = {}) {
    const limits: HostLimits = { ...DEFAULT_LIMITS, ...options.limits };
    const note = (text: string): void => void this.notes.push(text);
    this.registry = new SessionRegistry({
      limits,
      clock: systemClock,
      ids: randomIds,
      folder: options.folder ?? null,
      keepsHistory: true,
      taps: () => [],
      note,
      open: options.open ?? (({ sessionId }) => {
        const session = new PlayedSession(sessionId ?? `S${this.sessions.length + 1}`);
        this.sessions.push(session);
        return Promise.resolve(session);
      }),
    });
    const openDialect: Host["openDialect"] = options.openDialect ?? ((name) => openForServer(name, limits));
    const host: Host = {
      registry: this.registry,
      limits,
      clock: systemClock,
      isSingleClient: false,
      shorten: () => Promise.reject(new Error("nothing is spilled here")),
      openDialect,
      handshake: {
        dialect: options.dialect ?? "state",
        token: options.token ?? null,
        takesOpeningLines: true,
        maxBadLines: limits.badLines,
        detect: (firstLine) =>
          detectDialect({ argv: [], environment: () => undefined, outputFormat: "stream-json", firstLine }),
        undecided: async () => (await openDialect("chat", { isGuest: false, format: null })).conversation,
      },
    };
    this.server = new Server(options.listener ?? listenTcp({ hostname: "127.0.0.1", port: 0 }), { host, note });
  }

  get port(): number {
    const { address } = this.server;
    return "port" in address ? address.port : 0;
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

/** Opens a dialect as the program does for clients of a server. */
export async function openForServer(name: string, limits: HostLimits): Promise<OpenedDialect> {
  const dialect = await loadDialect(name);
  if (!dialect) throw new Error(`no dialect ${name}`);
  const conversation = dialect.open({
    ids: randomIds,
    format: "stream-json",
    tools: TOOL_NAMINGS,
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
  return {
    conversation,
    answers: dialect.answers === true,
    opensAtOnce: dialect.opensAtOnce === true,
    showsQuestions: dialect.showsQuestionsToObservers === true,
    countsEvents: dialect.countsEvents === true,
    maxLineBytes: 1_000_000,
  };
}

/** Opens sessions with the built-in model, which has no tools that touch anything. */
export function demoSessions(): NonNullable<StageOptions["open"]> {
  return ({ sessionId, answers }) =>
    Promise.resolve(
      new Session(sessionParts({
        identity: { sessionId: sessionId ?? crypto.randomUUID() },
        model: { provider: openProvider({ clock: systemClock }) },
        host: { answers },
        world: { clock: systemClock, ids: randomIds },
      })),
    );
}

/** A session that emits what the test lets it emit. */
export class PlayedSession implements SessionPort {
  readonly id: string;
  readonly isIdle = true;
  readonly commands: Command[] = [];
  /** Every event, where `keeps` is set. */
  readonly said: Event[] = [];
  keeps = false;
  #seq = 0;
  #isOver = false;
  #news = Promise.withResolvers<void>();
  #space = Promise.withResolvers<void>();
  readonly #queue = new BatchQueue<Event>({
    capacity: 256,
    onRoom: () => this.#space.resolve(),
  });

  constructor(id: string) {
    this.id = id;
    this.say({ type: "session.started", session: { ...SESSION, sessionId: id } });
  }

  get seq(): number {
    return this.#seq;
  }

  get unread(): number {
    return 256 - this.#queue.room;
  }

  about(): ReturnType<SessionPort["about"]> {
    return { session: { ...SESSION, sessionId: this.id }, commands: [], models: [] };
  }

  take(command: Command): void {
    this.commands.push(command);
    this.#news.resolve();
  }

  next(): Promise<readonly Event[] | null> {
    return this.#queue.next();
  }

  closeInput(): void {
    this.stop("input_closed", null);
  }

  /** Emits an event, in answer to a command where one is named. */
  say(body: EventBody, cause: string | null = null): void {
    if (this.#isOver) return;
    this.#seq += 1;
    const event: Event = { sessionId: this.id, seq: this.#seq, at: Date.now(), cause, agent: null, ...body };
    if (this.keeps) this.said.push(event);
    this.#queue.push([event]);
  }

  /** Resolves when the server has caught up: engines wait for it. */
  async room(): Promise<void> {
    if (this.#queue.room > 0) return;
    this.#space = Promise.withResolvers<void>();
    await this.#space.promise;
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
    this.#queue.close();
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
