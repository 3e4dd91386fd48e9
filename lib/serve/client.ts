import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/dialect.ts";
import type { Event, EventBody } from "../model/event.ts";
import type { Clock } from "../model/ports.ts";
import { fail, type Problem, problem, problemOf, QwenError } from "../model/problem.ts";
import { within } from "../model/within.ts";
import type { RecordWriter } from "../stream/record_writer.ts";
import { coalesce } from "./coalesce.ts";
import type { Cursor, Logged } from "./event_log.ts";
import type { HubLimits } from "./limits.ts";
import type { LineSource } from "./lines.ts";
import { Rate } from "./rate.ts";
import type { Member, Room } from "./room.ts";
import { type Connection, isGone } from "./transport.ts";

/** What a client may do. */
export type Role = "controller" | "observer";

/** What a client is made of. */
export interface ClientOptions {
  name: string;
  role: Role;
  connection: Connection;
  lines: LineSource;
  outlet: RecordWriter;
  conversation: Conversation;
  /** Whether the last record of each event carries the event's number. */
  countsEvents: boolean;
  /** Whether questions are shown to one who may not answer them. */
  showsQuestions: boolean;
  limits: HubLimits;
  clock: Clock;
  /** Takes a command to its session. */
  route: (command: Command) => Promise<void>;
  /** Looks at the first line before it is read, and says whether there is more in it. */
  readFirst: (line: string) => Promise<"read" | "skip">;
}

const WARN_AT = 0.75;
const CALM_AT = 0.25;
const COALESCE_AT = 0.02;
const MAX_NOTES = 64;
const LINGER_MS = 250;
const PROBE_MS = 500;

/**
 * One client: reads its lines as commands, and tells it the events of its sessions in its own words and at its own
 * pace. What waits for it is not kept here but in the logs of its sessions.
 */
export class Client implements Member {
  name: string;
  isController: boolean;
  readonly rooms: Map<Room, Cursor> = new Map();
  /** The session that commands without a name go to. */
  current: Room | null = null;
  readonly #options: ClientOptions;
  readonly #out: RecordWriter;
  readonly #rate: Rate;
  /** What only this client is told; goes before the events of sessions. */
  readonly #notes: Event[] = [];
  #news = Promise.withResolvers<void>();
  #room = Promise.withResolvers<void>();
  readonly #left = Promise.withResolvers<void>();
  #taken = 0;
  #isWarned = false;
  #isBusy = false;
  #hasEnded = false;
  #leaving: { by: number; why: (() => Problem) | null } | null = null;
  #isGone = false;
  #seen: { lines: number; records: number; heardAt: number; saidAt: number };
  #lines = 0;
  #records = 0;
  #countsEvents: boolean;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.name = options.name;
    this.isController = options.role === "controller";
    this.#countsEvents = options.countsEvents;
    this.#out = options.outlet;
    const now = options.clock.now();
    this.#rate = new Rate(options.limits.linesPerSecond, now);
    this.#seen = { lines: 0, records: 0, heardAt: now, saidAt: now };
  }

  get isListening(): boolean {
    return !this.#hasEnded && !this.#leaving && !this.#isGone;
  }

  /** Resolves when the client is gone. */
  get left(): Promise<void> {
    return this.#left.promise;
  }

  /** Takes over what its first line says it is. */
  become(wish: { role: Role; name: string | null; fromSeq: number | null }): void {
    this.name = wish.name ?? this.name;
    this.isController = wish.role === "controller";
    if (wish.fromSeq !== null) this.#countsEvents = true;
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#isGone = true;
    this.#options.connection.close();
    this.wake();
  }

  /** Takes a session that was opened for this client, from its first word. */
  enterNew(room: Room): void {
    this.rooms.set(room, { seq: 0, total: 0, isLive: true });
    this.current = room;
  }

  /**
   * Takes a session that lives already. One that comes back goes on after the last event it saw; what it knows from
   * before is read again in silence, so that what follows makes sense. A newcomer is introduced, and sees the running
   * turn from its start.
   */
  async join(room: Room, fromSeq: number | null): Promise<void> {
    const { conversation } = this.#options;
    const seq = fromSeq ?? room.presentPlace;
    const cursor = room.cursorAt(seq);
    if (!cursor) {
      throw fail("protocol_error", `The session has no event ${seq} that could be continued from`, {
        detail: "seq_unknown",
        hint: "Attach without from_seq to see the session as it is.",
      });
    }
    const { introduction } = room;
    if (introduction && fromSeq === null) this.#notes.push(introduction);
    if (introduction && fromSeq !== null && fromSeq > 0) {
      for (const _silent of conversation.encode(introduction));
      await this.#recall(room, fromSeq);
    }
    if (seq === room.log.seq) Object.assign(cursor, { total: room.log.total, isLive: true });
    this.rooms.set(room, cursor);
    this.current = room;
  }

  /** Bytes of events that the client has taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How full the queue of this client is in one session: 1 is as much as it may be. */
  fill(room: Room): number {
    const cursor = this.rooms.get(room);
    if (!cursor?.isLive || cursor.total === null || this.#leaving) return 0;
    const records = room.log.seq - cursor.seq;
    // One event may be larger than the whole queue.
    if (records <= 1) return 0;
    const { queueBytes, queueRecords } = this.#options.limits;
    return Math.max((room.log.total - cursor.total) / queueBytes, records / queueRecords);
  }

  wake(room?: Room): void {
    if (room) this.#check(room);
    this.#news.resolve();
  }

  /** Tells this client alone. */
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

  /** Lets the client go: it is told why, last of all, and has a moment to take what was said. */
  dismiss(why: (() => Problem) | null): void {
    if (this.#leaving) return;
    this.#leaving = { by: this.#options.clock.now() + this.#options.limits.graceMs, why };
    this.#room.resolve();
    this.wake();
  }

  /** Speaks and listens until the client is gone. */
  async run(): Promise<void> {
    const reading = this.#read();
    try {
      await this.#speak();
      await this.#out.close();
      await this.#options.connection.closeWrite();
      // Closing with unread input would throw away what the client has not taken yet.
      await within(reading, { ms: LINGER_MS, clock: this.#options.clock });
    } catch (error) {
      // A client that went away is no fault, and what cannot be had is told; anything else is a fault of ours.
      if (error instanceof QwenError) await this.#lastWord(error.problem);
      else if (!isGone(error)) throw error;
    } finally {
      this.#isGone = true;
      this.#room.resolve();
      this.#options.connection.close();
      await reading;
      this.#left.resolve();
    }
  }

  /** Looks after time: silence, stalls and signs of life. */
  tick(now: number): void {
    const { limits, connection } = this.#options;
    const seen = this.#seen;
    if (this.#leaving && now > this.#leaving.by) return connection.close();
    if (this.#lines !== seen.lines) this.#seen = { ...this.#seen, lines: this.#lines, heardAt: now };
    if (this.#records !== seen.records) this.#seen = { ...this.#seen, records: this.#records, saidAt: now };
    const quietMs = now - this.#seen.saidAt;
    if (this.#isBusy && quietMs > limits.stallMs) return this.dismiss(() => tooSlow(`took nothing for ${quietMs} ms`));
    const isWorking = [...this.rooms.keys()].some((room) => room.isWorking);
    if (!isWorking && now - this.#seen.heardAt > limits.idleMs) {
      return this.dismiss(() =>
        problem("limit_exceeded", `The client was silent for ${limits.idleMs} ms`, { detail: "idle" })
      );
    }
    // Whether one that has said its last word still listens shows only when something is said.
    const beatMs = this.#hasEnded ? Math.min(limits.heartbeatMs, PROBE_MS) : limits.heartbeatMs;
    if (quietMs < beatMs || this.#isBusy || this.#leaving || !this.current) return;
    this.#seen = { ...this.#seen, saidAt: now };
    this.tell({ type: "heartbeat", ...this.current.activity(now) });
  }

  async #recall(room: Room, upTo: number): Promise<void> {
    const cursor = room.cursorAt(Math.max(room.contextOf(upTo), room.log.oldest - 1));
    while (cursor && cursor.seq < upTo) {
      for (const { event } of await room.log.read(cursor) ?? []) {
        if (event.seq > upTo) return;
        for (const seen of this.#seenAs(room, event)) this.#worded(seen);
        cursor.seq = event.seq;
      }
    }
  }

  async #speak(): Promise<void> {
    while (!this.#isGone) {
      this.#news = Promise.withResolvers<void>();
      if (await this.#sayNotes()) continue;
      if (this.#leaving) return await this.#sayFarewell(this.#leaving.why);
      let hasNews = false;
      for (const [room, cursor] of this.rooms) {
        const read = room.log.read(cursor);
        if (!read) continue;
        const entries = read instanceof Promise ? await read : read;
        hasNews = true;
        await this.#sayEvents(room, cursor, entries);
      }
      if (hasNews) continue;
      if (this.#isDone()) return;
      await this.#news.promise;
    }
  }

  /** Everything that will ever be said has been said. */
  #isDone(): boolean {
    const rooms = [...this.rooms.keys()];
    if (rooms.length > 0 && rooms.every((room) => room.isOver)) return true;
    return this.#hasEnded && rooms.every((room) => room.isOver || !room.isBusy);
  }

  async #sayFarewell(why: (() => Problem) | null): Promise<void> {
    if (!why) return;
    const head = { sessionId: this.current?.id ?? "", seq: 0, at: this.#options.clock.now(), cause: null, agent: null };
    await this.#say({ ...head, type: "rejected", problem: why() }, null);
  }

  async #sayNotes(): Promise<boolean> {
    const notes = this.#notes.splice(0);
    for (const note of notes) await this.#say(note, null);
    this.#room.resolve();
    return notes.length > 0;
  }

  async #sayEvents(room: Room, cursor: Cursor, entries: Iterable<Logged>): Promise<void> {
    const isBehind = !cursor.isLive || this.fill(room) > COALESCE_AT;
    for (const { event, total } of isBehind ? coalesce(entries) : entries) {
      for (const seen of this.#seenAs(room, event)) await this.#say(seen, event.seq);
      if (total !== null) this.#taken += total - (cursor.total ?? total);
      cursor.seq = event.seq;
      cursor.total = total;
      if (this.#notes.length > 0 || this.#leaving || !this.rooms.has(room)) return;
    }
    if (cursor.seq === room.log.seq) cursor.isLive = true;
    if (this.fill(room) < CALM_AT) {
      this.#isWarned = false;
      room.relieved(this);
    }
  }

  /** An event as this client sees it; another's answer to a question comes with the name of who gave it. */
  #seenAs(room: Room, event: Event): Event[] {
    if (event.type === "ask.opened" && !this.isController && !this.#options.showsQuestions) return [];
    const seen = room.seenBy(event, this);
    if (!seen) return [];
    if (seen.type !== "ask.closed") return [seen];
    const answered = room.questions.get(seen.askId)?.answered;
    if (!answered || answered.by === this || (!this.isController && !this.#options.showsQuestions)) return [seen];
    const text = `The question was answered by ${answered.name}: ${answered.decision}.`;
    const data = { by: answered.name, decision: answered.decision };
    return [seen, { ...event, type: "notice", level: "info", code: "answered_by_other", text, data }];
  }

  async #say(event: Event, seq: number | null): Promise<void> {
    const records = this.#worded(event);
    const last = records.length - 1;
    this.#isBusy = true;
    for (const [index, record] of records.entries()) {
      const isCounted = this.#countsEvents && seq !== null && index === last && typeof record === "object";
      const behind = this.#out.write(isCounted ? { ...record, seq } : record);
      if (behind) await behind;
      this.#records += 1;
    }
    this.#isBusy = false;
  }

  /** Who answered is told in every dialect: where notices have no words, as a refusal has. */
  #worded(event: Event): (object | string)[] {
    const { conversation } = this.#options;
    const records = [...conversation.encode(event)];
    if (records.length > 0 || event.type !== "notice" || event.code !== "answered_by_other") return records;
    const fault = problem("protocol_error", event.text, { detail: event.code });
    return [...conversation.encode({ ...event, type: "rejected", cause: null, problem: fault })];
  }

  /** Says something after the records could not be had. */
  async #lastWord(fault: Problem): Promise<void> {
    try {
      await this.#sayFarewell(() => fault);
      await this.#out.close();
    } catch {
      // It cannot be told any more.
    }
  }

  /** Warns a client that is behind, and lets it go when it is too far. */
  #check(room: Room): void {
    const fill = this.fill(room);
    if (fill > 1) {
      const seq = (): number => this.rooms.get(room)?.seq ?? 0;
      this.dismiss(() => tooSlow(`is more than its queue behind; the last seq it was sent is ${seq()}`));
    } else if (fill > WARN_AT && !this.#isWarned) {
      this.#isWarned = true;
      const text = "The client is behind: it is let go when its queue is full.";
      this.tell({ type: "notice", level: "warning", code: "slow_client", text, data: { fill: round(fill) } });
    }
  }

  async #read(): Promise<void> {
    const { lines, readFirst } = this.#options;
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
      this.dismiss(() => problemOf(error));
    }
    this.#hasEnded = true;
    for (const room of this.rooms.keys()) room.fallSilent(this);
    this.wake();
  }

  async #take(line: string): Promise<void> {
    const { conversation, clock, limits, route } = this.#options;
    const retryAfterMs = this.#rate.take(clock.now());
    if (retryAfterMs > 0) {
      const message = `More than ${limits.linesPerSecond} lines in a second: the line was dropped`;
      this.refuse(problem("limit_exceeded", message, { detail: "rate_limited", retryable: true, retryAfterMs }), null);
    } else {
      const commands = await conversation.decode(line);
      // One that was let go while its line was read is not heard any more.
      if (this.isListening) { for (const command of commands) await route(command); }
    }
    // One that asks and does not read is not listened to either.
    while (this.#notes.length > MAX_NOTES && !this.#isGone && !this.#leaving) {
      this.#room = Promise.withResolvers<void>();
      await this.#room.promise;
    }
  }
}

function tooSlow(how: string): Problem {
  return problem("client_too_slow", `The client ${how}`, { hint: "Attach again with the last seq that was seen." });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
