import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/ports/dialect.ts";
import type { Event, EventBody } from "../model/event.ts";
import type { Clock } from "../model/ports.ts";
import { type Problem, problem, problemOf, QwenError } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { ClientOutput, type ClientOutputOptions, type RecordOutput } from "./client_output.ts";
import type { HostedSession, Member } from "./sessions/hosted_session.ts";
import type { HostLimits } from "./limits.ts";
import type { LineReader } from "./line_reader.ts";
import { Rate } from "./rate.ts";
import { type Connection, isGone } from "./transports/transport.ts";

/** What a client is told about a command of its own. */
export interface Told {
  body: EventBody;
  cause: string;
}

/** What a client may do. */
export type Role = "controller" | "observer";

/** What a client is made of. */
export interface ClientOptions extends Pick<ClientOutputOptions, "countsEvents" | "showsQuestions"> {
  name: string;
  role: Role;
  /** Whether its sessions end with it, as on stdin. */
  ownsSessions: boolean;
  /** Whether it shows whole sessions, with what other clients asked. */
  follows: boolean;
  /** Whether it opens and closes sessions by requests of its own, and so outlives them. */
  managesSessions: boolean;
  connection: Connection;
  lines: Pick<LineReader, "read">;
  output: RecordOutput;
  conversation: Conversation;
  limits: HostLimits;
  clock: Clock;
  /** Passes a command to its session. */
  route: (command: Command) => Promise<void>;
  /** Looks at the first line before it is decoded, and says whether it still has to be. */
  readFirst: (line: string) => Promise<"read" | "skip">;
  /** Called when the client will send no more, with the error where its input broke. */
  onInputEnd: (error: Problem | null) => void;
}

const WARN_AT = 0.75;
const CALM_AT = 0.25;
const MAX_NOTES = 64;
/** Events that may wait for a client before its input waits as well. */
const MAX_BACKLOG = 20_000;
/** Commands that take their time; later lines do not wait for them. */
const BESIDE: ReadonlySet<Command["type"]> = new Set(["open", "list_sessions", "delete_session", "list_jobs"]);
const LINGER_MS = 250;
const PROBE_MS = 500;

/** One client: its lines become commands, and the events of its sessions become records in its own dialect. */
export class Client implements Member {
  name: string;
  isController: boolean;
  readonly ownsSessions: boolean;
  readonly managesSessions: boolean;
  follows: boolean;
  /** The session that commands without a session id go to. */
  current: HostedSession | null = null;
  readonly output: ClientOutput;
  readonly #options: ClientOptions;
  readonly #rate: Rate;
  /** Events for this client alone; they go before the events of its sessions. */
  readonly #notes: Event[] = [];
  #news = Promise.withResolvers<void>();
  #space = Promise.withResolvers<void>();
  readonly #left = Promise.withResolvers<void>();
  readonly #beside = new Set<Promise<void>>();
  #isWarned = false;
  #hadSession = false;
  #endsWithSessions: boolean;
  #hasEnded = false;
  #leaving: { by: number; why: (() => Problem) | null } | null = null;
  #isGone = false;
  #seen: { lines: number; records: number; heardAt: number; saidAt: number };
  #lines = 0;

  constructor(options: ClientOptions) {
    const { conversation, output, countsEvents, showsQuestions, limits } = options;
    this.#options = options;
    this.name = options.name;
    this.isController = options.role === "controller";
    this.ownsSessions = options.ownsSessions;
    this.managesSessions = options.managesSessions;
    this.follows = options.follows;
    this.#endsWithSessions = !options.managesSessions;
    const onRead = (session: HostedSession): void => this.#forget(session);
    this.output = new ClientOutput(this, { conversation, output, countsEvents, showsQuestions, limits, onRead });
    const now = options.clock.now();
    this.#rate = new Rate(limits.linesPerSecond, now);
    this.#seen = { lines: 0, records: 0, heardAt: now, saidAt: now };
  }

  /** The sessions that the client has opened or joined. */
  get sessions(): ReadonlySet<HostedSession> {
    return new Set(this.output.sessions.keys());
  }

  get isListening(): boolean {
    return !this.#hasEnded && !this.#leaving && !this.#isGone;
  }

  /** Resolves when the client is disconnected. */
  get left(): Promise<void> {
    return this.#left.promise;
  }

  get taken(): number {
    return this.output.taken;
  }

  /** Takes over what its first line says. */
  become(request: { role: Role; name: string | null; fromSeq: number | null }): void {
    this.name = request.name ?? this.name;
    this.isController = request.role === "controller";
    if (request.fromSeq !== null) this.output.countsEvents = this.follows = true;
  }

  /** Goes on in the dialect that its first line has chosen. */
  speak({ conversation, countsEvents }: { conversation: Conversation; countsEvents: boolean }): void {
    this.output.conversation = conversation;
    this.output.countsEvents ||= countsEvents;
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#isGone = true;
    this.#options.connection.close();
    this.#space.resolve();
    this.wake();
  }

  /** Takes a session that was opened for this client. */
  enterNew(session: HostedSession): void {
    this.output.add(session);
    this.#hadSession = true;
    this.current = session;
  }

  /** Joins a live session at the place it asks for. What it is told about that comes before the session's events. */
  async join(session: HostedSession, { fromSeq, told }: { fromSeq: number | null; told?: Told }): Promise<void> {
    const { cursor, introduction } = await this.output.prepare(session, fromSeq);
    if (told) this.tell(told.body, { cause: told.cause, sessionId: session.id });
    else if (introduction) this.#notes.push(introduction);
    this.output.sessions.set(session, cursor);
    this.#hadSession = true;
    this.current = session;
  }

  /** Shows whole sessions from now on, with the numbers of their events. */
  follow(): void {
    this.follows = true;
    this.output.countsEvents = true;
    // A client that leaves one session may open another.
    this.#endsWithSessions = false;
  }

  /** Leaves a session. */
  part(session: HostedSession): void {
    this.output.sessions.delete(session);
    if (this.current === session) this.current = null;
  }

  fill(session: HostedSession): number {
    return this.#leaving ? 0 : this.output.fill(session);
  }

  wake(session?: HostedSession): void {
    if (session && !this.ownsSessions) this.#check(session);
    this.#news.resolve();
  }

  /** Emits an event to this client alone. */
  tell(body: EventBody, facts: { cause?: string | null; sessionId?: string } = {}): void {
    const sessionId = facts.sessionId ?? this.current?.id ?? "";
    const at = this.#options.clock.now();
    this.#notes.push({ sessionId, seq: 0, at, cause: facts.cause ?? null, agent: null, ...body });
    this.wake();
  }

  /** Refuses a command. */
  refuse(fault: Problem, cause: string | null): void {
    this.tell({ type: "rejected", problem: fault }, { cause });
  }

  /** No further session will be opened: the client is done when those that it has are. */
  endWithSessions(): void {
    this.#endsWithSessions = true;
    this.wake();
  }

  /** Disconnects the client: it learns why in its last record, and has a moment to take what was written. */
  dismiss(why: (() => Problem) | null): void {
    if (this.#leaving) return;
    this.#leaving = { by: this.#options.clock.now() + this.#options.limits.graceMs, why };
    this.#space.resolve();
    this.wake();
  }

  /** Reads and writes until the client is disconnected. Rejects when the output of its own sessions is lost. */
  async run(): Promise<void> {
    const reading = this.#read();
    try {
      await this.#write();
      await this.output.close();
      if (this.ownsSessions) return;
      await this.#options.connection.closeWrite();
      // Closing with unread input would discard what the client has not taken yet.
      await within(reading, { ms: LINGER_MS, clock: this.#options.clock });
    } catch (error) {
      if (this.ownsSessions) throw error;
      // A client that went away is no failure, and a QwenError is reported to it; anything else is a bug.
      if (error instanceof QwenError) await this.#writeLast(error.problem);
      else if (!isGone(error)) throw error;
    } finally {
      this.#isGone = true;
      this.#space.resolve();
      this.#options.connection.close();
      if (!this.ownsSessions) await reading;
      this.#left.resolve();
    }
  }

  /** Looks after time limits: silence, stalls and heartbeats. */
  tick(now: number): void {
    const { limits, connection } = this.#options;
    const seen = this.#seen;
    const { records, isBusy } = this.output;
    if (this.#leaving && now > this.#leaving.by) return connection.close();
    if (this.#lines !== seen.lines) this.#seen = { ...this.#seen, lines: this.#lines, heardAt: now };
    if (records !== seen.records) this.#seen = { ...this.#seen, records, saidAt: now };
    const quietMs = now - this.#seen.saidAt;
    if (isBusy && quietMs > limits.stallMs) return this.dismiss(() => tooSlow(`took nothing for ${quietMs} ms`));
    const isWorking = [...this.sessions].some((session) => session.isWorking);
    if (!isWorking && now - this.#seen.heardAt > limits.idleMs) {
      return this.dismiss(() =>
        problem("limit_exceeded", `The client was silent for ${limits.idleMs} ms`, { detail: "idle" })
      );
    }
    // Whether a client that has closed its input still listens shows only when something is written.
    const beatMs = this.#hasEnded ? Math.min(limits.heartbeatMs, PROBE_MS) : limits.heartbeatMs;
    if (quietMs < beatMs || isBusy || this.#leaving || !this.current) return;
    this.#seen = { ...this.#seen, saidAt: now };
    this.tell({ type: "heartbeat", ...this.current.activity(now) });
  }

  async #write(): Promise<void> {
    const shouldStop = (): boolean => this.#notes.length > 0 || this.#leaving !== null;
    while (!this.#isGone) {
      this.#news = Promise.withResolvers<void>();
      if (this.#notes.length > 0) {
        await this.output.writeOwn(this.#notes.splice(0));
        this.#space.resolve();
        continue;
      }
      if (this.#leaving) return await this.#writeFarewell(this.#leaving.why);
      const hasNews = await this.output.writeNews(shouldStop);
      if (this.output.backlog < MAX_BACKLOG) this.#space.resolve();
      if (hasNews) continue;
      if (this.#isDone()) return;
      await this.#news.promise;
    }
  }

  /** Whether everything that will ever be written has been written. */
  #isDone(): boolean {
    const sessions = [...this.output.sessions.keys()];
    if (sessions.length === 0) return (this.#hadSession && this.#endsWithSessions) || this.#hasEnded;
    return this.#hasEnded && !this.ownsSessions && sessions.every((session) => !session.isBusy);
  }

  /** A session has ended and all of it was written. */
  #forget(session: HostedSession): void {
    if (this.#isWarned) this.#isWarned = false;
    this.output.sessions.delete(session);
    session.leave(this, this.#options.clock.now());
  }

  async #writeFarewell(why: (() => Problem) | null): Promise<void> {
    if (!why) return;
    const at = this.#options.clock.now();
    const head = { sessionId: this.current?.id ?? "", seq: 0, at, cause: null, agent: null };
    await this.output.writeOwn([{ ...head, type: "rejected", problem: why() }]);
  }

  /** Writes a refusal after the output failed. */
  async #writeLast(fault: Problem): Promise<void> {
    try {
      await this.#writeFarewell(() => fault);
      await this.output.close();
    } catch (error) {
      if (!isGone(error) && !(error instanceof QwenError)) throw error;
    }
  }

  /** Warns a client that is behind, and disconnects it when its queue is full. */
  #check(session: HostedSession): void {
    const fill = this.fill(session);
    if (fill < CALM_AT) this.#isWarned = false;
    if (fill > 1) {
      const seq = (): number => this.output.sessions.get(session)?.seq ?? 0;
      this.dismiss(() => tooSlow(`is more than its queue behind; the last seq it was sent is ${seq()}`));
    } else if (fill > WARN_AT && !this.#isWarned) {
      this.#isWarned = true;
      const text = "The client is behind: it is disconnected when its queue is full.";
      this.tell({ type: "notice", level: "warning", code: "slow_client", text, data: { fill: round(fill) } });
    }
  }

  async #read(): Promise<void> {
    const { lines, readFirst } = this.#options;
    let broken: Problem | null = null;
    try {
      for (;;) {
        const { done, value } = await lines.read();
        if (done) break;
        this.#lines += 1;
        if (this.#leaving || this.#isGone) continue;
        if (this.#lines === 1 && await readFirst(value) === "skip") continue;
        await this.#take(value);
      }
    } catch (error) {
      broken = problemOf(error);
      if (!this.ownsSessions) this.dismiss(() => problemOf(error));
    }
    await Promise.all(this.#beside);
    this.#hasEnded = true;
    for (const session of this.output.sessions.keys()) session.loseAnswersOf(this);
    this.#options.onInputEnd(broken);
    this.wake();
  }

  #takeBeside(routed: Promise<void>): void {
    const beside: Promise<void> = routed.finally(() => this.#beside.delete(beside));
    this.#beside.add(beside);
  }

  async #take(line: string): Promise<void> {
    const { clock, limits, route } = this.#options;
    const { conversation } = this.output;
    const retryAfterMs = this.#rate.take(clock.now());
    if (retryAfterMs > 0) {
      const message = `More than ${limits.linesPerSecond} lines in a second: the line was dropped`;
      this.refuse(problem("limit_exceeded", message, { detail: "rate_limited", retryable: true, retryAfterMs }), null);
    } else {
      for (const command of conversation.decode(line)) {
        const routed = route(command);
        if (!BESIDE.has(command.type)) await routed;
        else this.#takeBeside(routed);
      }
    }
    // Input waits for a client that asks without reading the answers.
    const isBehind = (): boolean => this.#notes.length > MAX_NOTES || this.output.backlog > MAX_BACKLOG;
    while (isBehind() && !this.#isGone && !this.#leaving) {
      this.#space = Promise.withResolvers<void>();
      await this.#space.promise;
    }
  }
}

function tooSlow(how: string): Problem {
  return problem("client_too_slow", `The client ${how}`, { hint: "Attach again with the last seq that was seen." });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
