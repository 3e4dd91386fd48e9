import type { Command, OpenCommand } from "../model/command.ts";
import type { EndReason } from "../model/event.ts";
import type { Clock, Ids } from "../model/ports.ts";
import { fail, type Problem, problemOf } from "../model/problem.ts";
import { within } from "../model/within.ts";
import type { AttachRequest } from "./attach_request.ts";
import type { Client } from "./client.ts";
import { HostedSession, type Member, type SessionPort } from "./hosted_session.ts";
import type { HostLimits } from "./limits.ts";
import { readOnly, shuttingDown, unknownSession } from "./registry_errors.ts";
import type { SavedSessionInfo } from "../model/client_work.ts";
import { isOfNoSession, liveSessions, replyWithoutSession, type SavedSessions } from "./saved_sessions.ts";
import type { Tap } from "./taps.ts";

/** Which session is to be opened, and for whom. */
export interface OpenRequest {
  /** Null lets the session choose its id. */
  sessionId: string | null;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  /** Whether it is the first session of the registry: the one that the command line speaks of. */
  isFirst: boolean;
  /** What a client that manages its sessions itself asks for. */
  wish?: OpenCommand;
}

/** What a registry works with. */
export interface RegistryOptions {
  limits: HostLimits;
  clock: Clock;
  ids: Ids;
  /** Opens a session. Rejects with a QwenError when it cannot be opened. */
  open: (request: OpenRequest) => Promise<SessionPort>;
  /** The saved sessions; absent where no client may manage them. */
  saved?: SavedSessions;
  /** The taps of a new session. */
  taps: (session: SessionPort) => readonly Tap[];
  /** Called when a session has ended. */
  onEnded?: (session: SessionPort) => void;
  /** Where older events are kept; null keeps them in memory only. */
  folder: string | null;
  /** Whether clients may come back to a session, for which its events are kept. */
  keepsHistory: boolean;
  note: (text: string) => void;
}

/** Commands that an observer may send. */
const READING: ReadonlySet<Command["type"]> = new Set(["query", "hint", "hint_cancel", "heartbeat", "withdraw"]);
/** Commands that only make sense for a session that is open. */
const NEEDS_OPEN: ReadonlySet<Command["type"]> = new Set([
  "heartbeat",
  "interrupt",
  "hint_cancel",
  "answer",
  "withdraw",
]);
/** Commands that claim a session: a later request without an id opens another one. */
const CLAIMING: ReadonlySet<Command["type"]> = new Set(["prompt", "slash", "tool_request", "tool_response"]);
const END_MS = 1_800;
const DRAIN_MS = 700;

/** The only owner of live sessions: opens, attaches, resumes, evicts and closes them. */
export class SessionRegistry {
  readonly clients: Set<Client> = new Set();
  readonly #options: RegistryOptions;
  readonly #sessions = new Map<string, HostedSession | Promise<HostedSession>>();
  /** In the order of their last use. */
  readonly #live = new Set<HostedSession>();
  /** Sessions that were evicted and are still ending. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  readonly #claimed = new WeakSet<HostedSession>();
  /** Clients that answer questions from the start. */
  readonly #answering = new WeakSet<Client>();
  #stopped: { reason: EndReason; problem: Problem | null } | null = null;
  #isInputClosed = false;
  #hasOpened = false;
  #hasClaimed = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** How many sessions are live. */
  get size(): number {
    return this.#live.size;
  }

  /** Whether a session was ever opened. */
  get hasOpened(): boolean {
    return this.#hasOpened;
  }

  /** Admits a client. Throws a QwenError when there are too many. */
  admit(client: Client, facts: { answers: boolean }): void {
    const { clients } = this.#options.limits;
    if (this.#stopped) throw shuttingDown();
    if (this.clients.size >= clients) {
      const hint = "Try again when one has left.";
      throw fail("limit_exceeded", `There are ${clients} clients already`, { detail: "too_many_clients", hint });
    }
    this.clients.add(client);
    if (facts.answers) this.#answering.add(client);
  }

  /** A client has left; its sessions stay for a while. */
  release(client: Client): void {
    this.clients.delete(client);
    for (const session of client.sessions) this.#part(client, session);
  }

  /** Joins a client to a live session at the place it asks for. Throws a QwenError when that is impossible. */
  async attach(client: Client, request: Pick<AttachRequest, "attach" | "fromSeq">): Promise<void> {
    const id = request.attach ?? "";
    const session = await this.#sessions.get(id);
    if (!session || session.isOver) {
      throw fail("session_not_found", `There is no live session ${JSON.stringify(id.slice(0, 80))}`, {
        detail: "session_not_live",
        hint: "Leave out attach to open a new one.",
      });
    }
    if (client.sessions.has(session)) return;
    this.#checkSessionsOf(client);
    const own = client.current;
    if (own && !own.isUsed) this.#part(client, own);
    await client.join(session, request.fromSeq);
    session.enter(client);
    if (client.isController && this.#answering.has(client)) session.expectAnswers();
    client.wake();
  }

  /** Opens a session for a client. */
  async openFor(client: Client, sessionId: string | null = null, wish?: OpenCommand): Promise<HostedSession> {
    this.#checkSessionsOf(client);
    const session = await this.#open(sessionId, { client, ...(wish ? { wish } : {}) });
    client.enterNew(session);
    session.enter(client);
    client.wake();
    return session;
  }

  /** Opens a session that no client uses, such as that of a job; the member sees its events. */
  async openUnattended(sessionId: string, member: Member): Promise<HostedSession> {
    const session = await this.#open(sessionId, { client: null });
    session.enter(member);
    return session;
  }

  /** Passes a client's command to the session it names. Every failure is reported to the client. */
  async route(client: Client, command: Command): Promise<void> {
    try {
      if (command.type === "invalid") return this.#reject(client, command);
      if (!client.isController && !READING.has(command.type)) throw readOnly(command.type);
      if (this.#stopped && (command.type === "prompt" || command.type === "tool_request")) throw shuttingDown();
      if (isOfNoSession(command)) {
        const endLive = (id: string): Promise<boolean> => this.#endLive(id);
        const { saved, clock } = this.#options;
        const live = (): SavedSessionInfo[] => liveSessions(this.#live, clock.now());
        const result = await replyWithoutSession(command, { saved, live, endLive });
        return client.tell({ type: "reply", result }, { cause: command.id, sessionId: command.sessionId ?? "" });
      }
      if (!this.#hasClaimed && this.#answerUnused(client, command)) return;
      const session = await this.#target(client, command);
      client.current = session;
      if (CLAIMING.has(command.type)) this.#claim(session);
      this.#touch(session);
      const refusal = session.send(command, client);
      if (refusal) client.refuse(refusal, command.id);
      if (command.type === "close") this.#forget(session);
    } catch (error) {
      this.#refuse(client, { command, problem: problemOf(error) });
    }
  }

  /** Looks after time limits: clients, sessions without clients, questions that no one can answer. */
  tick(now: number): void {
    const { lingerMs, unattendedMs } = this.#options.limits;
    for (const client of this.clients) client.tick(now);
    for (const session of this.#live) {
      const isAttended = [...session.members].some((member) => member.isController && member.isListening);
      if (!isAttended) session.denyUnattended(now - unattendedMs);
      const isForgotten = session.emptySince !== null && now - session.emptySince > lingerMs;
      if (isForgotten && !session.isWorking) session.closeInput();
    }
  }

  /** The input of the only client has ended: every session finishes what runs, and ends. */
  closeInput(): void {
    this.#isInputClosed = true;
    if ([...this.clients].some((client) => client.managesSessions)) return this.stop("input_closed", null);
    for (const session of this.#live) session.closeInput();
  }

  /** Ends every session: running turns are cancelled with their terminal events. */
  stop(reason: EndReason, fault: Problem | null): void {
    this.#stopped ??= { reason, problem: fault };
    for (const session of this.#live) session.stop(reason, fault);
    for (const client of this.clients) client.endWithSessions();
  }

  /** Stops, lets clients take what was written, and disconnects them. Bounded in time. */
  async shutDown(why: Problem): Promise<void> {
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.stop("signal", why);
    await within(this.settled(), { ms: END_MS, clock });
    for (const client of this.clients) if (client.sessions.size === 0) client.dismiss(() => why);
    await within(Promise.all([...this.clients].map((client) => client.left)), { ms: DRAIN_MS, clock });
    for (const client of this.clients) client.cut();
    await Promise.all([...this.clients].map((client) => client.left));
  }

  /** Resolves when every session has ended, also those that are still being opened. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#sessions.values());
    await Promise.allSettled([...this.#live].map((session) => session.ended));
    await Promise.allSettled(this.#leaving.values());
  }

  #claim(session: HostedSession): void {
    this.#hasClaimed = true;
    this.#claimed.add(session);
  }

  /** Ends a session that is to be deleted, and resolves when it has ended. Returns whether it was live. */
  async #endLive(id: string): Promise<boolean> {
    const live = await this.#sessions.get(id);
    live?.stop("done", null);
    if (live) this.#forget(live);
    const isLeaving = this.#leaving.has(id);
    await this.#leaving.get(id);
    return isLeaving;
  }

  /** Before the first prompt no session exists under any name: nothing runs in it, and that is the answer. */
  #answerUnused(client: Client, command: Command): boolean {
    const { sessionId } = command;
    if (sessionId === null || this.#sessions.has(sessionId)) return false;
    const facts = { cause: command.id, sessionId };
    if (command.type === "heartbeat") {
      const { promptId } = command;
      client.tell({ type: "reply", result: { kind: "heartbeat", promptId, state: "idle", sinceMs: 0 } }, facts);
      return true;
    }
    if (command.type !== "interrupt") return false;
    client.tell(
      { type: "reply", result: { kind: "interrupted", wasRunning: false, promptId: null, queued: [] } },
      facts,
    );
    return true;
  }

  /** A bad line is answered by the client's session, so that it stands in its log; without one, by the client. */
  #reject(client: Client, command: Command & { type: "invalid" }): void {
    const { problem, sessionId } = command;
    const isOfSession = client.ownsSessions && !client.managesSessions && sessionId === null;
    if (isOfSession && client.current) client.current.send(command, client);
    else {client.tell({ type: "rejected", problem }, {
        cause: command.id,
        ...(sessionId === null ? {} : { sessionId }),
      });}
    if (!problem.fatal) return;
    if (client.ownsSessions) this.stop("fatal", problem);
    else client.dismiss(null);
  }

  #refuse(client: Client, { command, problem }: { command: Command; problem: Problem }): void {
    this.#reject(client, { id: command.id, sessionId: null, type: "invalid", problem });
  }

  async #target(client: Client, command: Command): Promise<HostedSession> {
    const { current } = client;
    const { sessionId } = command;
    if (sessionId === null) {
      if (command.type === "open") return await this.openFor(client, null, command);
      if (current && (!command.fresh || !this.#claimed.has(current))) return current;
      return await this.openFor(client);
    }
    const known = this.#sessions.get(sessionId);
    if (!known) {
      if (command.type !== "open" && (client.managesSessions || NEEDS_OPEN.has(command.type))) {
        throw unknownSession(sessionId);
      }
      return await this.openFor(client, sessionId, command.type === "open" ? command : undefined);
    }
    const session = await known;
    // A session that is named and has other clients is joined as it is now.
    if (!client.sessions.has(session)) await this.attach(client, { attach: sessionId, fromSeq: null });
    return session;
  }

  /** Refuses a client that has as many sessions as it may have. */
  #checkSessionsOf(client: Client): void {
    const { sessionsPerClient } = this.#options.limits;
    if (client.sessions.size < sessionsPerClient) return;
    throw fail("limit_exceeded", `The client has ${sessionsPerClient} sessions already`, {
      detail: "too_many_sessions",
      hint: "Use one of them, or connect again.",
    });
  }

  async #open(sessionId: string | null, by: { client: Client | null; wish?: OpenCommand }): Promise<HostedSession> {
    this.#makeRoom(by.client);
    const opening = this.#start(sessionId, by);
    const name = sessionId ?? `new:${this.#options.ids.next()}`;
    this.#sessions.set(name, opening);
    try {
      const session = await opening;
      this.#sessions.set(session.id, session);
      return session;
    } finally {
      if (this.#sessions.get(name) === opening) this.#sessions.delete(name);
    }
  }

  async #start(
    sessionId: string | null,
    { client, wish }: { client: Client | null; wish?: OpenCommand },
  ): Promise<HostedSession> {
    const { limits, folder, note, clock, keepsHistory, taps } = this.#options;
    if (sessionId !== null) await this.#leaving.get(sessionId);
    const isFirst = !this.#hasOpened;
    this.#hasOpened = true;
    const answers = client !== null && this.#answering.has(client);
    const port = await this.#options.open({ sessionId, answers, isFirst, ...(wish ? { wish } : {}) });
    const session: HostedSession = new HostedSession(port, {
      ringBytes: limits.ringBytes,
      diskBytes: limits.diskBytes,
      folder,
      clock,
      keepsHistory,
      taps: taps(port),
      onFailure: (error) => note(`qwen: Cannot keep older events: ${problemOf(error).message}`),
      onRename: (id) => this.#sessions.set(id, session),
    });
    this.#live.add(session);
    session.ended.catch((error) => note(`qwen: A session broke: ${problemOf(error).message}`)).finally(() => {
      this.#live.delete(session);
      for (const [id, one] of this.#sessions) if (one === session) this.#sessions.delete(id);
      session.closeWhenLeft();
      this.#options.onEnded?.(port);
    });
    if (this.#stopped) session.stop(this.#stopped.reason, this.#stopped.problem);
    else if (this.#isInputClosed) session.closeInput();
    return session;
  }

  /** Keeps the sessions in the order of their last use. */
  #touch(session: HostedSession): void {
    if (this.#live.delete(session)) this.#live.add(session);
  }

  /** Where there are too many sessions, the one that was unused longest makes room. A client may resume it later. */
  #makeRoom(client: Client | null): void {
    const { sessions } = this.#options.limits;
    if (this.#live.size < sessions) return;
    const victim = this.#evictable(client);
    if (victim) return this.#evict(victim);
    throw fail("limit_exceeded", `There are ${this.#live.size} sessions already`, {
      detail: "too_many_sessions",
      hint: "Wait until one of them is idle.",
    });
  }

  /** The session of this client that was unused longest, or the one that its last client left longest ago. */
  #evictable(client: Client | null): HostedSession | null {
    let left: HostedSession | null = null;
    for (const session of this.#live) {
      if (client?.ownsSessions && session !== client.current && session.isIdle) return session;
      if (session.emptySince === null || session.isWorking) continue;
      if (!left || session.emptySince < (left.emptySince ?? 0)) left = session;
    }
    return left;
  }

  #evict(session: HostedSession): void {
    this.#forget(session);
    session.closeInput();
  }

  /** Takes no further command for a session that is about to end. */
  #forget(session: HostedSession): void {
    const { id } = session;
    this.#live.delete(session);
    this.#sessions.delete(id);
    const ended = session.ended.catch(() => {/* Reported where it broke. */});
    this.#leaving.set(id, ended.then(() => this.#leaving.delete(id)));
  }

  #part(client: Client, session: HostedSession): void {
    client.part(session);
    session.leave(client, this.#options.clock.now());
    // A session that was never used is not worth coming back to.
    if (session.members.size === 0 && !session.isUsed) session.closeInput();
  }
}
