/** A host with one client, as on stdin, whose dialect is plain: a line is a command as JSON, a record is an event. */
import type { SessionPort } from "../../lib/host/sessions/hosted_session.ts";
import { type HostLimits, SINGLE_CLIENT_LIMITS } from "../../lib/host/limits.ts";
import { type Host, serveClient, visitOf } from "../../lib/host/pipeline.ts";
import { SessionRegistry } from "../../lib/host/sessions/session_registry.ts";
import { type Tap, watching } from "../../lib/host/taps.ts";
import type { Connection } from "../../lib/host/transports/transport.ts";
import { randomIds, systemClock } from "../../lib/model/clock.ts";
import type { Command } from "../../lib/model/command.ts";
import type { Conversation } from "../../lib/model/ports/dialect.ts";
import type { Event } from "../../lib/model/event.ts";

/** What a single client is made of. */
export interface SingleClientOptions {
  open: (sessionId: string | null) => Promise<SessionPort>;
  limits?: Partial<HostLimits>;
  conversation?: Conversation;
  taps?: readonly Tap[];
}

const PLAIN: Conversation = {
  decode: (line) => [JSON.parse(line) as Command],
  encode: (event) => [event],
};

/** A client that a test plays. */
export class SingleClient {
  readonly registry: SessionRegistry;
  readonly events: Event[] = [];
  readonly #host: Host;
  #input: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #readable: ReadableStream<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  readonly #watchers = new Set<(event: Event) => void>();

  constructor(options: SingleClientOptions) {
    const limits: HostLimits = { ...SINGLE_CLIENT_LIMITS, ...options.limits };
    this.registry = new SessionRegistry({
      limits,
      clock: systemClock,
      ids: randomIds,
      folder: null,
      keepsHistory: false,
      note: () => {},
      open: ({ sessionId }) => options.open(sessionId),
      taps: () => [...(options.taps ?? []), watching((event) => this.#watch(event))],
    });
    const conversation = options.conversation ?? PLAIN;
    this.#host = {
      registry: this.registry,
      limits,
      clock: systemClock,
      isSingleClient: true,
      shorten: () => Promise.reject(new Error("nothing is spilled here")),
      handshake: {
        dialect: "plain",
        token: null,
        takesOpeningLines: false,
        maxBadLines: limits.badLines,
        detect: () => "plain",
        undecided: () => Promise.resolve(conversation),
      },
      openDialect: () =>
        Promise.resolve({
          conversation,
          answers: true,
          opensAtOnce: true,
          showsQuestions: false,
          countsEvents: false,
          maxLineBytes: 1 << 20,
        }),
    };
    this.#readable = new ReadableStream({
      start: (controller) => void (this.#input = controller),
    });
  }

  /** Everything that was written. */
  get stdout(): string {
    return this.#chunks.map((chunk) => new TextDecoder().decode(chunk)).join("");
  }

  /** Sends commands. */
  send(...commands: Command[]): void {
    const text = commands.map((command) => `${JSON.stringify(command)}\n`).join("");
    this.#input?.enqueue(new TextEncoder().encode(text));
  }

  closeInput(): void {
    this.#input?.close();
  }

  breakInput(error: unknown): void {
    this.#input?.error(error);
  }

  /** Calls a function with each event from now on. */
  onEvent(watch: (event: Event) => void): void {
    this.#watchers.add(watch);
  }

  /** Serves the client to its end. */
  async run(write?: (bytes: Uint8Array) => Promise<number>): Promise<Event[]> {
    const connection: Connection = {
      readable: this.#readable,
      sink: {
        write: write ?? ((bytes) => {
          this.#chunks.push(bytes.slice());
          return Promise.resolve(bytes.length);
        }),
      },
      peer: "test",
      closeWrite: () => Promise.resolve(),
      close: () => {},
    };
    await serveClient(visitOf(connection, this.#host), this.#host);
    return this.events;
  }

  #watch(event: Event): void {
    this.events.push(event);
    for (const watch of [...this.#watchers]) watch(event);
  }
}
