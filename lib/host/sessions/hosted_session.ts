import type { Command } from "../../model/command.ts";
import type { Activity, CommandInfo, EndReason, Event, ModelInfo, SessionInfo } from "../../model/event.ts";
import type { Clock } from "../../model/ports.ts";
import { type Problem, problem, problemOf } from "../../model/problem.ts";
import { within } from "../../model/within.ts";
import { CommandOwners } from "./command_owners.ts";
import { type Cursor, EventLog, type EventLogOptions } from "../log/event_log.ts";
import { LogEntries } from "../log/log_entries.ts";
import { isCallback, Questions } from "./questions.ts";
import { isList, type Tap, Taps } from "../taps.ts";

/** A session as the host sees it: commands in, events out. */
export interface SessionPort {
  readonly id: string;
  /** Whether nothing runs, waits or is asked. */
  readonly isIdle: boolean;
  /** Whether it continues a conversation that was saved. */
  readonly isResumed?: boolean;
  /** The session as it is, and what can be chosen in it. */
  about(): { session: SessionInfo; commands: CommandInfo[]; models: ModelInfo[] };
  /** Takes a command without waiting. */
  take(command: Command): unknown;
  /** The events emitted since the last call; null after the last one. */
  next(): Promise<readonly Event[] | null>;
  /** How many events were emitted and not returned by `next` yet. */
  readonly unread: number;
  /** Nothing more will be asked: what runs is finished. */
  closeInput(): void;
  /** Cancels what runs and ends the session. */
  stop(reason: EndReason, problem: Problem | null): void;
}

/** A client of a session. */
export interface Member {
  /** Shown to the other clients. */
  readonly name: string;
  readonly isController: boolean;
  /** Whether it can still send anything. */
  readonly isListening: boolean;
  /** Whether its sessions belong to it alone and end with it, as on stdin. The session then waits for its reader. */
  readonly ownsSessions: boolean;
  /** Whether it shows whole sessions, with what other clients asked. */
  readonly follows?: boolean;
  /** Bytes of events that it has taken. */
  readonly taken: number;
  /** How full its queue is in a session: 1 is the limit. */
  fill(session: HostedSession): number;
  /** Tells it that a session has new events. */
  wake(session: HostedSession): void;
}

/** What a hosted session works with. */
export interface HostedSessionOptions extends EventLogOptions {
  clock: Clock;
  /** A name for the log of this session, which ends with it. */
  logId: string;
  /** Applied to each event before it is logged. */
  taps: readonly Tap[];
  /** Called when the session goes on under another id. */
  onRename: (id: string) => void;
}

const MAX_TURNS = 4_096;
const CALLBACK_LOST = "The client that was asked is disconnected";

// A client that takes less than this in a slice is not waited for: the others, and the session, go on.
const PACE_AT = 0.5;
const PACE_SLICE_MS = 250;
const PACE_MIN_BYTES = 16_384;
/** Events after which other connections get a turn of the event loop. */
const YIELD_EVERY = 4_096;

/** A live session, its log and its clients. */
export class HostedSession {
  readonly log: EventLog;
  readonly logId: string;
  readonly questions = new Questions();
  readonly members: Set<Member> = new Set();
  /** Resolves when the session has ended and all its events are in the log. */
  readonly ended: Promise<void>;
  /** Whether a client has asked anything of the session. */
  isUsed = false;
  /** Whether a client follows it, so that it is listed before it is used. */
  isFollowed = false;
  isOver = false;
  /** Since when no client is attached. */
  emptySince: number | null = null;
  readonly #port: SessionPort;
  readonly #taps: Taps;
  readonly #owners = new CommandOwners();
  readonly #entries: LogEntries;
  readonly #turns: number[] = [];
  /** Members that did not take their share in time. */
  readonly #slow = new WeakSet<Member>();
  readonly #clock: Clock;
  #relief = Promise.withResolvers<void>();
  #callbackOwner: Member | null = null;
  #started: Event | undefined;
  #turn: number | null = null;
  #changedAt = 0;
  #sinceYield = 0;
  #isStopping = false;
  #isFinished = false;

  constructor(port: SessionPort, options: HostedSessionOptions) {
    this.#clock = options.clock;
    this.logId = options.logId;
    const { startsAfter = 0 } = options;
    const session = (): SessionInfo => port.about().session;
    this.#entries = new LogEntries({ startsAfter, owners: this.#owners, questions: this.questions, session });
    this.#port = port;
    this.#taps = new Taps(options.taps, (error) => this.stop("fatal", problemOf(error)));
    this.log = new EventLog(options);
    this.ended = this.#drain(options.onRename);
  }

  get id(): string {
    return this.#port.id;
  }

  /** Whether ending the session now would interrupt nothing. */
  get isIdle(): boolean {
    return this.#port.isIdle;
  }

  /** Whether a turn runs. */
  get isWorking(): boolean {
    return this.#turn !== null;
  }

  /** Whether anything is still to be answered. */
  get isBusy(): boolean {
    return this.isWorking || this.#owners.isAwaiting;
  }

  /** The session as it is, and what can be chosen in it. */
  about(): ReturnType<SessionPort["about"]> {
    return this.#port.about();
  }

  /** What the session is doing, and for how long. */
  activity(now: number): { state: Activity; sinceMs: number } {
    const state = this.questions.firstOpen !== null ? "waiting_permission" : this.isWorking ? "streaming" : "idle";
    return { state, sinceMs: Math.max(0, now - this.#changedAt) };
  }

  /** The session's first event, brought up to date; null while there is none. */
  get introduction(): Event | null {
    return this.#started ?? null;
  }

  /** Where a newcomer begins: before the running turn and the open questions, so that it sees both whole. */
  get presentPlace(): number {
    const place = this.#turn === null ? this.log.seq : this.#turn - 1;
    return Math.min(place, (this.questions.firstOpen ?? Infinity) - 1);
  }

  /** Where the turn begins that an event belongs to. */
  contextOf(seq: number): number {
    return (this.#turns.findLast((start) => start <= seq) ?? this.log.oldest) - 1;
  }

  enter(member: Member): void {
    this.members.add(member);
    this.emptySince = null;
    if (member.ownsSessions) this.#callbackOwner = member;
  }

  /** Settles the questions that only this member could answer: it will send nothing more. */
  loseAnswersOf(member: Member): void {
    if (this.#callbackOwner !== member || member.ownsSessions) return;
    this.#callbackOwner = null;
    for (const askId of this.questions.open((question) => question.isCallback)) this.#settle(askId, CALLBACK_LOST);
  }

  leave(member: Member, now: number): void {
    this.members.delete(member);
    this.loseAnswersOf(member);
    this.#owners.remove(member);
    this.#relief.resolve();
    if (this.members.size > 0) return;
    this.emptySince = now;
    if (this.#isFinished) void this.log.close();
  }

  /** Passes a command on; returns why not. */
  send(command: Command, member: Member): Problem | null {
    if (this.isOver) return problem("session_not_found", "The session has ended", { detail: "session_ended" });
    if (!member.ownsSessions) {
      const refusal = command.type === "answer" ? this.questions.claim(command, member) : null;
      if (refusal) return refusal;
      if (command.type === "configure") command = this.#adjusted(command, member);
      if (command.type === "prompt") command = { ...command, by: member.name };
      if (command.type === "answer") command = this.questions.attributed(command);
      // A client that opens a session does the work that it offers for it.
      if (command.type === "open") this.#callbackOwner = member;
      this.#owners.add(command, member);
    }
    this.isUsed = true;
    this.#port.take(command);
    return null;
  }

  /** An event as one member sees it; null when it is not for this member. */
  seenBy(event: Event, member: Member): Event | null {
    if (member.ownsSessions) return event;
    switch (event.type) {
      case "reply":
      case "rejected":
        if (event.cause === null || this.#owners.of(event) === member) return event;
        return member.follows && isConversation(event) ? event : null;
      case "ask.opened":
        return !isCallback(event.ask.kind) || this.#callbackOwner === member ? event : null;
      case "ask.closed": {
        const question = this.questions.get(event.askId);
        if (question?.isCallback) return this.#callbackOwner === member ? event : null;
        // For members that did not answer, the question is withdrawn.
        return event.by === "client" && question?.answered?.by !== member ? { ...event, by: "interrupt" } : event;
      }
      default:
        return event;
    }
  }

  /** Denies questions that were opened before a point in time and that no one can answer. */
  denyUnattended(before: number): void {
    for (const askId of this.questions.open(({ openedAt }) => openedAt <= before)) {
      this.#settle(askId, "No client was there to answer");
    }
  }

  /** Called by a member that has caught up. */
  relieved(member: Member): void {
    this.#slow.delete(member);
    this.#relief.resolve();
  }

  /** A client that answers questions has joined a session that had none. */
  expectAnswers(): void {
    const changes = [{ key: "answers" as const, value: true }];
    this.#port.take({ id: "server:answers", sessionId: null, type: "configure", changes });
  }

  /** Closes the log as soon as no client reads it. */
  closeWhenLeft(): void {
    this.#isFinished = true;
    if (this.members.size === 0) void this.log.close();
  }

  /** Nothing more will be asked: what runs is finished. */
  closeInput(): void {
    this.#port.closeInput();
  }

  stop(reason: EndReason, fault: Problem | null): void {
    this.#isStopping = true;
    this.#port.stop(reason, fault);
    this.#relief.resolve();
  }

  /** Events that the session has emitted and that are not in the log yet. */
  get unread(): number {
    return this.#port.unread;
  }

  /** Where a client that saw everything up to `seq` continues; null when that is no longer kept. */
  cursorAt(seq: number): Cursor | null {
    const at = seq === 0 ? this.log.oldest - 1 : seq;
    return at > this.log.seq || at < this.log.oldest - 1 ? null : { seq: at, total: null };
  }

  /** Where a client continues that saw the events up to `seq`; 0 is the start, where it cannot. */
  placeAfter(seq: number | null, logId: string | null): number {
    return seq !== null && (logId === null || logId === this.logId) && this.cursorAt(seq) ? seq : 0;
  }

  /** A client that does not answer questions must not turn them off for the others. */
  #adjusted(command: Command & { type: "configure" }, member: Member): Command {
    const others = [...this.members].some((one) => one !== member && one.isController);
    if (command.changes.some(({ key }) => key === "hooks" || key === "hostServers")) this.#callbackOwner = member;
    const changes = command.changes.filter((change) => !(others && change.key === "answers" && !change.value));
    return { ...command, changes };
  }

  #settle(askId: string, message: string): void {
    this.questions.settle(askId, { by: NOBODY, name: NOBODY.name, decision: "failed" });
    const id = `server:${askId}`;
    this.#port.take({ id, sessionId: null, type: "answer", askId, answer: { kind: "failed", message } });
  }

  /** Reads the session as fast as its clients allow, and logs what it emits. */
  async #drain(onRename: (id: string) => void): Promise<void> {
    try {
      for (let batch = await this.#port.next(); batch; batch = await this.#port.next()) {
        for (const emitted of batch) {
          const tapped = this.#taps.apply(emitted);
          for (const seen of isList(tapped) ? tapped : [tapped]) {
            const entries = this.#entries.of(seen);
            for (const event of isList(entries) ? entries : [entries]) {
              this.#observe(event);
              if (event.type === "session.reset") onRename(event.newSessionId);
              const behind = this.log.append(event);
              if (behind) await behind;
            }
          }
        }
        for (const member of this.members) member.wake(this);
        await this.#pace(batch.length);
      }
    } finally {
      this.isOver = true;
      for (const member of this.members) member.wake(this);
    }
  }

  /**
   * Keeps a burst from running away from clients that follow. One that does not take its share in a slice of time is
   * not waited for again before it has caught up, so a stalled client delays the others no longer than that. The only
   * client of a session, as on stdin, is waited for however long it takes.
   */
  async #pace(events: number): Promise<void> {
    this.#sinceYield += events;
    const isShared = ![...this.members].some((member) => member.ownsSessions);
    if (isShared && this.#sinceYield >= YIELD_EVERY) {
      this.#sinceYield = 0;
      await this.#clock.sleep(1, NEVER);
    }
    while (!this.#isStopping) {
      const behind = new Map<Member, number>();
      let isOwnerBehind = false;
      for (const member of this.members) {
        if (this.#slow.has(member) || member.fill(this) <= PACE_AT) continue;
        behind.set(member, member.taken);
        isOwnerBehind ||= member.ownsSessions;
      }
      if (behind.size === 0) return;
      this.#relief = Promise.withResolvers<void>();
      const relieved = this.#relief.promise.then(() => true);
      if (isOwnerBehind ? await relieved : await within(relieved, { ms: PACE_SLICE_MS, clock: this.#clock })) continue;
      for (const [member, before] of behind) {
        if (member.taken - before < PACE_MIN_BYTES) this.#slow.add(member);
      }
    }
  }

  #observe(event: Event): void {
    this.#owners.observe(event);
    switch (event.type) {
      case "session.started":
        this.#started = event;
        this.#changedAt = event.at;
        return;
      case "session.changed":
        this.#reintroduce(event.session);
        return;
      case "turn.started":
        this.#reintroduce(event.session);
        this.isUsed = true;
        this.#turn = event.seq;
        this.#changedAt = event.at;
        this.#turns.push(event.seq);
        if (this.#turns.length > MAX_TURNS) this.#turns.shift();
        return;
      case "turn.completed":
        this.#turn = null;
        this.#changedAt = event.at;
        return;
      case "ask.opened":
        this.questions.add(event);
        if (isCallback(event.ask.kind) && !this.#callbackOwner) this.#settle(event.askId, CALLBACK_LOST);
        return;
      case "ask.closed":
        this.questions.close(event.askId, { by: NOBODY, name: event.by, decision: event.by });
    }
  }

  #reintroduce(session: SessionInfo): void {
    if (this.#started?.type === "session.started") this.#started = { ...this.#started, session };
  }
}

const NEVER = new AbortController().signal;

const NOBODY: Member = {
  name: "the server",
  isController: false,
  isListening: false,
  ownsSessions: false,
  taken: 0,
  fill: () => 0,
  wake: () => {},
};

/** Whether a reply belongs to what people see of a conversation. */
function isConversation(event: Event): boolean {
  return event.type === "reply" && (event.result.kind === "command" || event.result.kind === "references");
}
