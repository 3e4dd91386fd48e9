import type { Command, CommandOf, OpenCommand } from "../../model/command.ts";
import type { EndReason } from "../../model/event.ts";
import { fail, type Problem, problemOf } from "../../model/problem.ts";
import { within } from "../../model/within.ts";
import type { AttachRequest } from "./attach_request.ts";
import type { Client } from "../client.ts";
import { HostedSession, type Member } from "./hosted_session.ts";
import { type Entry, type JoinPort, joinSession } from "./join_session.ts";
import { mayObserve } from "./observer_commands.ts";
import { notLive, readOnly, serverFull, shuttingDown, tooManySessions, unknownSession } from "./registry_errors.ts";
import type { RegistryOptions } from "./registry_options.ts";
import type { SavedSessionInfo } from "../../model/client_work.ts";
import { isOfNoSession, liveSessions, replyWithoutSession } from "./saved_sessions.ts";
import { replyOfUnused } from "./unused_session.ts";

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
/** Lets a session that was saved report its conversation. */
const REPLAY: OpenCommand = {
  type: "open",
  what: "saved",
  cwd: "",
  servers: {},
  abilities: { readsFiles: false, writesFiles: false, runsCommands: false, showsForms: true },
  replays: "turns",
};
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
    if (!session || session.isOver) throw notLive(id);
    if (client.sessions.has(session)) return;
    this.#checkSessionsOf(client);
    const own = client.current;
    if (own && !own.isUsed) this.#part(client, own);
    await this.#enter(client, { session, fromSeq: request.fromSeq });
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
      if (!client.isController && !mayObserve(command)) throw readOnly(command.type);
      if (this.#stopped && (command.type === "prompt" || command.type === "tool_request")) throw shuttingDown();
      if (isOfNoSession(command)) {
        const endLive = (id: string): Promise<boolean> => this.#endLive(id);
        const { saved, jobs, clock } = this.#options;
        const live = (): SavedSessionInfo[] => liveSessions(this.#live, clock.now());
        const result = await replyWithoutSession(command, { saved, jobs, live, endLive });
        return client.tell({ type: "reply", result }, { cause: command.id, sessionId: command.sessionId ?? "" });
      }
      if (command.type === "join") return await joinSession(client, command, this.#joinPort(client));
      if (command.type === "leave") return this.#leave(client, command);
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
    const result = replyOfUnused(command);
    if (result) client.tell({ type: "reply", result }, { cause: command.id, sessionId });
    return result !== null;
  }

  #joinPort(client: Client): JoinPort {
    return {
      saved: this.#options.saved,
      isStopped: this.#stopped !== null,
      live: async (id) => {
        const session = await this.#sessions.get(id);
        return session?.isOver ? undefined : session;
      },
      open: async (id) => {
        this.#checkSessionsOf(client);
        return await this.#open(id, { client });
      },
      enter: async (entry) => {
        this.#checkSessionsOf(client);
        await this.#enter(client, entry);
        this.#touch(entry.session);
      },
    };
  }

  /** Lets a client see and use a session. */
  async #enter(client: Client, { session, ...how }: Entry): Promise<void> {
    await client.join(session, how);
    session.enter(client);
    if (client.isController && this.#answering.has(client)) session.expectAnswers();
    client.wake();
  }

  #leave(client: Client, { id, sessionId }: CommandOf<"leave">): void {
    const session = [...client.sessions].find((one) => one.id === sessionId);
    if (!session) throw unknownSession(sessionId ?? "");
    this.#part(client, session);
    client.tell({ type: "reply", result: { kind: "left" } }, { cause: id, sessionId: session.id });
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
      const cannotOpen = client.managesSessions || !client.isController || NEEDS_OPEN.has(command.type);
      if (command.type !== "open" && cannotOpen) {
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
    if (client.sessions.size >= sessionsPerClient) throw tooManySessions(sessionsPerClient);
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
    const { limits, folder, note, clock, ids, keepsHistory, taps } = this.#options;
    if (sessionId !== null) await this.#leaving.get(sessionId);
    const isFirst = !this.#hasOpened;
    this.#hasOpened = true;
    const answers = client !== null && this.#answering.has(client);
    const port = await this.#options.open({ sessionId, answers, isFirst, ...(wish ? { wish } : {}) });
    const isResumed = keepsHistory && port.isResumed;
    const session: HostedSession = new HostedSession(port, {
      ringBytes: limits.ringBytes,
      diskBytes: limits.diskBytes,
      folder,
      clock,
      logId: ids.next(),
      // No number of an earlier log means an event of this one.
      startsAfter: isResumed ? clock.now() * 1_000 : 0,
      keepsHistory,
      taps: taps(port),
      onFailure: (error) => note(`qwen: Cannot keep older events: ${problemOf(error).message}`),
      onRename: (id) => this.#sessions.set(id, session),
    });
    if (isResumed && !wish) port.take({ id: ids.next(), sessionId, ...REPLAY });
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
    if (!victim) throw serverFull(`There are ${this.#live.size} sessions already`);
    this.#forget(victim);
    victim.closeInput();
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
