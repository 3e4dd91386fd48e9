import type { Answer, Command } from "../model/command.ts";
import type { Activity, Ask, EndReason, Event, SessionInfo } from "../model/event.ts";
import type { Clock } from "../model/ports.ts";
import { type Problem, problem } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { type Cursor, EventLog, type EventLogOptions } from "./event_log.ts";

/** A session as the server knows it: commands in, events out. */
export interface LiveSession {
  readonly id: string;
  readonly writable: WritableStream<Command>;
  readonly readable: ReadableStream<readonly Event[]>;
  stop(reason: EndReason, problem: Problem | null): void;
}

/** Somebody who listens to a session. */
export interface Member {
  /** What others are told. */
  readonly name: string;
  readonly isController: boolean;
  /** Whether it can still send anything. */
  readonly isListening: boolean;
  /** Bytes of events that were taken. */
  readonly taken: number;
  /** How full the queue is: 1 is as much as it may be. */
  fill(room: Room): number;
  /** There is something new. */
  wake(room: Room): void;
}

/** A question, and who has answered it. */
export interface Question {
  seq: number;
  kind: Ask["kind"];
  openedAt: number;
  answered: { by: Member; name: string; decision: string } | null;
}

const MAX_OWNERS = 4_096;
const MAX_SETTLED = 256;
const MAX_TURNS = 4_096;
/** Questions that only the client can answer that brought what asks. */
const CALLBACKS: ReadonlySet<string> = new Set(["hook", "mcp"]);

/** What a room works with. */
export interface RoomOptions extends EventLogOptions {
  clock: Clock;
  /** Told when the session goes on under another id. */
  onRename: (id: string) => void;
}

// A client that takes less than this in a slice is not waited for: others, and the session, go on.
const PACE_AT = 0.5;
const PACE_SLICE_MS = 250;
const PACE_MIN_BYTES = 16_384;
const PACE_EVERY = 64;

/** A live session, its log and those who listen. The session is read as fast as it speaks, whoever listens. */
export class Room {
  readonly log: EventLog;
  readonly questions: Map<string, Question> = new Map();
  readonly members: Set<Member> = new Set();
  /** Resolves when the session has ended and everything it said is in the log. */
  readonly ended: Promise<void>;
  /** Whether anything was asked of the session. */
  isTouched = false;
  isOver = false;
  /** Since when nobody has listened. */
  emptySince: number | null = null;
  readonly #session: LiveSession;
  readonly #writer: WritableStreamDefaultWriter<Command>;
  readonly #owners = new Map<string, Member>();
  readonly #settled: string[] = [];
  readonly #turns: number[] = [];
  /** Commands that have not been answered yet. */
  readonly #awaited = new Set<string>();
  /** Members that were waited for in vain. */
  readonly #slow = new WeakSet<Member>();
  readonly #clock: Clock;
  #relief = Promise.withResolvers<void>();
  #callbackOwner: Member | null = null;
  #started: Event | undefined;
  #turn: number | null = null;
  #changedAt = 0;
  #isFinished = false;

  constructor(session: LiveSession, options: RoomOptions) {
    this.#clock = options.clock;
    this.#session = session;
    this.#writer = session.writable.getWriter();
    this.log = new EventLog(options);
    this.ended = this.#drain(options.onRename);
  }

  get id(): string {
    return this.#session.id;
  }

  /** Whether a turn runs. */
  get isWorking(): boolean {
    return this.#turn !== null;
  }

  /** Whether anything is still to be answered. */
  get isBusy(): boolean {
    return this.isWorking || this.#awaited.size > 0;
  }

  /** What the session is doing. */
  activity(now: number): { state: Activity; sinceMs: number } {
    const isAsking = [...this.questions.values()].some(({ answered }) => !answered);
    const state = isAsking ? "waiting_permission" : this.isWorking ? "streaming" : "idle";
    return { state, sinceMs: Math.max(0, now - this.#changedAt) };
  }

  /** The session's first event as it would be now; null while there is none. */
  get introduction(): Event | null {
    return this.#started ?? null;
  }

  /** Where a newcomer begins: before the running turn and the open questions, so that what it sees is whole. */
  get presentPlace(): number {
    let place = this.#turn === null ? this.log.seq : this.#turn - 1;
    for (const { seq, answered } of this.questions.values()) if (!answered) place = Math.min(place, seq - 1);
    return place;
  }

  /** Where to begin so that what comes after `seq` makes sense: the turn that it lies in. */
  contextOf(seq: number): number {
    return (this.#turns.findLast((start) => start <= seq) ?? this.log.oldest) - 1;
  }

  enter(member: Member): void {
    this.members.add(member);
    this.emptySince = null;
  }

  /** A member can send nothing any more: what only it can answer is settled. */
  fallSilent(member: Member): void {
    if (this.#callbackOwner !== member) return;
    this.#callbackOwner = null;
    for (const [askId, { kind, answered }] of this.questions) {
      if (CALLBACKS.has(kind) && !answered) this.#settle(askId, "The client that was asked is gone");
    }
  }

  leave(member: Member, now: number): void {
    this.members.delete(member);
    this.fallSilent(member);
    for (const [id, owner] of this.#owners) if (owner === member) this.#owners.delete(id);
    if (this.members.size > 0) return;
    this.emptySince = now;
    if (this.#isFinished) void this.log.close();
  }

  /** Passes a command on; returns why not. */
  send(command: Command, member: Member): Problem | null {
    if (this.isOver) return problem("session_not_found", "The session has ended", { detail: "session_ended" });
    if (command.type === "answer") {
      const refusal = this.#claim(command.askId, command.answer, member);
      if (refusal) return refusal;
    }
    if (command.type === "configure") command = this.#adjusted(command, member);
    this.isTouched = true;
    this.#owners.set(command.id, member);
    if (this.#owners.size > MAX_OWNERS) this.#owners.delete(oldest(this.#owners.keys()));
    if (isAwaited(command)) this.#awaited.add(command.id);
    if (this.#awaited.size > MAX_OWNERS) this.#awaited.delete(oldest(this.#awaited));
    if (command.type === "withdraw") this.#awaited.delete(command.commandId ?? "");
    this.#write(command);
    return null;
  }

  /** What an event is to one member: itself, something like it, or nothing. */
  seenBy(event: Event, member: Member): Event | null {
    switch (event.type) {
      case "reply":
      case "rejected":
        return event.cause === null || this.#owners.get(event.cause) === member ? event : null;
      case "ask.opened":
        return !CALLBACKS.has(event.ask.kind) || this.#callbackOwner === member ? event : null;
      case "ask.closed": {
        const question = this.questions.get(event.askId);
        if (question && CALLBACKS.has(question.kind)) return this.#callbackOwner === member ? event : null;
        // For those who did not answer the question is withdrawn.
        return event.by === "client" && question?.answered?.by !== member ? { ...event, by: "interrupt" } : event;
      }
      default:
        return event;
    }
  }

  /** Denies questions that nobody can answer. */
  denyUnattended(before: number): void {
    for (const [askId, { openedAt, answered }] of this.questions) {
      if (!answered && openedAt <= before) this.#settle(askId, "Nobody was there to answer");
    }
  }

  /** Told by a member that has caught up. */
  relieved(member: Member): void {
    this.#slow.delete(member);
    this.#relief.resolve();
  }

  /** Somebody has come who answers, though nobody did before. */
  expectAnswers(): void {
    this.#write({
      id: "server:answers",
      sessionId: null,
      type: "configure",
      changes: [{ key: "answers", value: true }],
    });
  }

  /** Gives up the log once the last client has read it. */
  closeWhenLeft(): void {
    this.#isFinished = true;
    if (this.members.size === 0) void this.log.close();
  }

  /** No more will be asked: what runs is finished. */
  closeInput(): void {
    this.#writer.close().catch(() => {/* It is over already. */});
  }

  stop(fault: Problem): void {
    this.#session.stop("signal", fault);
  }

  /** Where a client that saw everything up to `seq` goes on; null when that is not kept. */
  cursorAt(seq: number): Cursor | null {
    if (seq > this.log.seq || seq < this.log.oldest - 1) return null;
    return { seq, total: null };
  }

  /** The first valid answer wins. */
  #claim(askId: string, answer: Answer, member: Member): Problem | null {
    const question = this.questions.get(askId);
    if (!question) {
      return problem("protocol_error", "Nobody asked this question, or it was answered before", {
        detail: "unknown_ask",
      });
    }
    if (question.answered) {
      const { name, decision } = question.answered;
      return problem("protocol_error", `The question was answered by ${name} already: ${decision}.`, {
        detail: "answered_by_other",
      });
    }
    question.answered = { by: member, name: member.name, decision: decisionOf(answer) };
    return null;
  }

  /** A client that does not answer must not speak for the others. */
  #adjusted(command: Command & { type: "configure" }, member: Member): Command {
    const others = [...this.members].some((one) => one !== member && one.isController);
    if (command.changes.some(({ key }) => key === "hooks" || key === "hostServers")) this.#callbackOwner = member;
    const changes = command.changes.filter((change) => !(others && change.key === "answers" && !change.value));
    return { ...command, changes };
  }

  #settle(askId: string, message: string): void {
    const question = this.questions.get(askId);
    if (question) question.answered = { by: NOBODY, name: NOBODY.name, decision: "failed" };
    const id = `server:${askId}`;
    this.#write({ id, sessionId: null, type: "answer", askId, answer: { kind: "failed", message } });
  }

  #write(command: Command): void {
    // A session takes commands without waiting; a rejected write means that it is over already.
    this.#writer.write(command).catch(() => {});
  }

  async #drain(onRename: (id: string) => void): Promise<void> {
    try {
      for await (const batch of this.#session.readable) {
        for (const event of batch) {
          this.#observe(event);
          if (event.type === "session.reset") onRename(event.newSessionId);
          const behind = this.log.append(event);
          for (const member of this.members) member.wake(this);
          if (behind) await behind;
          if (event.seq % PACE_EVERY === 0) await this.#pace();
        }
      }
    } finally {
      this.isOver = true;
      for (const member of this.members) member.wake(this);
    }
  }

  /**
   * Keeps a burst from running away from clients that follow. One that does not take its share in a slice of time is
   * not waited for again before it has caught up, so a stalled client holds up nobody for longer than that.
   */
  async #pace(): Promise<void> {
    // A session that never waits would leave no time for sockets.
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (;;) {
      const behind = new Map<Member, number>();
      for (const member of this.members) {
        if (member.fill(this) > PACE_AT && !this.#slow.has(member)) behind.set(member, member.taken);
      }
      if (behind.size === 0) return;
      this.#relief = Promise.withResolvers<void>();
      const relieved = this.#relief.promise.then(() => true);
      if (await within(relieved, { ms: PACE_SLICE_MS, clock: this.#clock })) continue;
      for (const [member, before] of behind) {
        if (member.taken - before < PACE_MIN_BYTES) this.#slow.add(member);
      }
    }
  }

  #observe(event: Event): void {
    if (event.cause !== null && settles(event)) this.#awaited.delete(event.cause);
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
        this.isTouched = true;
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
        this.questions.set(event.askId, { seq: event.seq, kind: event.ask.kind, openedAt: event.at, answered: null });
        if (CALLBACKS.has(event.ask.kind) && !this.#callbackOwner) {
          this.#settle(event.askId, "The client that was asked is gone");
        }
        return;
      case "ask.closed":
        this.#closed(event);
    }
  }

  #closed(event: Event & { type: "ask.closed" }): void {
    const question = this.questions.get(event.askId);
    if (question) question.answered ??= { by: NOBODY, name: event.by, decision: event.by };
    // Kept for a while: those who are behind are still to be told who answered.
    this.#settled.push(event.askId);
    if (this.#settled.length > MAX_SETTLED) this.questions.delete(this.#settled.shift() ?? "");
  }

  #reintroduce(session: SessionInfo): void {
    if (this.#started?.type === "session.started") this.#started = { ...this.#started, session };
  }
}

const NOBODY: Member = {
  name: "the server",
  isController: false,
  isListening: false,
  taken: 0,
  fill: () => 0,
  wake: () => {},
};

/** Whether an event settles the command it follows from. */
function settles(event: Event): boolean {
  if (event.type === "notice") return event.code === "prompt_dropped";
  return event.type === "reply" || event.type === "rejected" || event.type === "turn.completed";
}

function isAwaited(command: Command): boolean {
  if (command.type === "prompt") return !command.options.silent;
  return command.type === "tool_request" || command.type === "query" || command.type === "configure" ||
    command.type === "slash" || command.type === "interrupt" || command.type === "heartbeat";
}

function decisionOf(answer: Answer): string {
  return answer.kind === "allow" ? "approved" : answer.kind === "value" ? "answered" : "refused";
}

function oldest(ids: Iterable<string>): string {
  for (const id of ids) return id;
  return "";
}
