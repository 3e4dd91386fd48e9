import type { Conversation } from "../model/ports/dialect.ts";
import type { Event } from "../model/event.ts";
import { fail, problem } from "../model/problem.ts";
import { Batch } from "../stream/batch.ts";
import { coalesce } from "./log/coalesce.ts";
import type { Cursor, Logged } from "./log/event_log.ts";
import type { HostedSession, Member } from "./sessions/hosted_session.ts";
import type { HostLimits } from "./limits.ts";

/** Where the records of a client go: a record writer, or a person's screen. */
export interface RecordOutput {
  write(records: Batch<object | string>): Promise<void> | void;
  /** Resolves when the last byte was taken. */
  close(): Promise<void>;
}

/** What the output of a client works with. */
export interface ClientOutputOptions {
  output: RecordOutput;
  conversation: Conversation;
  /** Whether the last record of each event carries the event's number. */
  countsEvents: boolean;
  /** Whether questions are shown to a client that may not answer them. */
  showsQuestions: boolean;
  limits: Pick<HostLimits, "queueBytes" | "queueRecords">;
  /** Called when a session has ended and all its events were written. */
  onRead: (session: HostedSession) => void;
}

const COALESCE_AT = 0.02;
const CALM_AT = 0.25;

/**
 * Writes the events of a client's sessions as records of its dialect, at its own pace. What waits for the client is not
 * kept here but in the logs of its sessions.
 */
export class ClientOutput {
  readonly sessions: Map<HostedSession, Cursor> = new Map();
  countsEvents: boolean;
  /** The dialect of the client; its first line may choose another than the server's. */
  conversation: Conversation;
  /** Bytes of events that the client has taken. */
  taken = 0;
  /** Records that were written. */
  records = 0;
  /** Whether a write is under way. */
  isBusy = false;
  readonly #member: Member;
  readonly #options: ClientOutputOptions;

  constructor(member: Member, options: ClientOutputOptions) {
    this.#member = member;
    this.#options = options;
    this.countsEvents = options.countsEvents;
    this.conversation = options.conversation;
  }

  /** Takes a session that was opened for this client, from its first event. */
  add(session: HostedSession): void {
    this.sessions.set(session, { seq: session.log.start, total: 0, isLive: true });
  }

  /**
   * Prepares to take a session that is live already. A client that comes back continues after the last event it saw;
   * earlier events are encoded silently, so that the dialect knows their context. A newcomer gets the returned
   * introduction and sees the running turn from its start.
   */
  async prepare(
    session: HostedSession,
    fromSeq: number | null,
  ): Promise<{ cursor: Cursor; introduction: Event | null }> {
    const seq = fromSeq ?? session.presentPlace;
    const cursor = session.cursorAt(seq);
    if (!cursor) {
      throw fail("protocol_error", `The session has no event ${seq} to continue from`, {
        detail: "seq_unknown",
        hint: "Attach without from_seq to see the session as it is.",
      });
    }
    const { introduction } = session;
    if (introduction && fromSeq !== null && fromSeq > 0) {
      this.encode(introduction);
      await this.#recall(session, fromSeq);
    }
    if (seq === session.log.seq) Object.assign(cursor, { total: session.log.total, isLive: true });
    return { cursor, introduction: fromSeq === null ? introduction : null };
  }

  /** How full the queue of this client is in one session: 1 is the limit. */
  fill(session: HostedSession): number {
    const cursor = this.sessions.get(session);
    if (!cursor?.isLive || cursor.total === null) return 0;
    const records = session.log.seq - cursor.seq;
    // A single event may be larger than the whole queue.
    if (records <= 1) return 0;
    const { queueBytes, queueRecords } = this.#options.limits;
    return Math.max((session.log.total - cursor.total) / queueBytes, records / queueRecords);
  }

  /** How many events of all sessions wait to be written. */
  get backlog(): number {
    let count = 0;
    for (const [session, cursor] of this.sessions) count += session.log.seq - cursor.seq + session.unread;
    return count;
  }

  /** Writes what the sessions have emitted since; says whether there was anything. */
  async writeNews(shouldStop: () => boolean): Promise<boolean> {
    let hasNews = false;
    for (const [session, cursor] of this.sessions) {
      if (shouldStop()) return true;
      const read = session.log.read(cursor);
      if (!read) {
        if (session.isOver) this.#options.onRead(session);
        continue;
      }
      hasNews = true;
      await this.#writeEvents({ session, cursor, entries: await read }, shouldStop);
    }
    return hasNews;
  }

  /** Writes events that are for this client alone. */
  async writeOwn(events: readonly Event[]): Promise<void> {
    await this.#write(events.flatMap((event) => this.encode(event)));
  }

  async close(): Promise<void> {
    await this.#options.output.close();
  }

  /** The records of an event. Who answered is told in every dialect: where notices have no record, as a refusal. */
  encode(event: Event): (object | string)[] {
    const { conversation } = this;
    const records = [...conversation.encode(event)];
    if (records.length > 0 || event.type !== "notice" || event.code !== "answered_by_other") return records;
    const fault = problem("protocol_error", event.text, { detail: event.code });
    return [...conversation.encode({ ...event, type: "rejected", cause: null, problem: fault })];
  }

  async #recall(session: HostedSession, upTo: number): Promise<void> {
    const cursor = session.cursorAt(Math.max(session.contextOf(upTo), session.log.oldest - 1));
    while (cursor && cursor.seq < upTo) {
      for (const { event } of await session.log.read(cursor) ?? []) {
        if (event.seq > upTo) return;
        for (const seen of this.#seenAs(session, event)) this.encode(seen);
        cursor.seq = event.seq;
      }
    }
  }

  async #writeEvents(
    { session, cursor, entries }: { session: HostedSession; cursor: Cursor; entries: Iterable<Logged> },
    shouldStop: () => boolean,
  ): Promise<void> {
    const { ownsSessions } = this.#member;
    const isBehind = !ownsSessions && (!cursor.isLive || this.fill(session) > COALESCE_AT);
    const records: (object | string)[] = [];
    for (const { event, total } of isBehind ? coalesce(entries) : entries) {
      for (const seen of this.#seenAs(session, event)) this.#collect(records, { event: seen, seq: event.seq });
      if (total !== null) this.taken += total - (cursor.total ?? total);
      cursor.seq = event.seq;
      cursor.total = total;
      if (!this.sessions.has(session) || shouldStop()) break;
      if (!ownsSessions && records.length >= MAX_BATCH) await this.#write(records.splice(0));
    }
    await this.#write(records);
    session.log.release(cursor.seq);
    if (cursor.seq === session.log.seq) cursor.isLive = true;
    if (this.fill(session) < CALM_AT) session.relieved(this.#member);
  }

  #collect(records: (object | string)[], { event, seq }: { event: Event; seq: number }): void {
    const own = this.encode(event);
    const last = own.at(-1);
    if (this.countsEvents && typeof last === "object") own[own.length - 1] = { ...last, seq };
    for (const record of own) records.push(record);
  }

  async #write(records: (object | string)[]): Promise<void> {
    if (records.length === 0) return;
    this.isBusy = true;
    const behind = this.#options.output.write(new Batch(records));
    if (behind) await behind;
    this.records += records.length;
    this.isBusy = false;
  }

  /** An event as this client sees it. Another client's answer to a question comes with that client's name. */
  #seenAs(session: HostedSession, event: Event): Event[] {
    const { isController } = this.#member;
    const { showsQuestions } = this.#options;
    if (event.isHistory && !this.#member.follows) return [];
    if (event.type === "ask.opened") {
      if (!isController && !showsQuestions) return [];
      // A client that comes later learns who answered, but not the question.
      if (this.#member.follows && !session.questions.isOpen(event.askId)) return [];
    }
    const seen = session.seenBy(event, this.#member);
    if (!seen) return [];
    if (seen.type !== "ask.closed" || this.#member.ownsSessions) return [seen];
    const answered = session.questions.get(seen.askId)?.answered;
    if (!answered || answered.by === this.#member || (!isController && !showsQuestions)) return [seen];
    const text = `The question was answered by ${answered.name}: ${answered.decision}.`;
    const data = { by: answered.name, decision: answered.decision };
    return [seen, { ...event, type: "notice", level: "info", code: "answered_by_other", text, data }];
  }
}

/** Records that leave in one write, so that what a client has not taken is known. */
const MAX_BATCH = 64;
