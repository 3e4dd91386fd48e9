import { type Command, type EndReason, type Event, type Problem, problem, problemOf } from "../model/mod.ts";
import { BatchQueue } from "../stream/batch_queue.ts";
import { Session } from "./session.ts";
import type { SessionParts } from "./session_parts.ts";

/** What a router works with. */
export interface RouterOptions {
  /** Makes the parts of a session; null lets it choose the id. Rejects with a QwenError when there can be none. */
  open: (sessionId: string | null) => Promise<SessionParts>;
  maxSessions: number;
  /** The session that is there from the start. */
  first: SessionParts;
}

interface Lane {
  session: Session;
  isTouched: boolean;
  /** Resolves when the session has said its last word. */
  drained: Promise<void>;
}

const SOFT_LIMIT = 1_024;
/** What only looks at a session or stops something in it: there is nothing to be had from one that is not there. */
const BESIDE: ReadonlySet<string> = new Set(["heartbeat", "interrupt", "hint_cancel", "answer", "withdraw"]);
/** What makes a session somebody's: a later request without a name opens another one. */
const TAKING: ReadonlySet<string> = new Set(["prompt", "slash", "tool_request", "tool_response"]);

/**
 * Many sessions behind one pair of streams: commands go to the session they name, events of all sessions leave in
 * the order in which they were said. A session that is named for the first time is opened, unless the command only
 * makes sense for one that is open.
 */
export class Router {
  readonly #options: RouterOptions;
  readonly #lanes = new Map<string, Lane | Promise<Lane | Problem>>();
  readonly #drains = new Set<Promise<void>>();
  /** Sessions that were let go and are still ending. */
  readonly #leaving = new Map<string, Promise<void>>();
  #current: string;
  readonly #queue = new BatchQueue<Event>({
    capacity: SOFT_LIMIT,
    onRoom: () => this.#makeRoom(),
    onCancel: () => this.stop("client_gone", problem("consumer_gone", "The reader of the output went away")),
  });
  #writable: WritableStream<Command> | undefined;
  #room: PromiseWithResolvers<void> | undefined;
  #isFinished = false;
  #stopped: { reason: EndReason; problem: Problem | null } | undefined;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#current = options.first.sessionId;
    this.#lanes.set(this.#current, this.#start(options.first));
  }

  /** Where commands come in, as a stream. */
  get writable(): WritableStream<Command> {
    return this.#writable ??= new WritableStream<Command>({
      write: (command) => this.take(command),
      close: () => this.close(),
      abort: (error) => this.stop("fatal", unreadable(error)),
    });
  }

  /** Where the events of all sessions leave, as a stream. */
  get readable(): ReadableStream<readonly Event[]> {
    return this.#queue.readable;
  }

  /** The next events of any session; null after the last ones. */
  next(): Promise<readonly Event[] | null> {
    return this.#queue.next();
  }

  /** Ends every session: running turns are cancelled with their terminal events. */
  stop(reason: EndReason, fault: Problem | null): void {
    this.#stopped ??= { reason, problem: fault };
    this.#makeRoom();
    for (const lane of this.#lanes.values()) {
      if (lane instanceof Promise) {
        lane.then((opened) => isLane(opened) && opened.session.stop(reason, fault));
      } else lane.session.stop(reason, fault);
    }
    void this.#finish();
  }

  /** Hands a command to the session it names. A promise is returned where the session returns one. */
  take(command: Command): Promise<void> | void {
    const known = command.sessionId === null ? undefined : this.#lanes.get(command.sessionId);
    if (command.sessionId === null && !command.fresh) return this.#send(this.#lanes.get(this.#current), command);
    if (known) return this.#send(known, command);
    const first = this.#lanes.get(this.#current);
    if (command.sessionId === null && first && !(first instanceof Promise) && !first.isTouched) {
      return this.#send(first, command);
    }
    if (BESIDE.has(command.type)) return this.#refuse(command, unknownSession(command.sessionId));
    this.#open(command);
  }

  #open(command: Command): void {
    const name = command.sessionId ?? `fresh:${command.id}`;
    const { maxSessions } = this.#options;
    if (this.#lanes.size >= maxSessions && !this.#letGo()) return this.#refuse(command, tooMany(maxSessions));
    const left = this.#leaving.get(name) ?? Promise.resolve();
    const opening = left.then(() => this.#options.open(command.sessionId)).then(
      (parts) => {
        const lane = this.#start(parts);
        this.#lanes.delete(name);
        this.#lanes.set(parts.sessionId, lane);
        this.#current = parts.sessionId;
        if (this.#stopped) lane.session.stop(this.#stopped.reason, this.#stopped.problem);
        return lane;
      },
      (error) => {
        this.#lanes.delete(name);
        return problemOf(error);
      },
    );
    this.#lanes.set(name, opening);
    this.#send(opening, command);
  }

  /** Makes room: ends the session that has been idle the longest. Whoever names it again goes on where it was kept. */
  #letGo(): boolean {
    for (const [id, lane] of this.#lanes) {
      if (lane instanceof Promise || id === this.#current || !lane.session.isIdle) continue;
      this.#lanes.delete(id);
      this.#leaving.set(id, lane.drained.finally(() => this.#leaving.delete(id)));
      lane.session.closeInput();
      return true;
    }
    return false;
  }

  #send(target: Lane | Promise<Lane | Problem> | undefined, command: Command): Promise<void> | void {
    if (target instanceof Promise) {
      void target.then((opened) => isLane(opened) ? this.#send(opened, command) : this.#refuse(command, opened));
      return;
    }
    if (!target) return;
    if (TAKING.has(command.type)) target.isTouched = true;
    const { id } = target.session;
    // The order of the lanes is the order in which they were last spoken to.
    if (this.#lanes.delete(id)) this.#lanes.set(id, target);
    return target.session.take(command);
  }

  /** A session that could not be opened has no voice of its own. */
  #refuse(command: Command, fault: Problem): void {
    const lane = this.#lanes.get(this.#current);
    const invalid: Command = { id: command.id, sessionId: null, type: "invalid", problem: fault };
    this.#send(lane, invalid);
  }

  #start(parts: SessionParts): Lane {
    const session = new Session(parts);
    const drain = this.#drain(session).finally(() => this.#drains.delete(drain));
    this.#drains.add(drain);
    return { session, isTouched: false, drained: drain };
  }

  async #drain(session: Session): Promise<void> {
    try {
      for (let batch = await session.next(); batch; batch = await session.next()) {
        if (this.#isUnheard) continue;
        this.#queue.push(batch);
        while (this.#queue.room <= 0 && !this.#isUnheard) {
          this.#room ??= Promise.withResolvers<void>();
          await this.#room.promise;
        }
      }
    } catch (error) {
      if (!this.#isUnheard) this.#queue.fail(error);
      this.stop("client_gone", problemOf(error));
    }
  }

  /** Nothing more comes in. Resolves when every session has ended. */
  async close(): Promise<void> {
    // A session that cannot be opened is told of by another one, which has to be there still.
    for (const opened of await Promise.all(this.#lanes.values())) {
      if (isLane(opened)) opened.session.closeInput();
    }
    await this.#finish();
  }

  /** Nobody reads any more. */
  get #isUnheard(): boolean {
    return this.#stopped?.reason === "client_gone";
  }

  /** Resolves when every session has ended, also those that are still being opened. */
  async settled(): Promise<void> {
    await Promise.all(this.#lanes.values());
    while (this.#drains.size > 0) await Promise.all(this.#drains);
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  async #finish(): Promise<void> {
    await this.settled();
    if (this.#isFinished || this.#isUnheard) return;
    this.#isFinished = true;
    this.#queue.close();
  }
}

function isLane(opened: Lane | Problem): opened is Lane {
  return "session" in opened;
}

function unreadable(error: unknown): Problem {
  return problem("input_error", `Cannot read the input any further: ${problemOf(error).message}`);
}

function unknownSession(sessionId: string | null): Problem {
  return problem("protocol_error", `No session ${JSON.stringify(sessionId)} is open here`, {
    detail: "unknown_session",
    hint: "A prompt opens it.",
  });
}

function tooMany(limit: number): Problem {
  return problem("protocol_error", `There are ${limit} sessions already`, {
    detail: "too_many_sessions",
    hint: "Wait until one of them is idle.",
  });
}
