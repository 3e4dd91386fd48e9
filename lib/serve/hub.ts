import type { Command } from "../model/command.ts";
import type { Clock } from "../model/ports.ts";
import { fail, type Problem, problemOf } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { Client } from "./client.ts";
import type { HubLimits } from "./limits.ts";
import { type LiveSession, Room } from "./room.ts";
import type { Wish } from "./wish.ts";

/** What a hub works with. */
export interface HubOptions {
  limits: HubLimits;
  clock: Clock;
  /** Makes a session; null lets it choose its id. Rejects with a QwenError when there can be none. */
  open: (wish: { sessionId: string | null; answers: boolean }) => Promise<LiveSession>;
  /** Told when a session has ended. */
  onEnded?: (session: LiveSession) => void;
  /** Where older events are kept. */
  folder: string | null;
  note: (text: string) => void;
}

/** Commands that one who only watches may send. */
const READING: ReadonlySet<Command["type"]> = new Set([
  "query",
  "hint",
  "hint_cancel",
  "heartbeat",
  "withdraw",
]);
const END_MS = 1_800;
const DRAIN_MS = 700;

/** Live sessions and those who listen to them. */
export class Hub {
  readonly clients: Set<Client> = new Set();
  readonly #options: HubOptions;
  readonly #rooms = new Map<string, Room | Promise<Room>>();
  readonly #live = new Set<Room>();
  /** Clients that answer questions from the start. */
  readonly #answering = new WeakSet<Client>();
  #stopped: Problem | null = null;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** How many sessions are live. */
  get sessions(): number {
    return this.#live.size;
  }

  get isStopping(): boolean {
    return this.#stopped !== null;
  }

  /** Lets a client in. Throws a QwenError when there is no room for it. */
  welcome(client: Client, facts: { answers: boolean }): void {
    const { clients } = this.#options.limits;
    if (this.#stopped) throw fail("limit_exceeded", "The server is shutting down", { detail: "shutting_down" });
    if (this.clients.size >= clients) {
      const hint = "Try again when one has left.";
      throw fail("limit_exceeded", `There are ${clients} clients already`, { detail: "too_many_clients", hint });
    }
    this.clients.add(client);
    if (facts.answers) this.#answering.add(client);
  }

  /** A client has gone; its sessions stay for a while. */
  farewell(client: Client): void {
    this.clients.delete(client);
    for (const room of [...client.rooms.keys()]) this.#part(client, room);
  }

  /** Joins a client to a live session at the place it asks for. Throws a QwenError when it cannot be. */
  async attach(client: Client, wish: Pick<Wish, "attach" | "fromSeq">): Promise<void> {
    const id = wish.attach ?? "";
    const room = await this.#rooms.get(id);
    if (!room || room.isOver) {
      throw fail("session_not_found", `There is no live session ${JSON.stringify(id.slice(0, 80))}`, {
        detail: "session_not_live",
        hint: "Leave out attach to open a new one.",
      });
    }
    if (client.rooms.has(room)) return;
    this.#spare(client);
    const own = client.current;
    if (own && !own.isTouched) this.#part(client, own);
    await client.join(room, wish.fromSeq);
    room.enter(client);
    if (client.isController && this.#answering.has(client)) room.expectAnswers();
    client.wake();
  }

  /** Opens the session that a client has from the start. */
  async openFor(client: Client, sessionId: string | null = null): Promise<Room> {
    this.#spare(client);
    const room = await this.#open(sessionId, client);
    client.enterNew(room);
    room.enter(client);
    client.wake();
    return room;
  }

  /** Takes a client's command to the session it means; whatever goes wrong is told to the client. */
  async route(client: Client, command: Command): Promise<void> {
    try {
      if (command.type === "invalid") {
        client.refuse(command.problem, command.id);
        if (command.problem.fatal) client.dismiss(null);
        return;
      }
      if (!client.isController && !READING.has(command.type)) throw readOnly(command.type);
      if (this.#stopped && (command.type === "prompt" || command.type === "tool_request")) {
        throw fail("limit_exceeded", "The server is shutting down", { detail: "shutting_down" });
      }
      const room = await this.#target(client, command);
      client.current = room;
      const refusal = room.send(command, client);
      if (refusal) client.refuse(refusal, command.id);
    } catch (error) {
      client.refuse(problemOf(error), command.id);
    }
  }

  /** Looks after time: clients, sessions that nobody listens to, questions that nobody can answer. */
  tick(now: number): void {
    const { lingerMs, unattendedMs } = this.#options.limits;
    for (const client of this.clients) client.tick(now);
    for (const room of this.#live) {
      const isAttended = [...room.members].some((member) => member.isController && member.isListening);
      if (!isAttended) room.denyUnattended(now - unattendedMs);
      const isForgotten = room.emptySince !== null && now - room.emptySince > lingerMs;
      if (isForgotten && !room.isWorking) room.closeInput();
    }
  }

  /** Ends everything: turns are cancelled with their last record, clients take what was said, and leave. */
  async stop(why: Problem): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = why;
    for (const room of this.#live) room.stop(why);
    await within(Promise.allSettled([...this.#live].map((room) => room.ended)), {
      ms: END_MS,
      clock: this.#options.clock,
    });
    for (const client of this.clients) if (client.rooms.size === 0) client.dismiss(() => why);
    await within(Promise.all([...this.clients].map((client) => client.left)), {
      ms: DRAIN_MS,
      clock: this.#options.clock,
    });
    for (const client of this.clients) client.cut();
    await Promise.all([...this.clients].map((client) => client.left));
  }

  async #target(client: Client, command: Command): Promise<Room> {
    const { current } = client;
    const { sessionId } = command;
    if (sessionId === null) {
      if (current && (!command.fresh || !current.isTouched)) return current;
      return await this.openFor(client);
    }
    const known = this.#rooms.get(sessionId);
    if (!known) return await this.openFor(client, sessionId);
    const room = await known;
    // A session that is named and lives elsewhere is joined as it is now.
    if (!client.rooms.has(room)) await this.attach(client, { attach: sessionId, fromSeq: null });
    return room;
  }

  /** Refuses a client that has as many sessions as it may have. */
  #spare(client: Client): void {
    const { sessionsPerClient } = this.#options.limits;
    for (const room of [...client.rooms.keys()]) if (room.isOver) this.#part(client, room);
    if (client.rooms.size < sessionsPerClient) return;
    throw fail("limit_exceeded", `The client has ${sessionsPerClient} sessions already`, {
      detail: "too_many_sessions",
      hint: "Use one of them, or connect again.",
    });
  }

  async #open(sessionId: string | null, client: Client): Promise<Room> {
    this.#makeRoom();
    const opening = this.#start(sessionId, client);
    const name = sessionId ?? `new:${crypto.randomUUID()}`;
    this.#rooms.set(name, opening);
    try {
      const room = await opening;
      this.#rooms.set(room.id, room);
      return room;
    } finally {
      if (this.#rooms.get(name) === opening) this.#rooms.delete(name);
    }
  }

  async #start(sessionId: string | null, client: Client): Promise<Room> {
    const { limits, folder, note, clock } = this.#options;
    const session = await this.#options.open({ sessionId, answers: this.#answering.has(client) });
    const room: Room = new Room(session, {
      ringBytes: limits.ringBytes,
      diskBytes: limits.diskBytes,
      folder,
      clock,
      onFailure: (error) => note(`qwen: Cannot keep older events: ${problemOf(error).message}`),
      onRename: (id) => this.#rooms.set(id, room),
    });
    this.#live.add(room);
    room.ended.catch((error) => note(`qwen: A session broke: ${problemOf(error).message}`)).finally(() => {
      this.#live.delete(room);
      for (const [id, one] of this.#rooms) if (one === room) this.#rooms.delete(id);
      room.closeWhenLeft();
      this.#options.onEnded?.(session);
    });
    if (this.#stopped) room.stop(this.#stopped);
    return room;
  }

  /** Where sessions are too many, the one that was left longest ago makes room. */
  #makeRoom(): void {
    if (this.#live.size < this.#options.limits.sessions) return;
    let oldest: Room | null = null;
    for (const room of this.#live) {
      if (room.emptySince === null || room.isWorking) continue;
      if (!oldest || room.emptySince < (oldest.emptySince ?? 0)) oldest = room;
    }
    if (!oldest) {
      throw fail("limit_exceeded", `There are ${this.#live.size} sessions already`, { detail: "too_many_sessions" });
    }
    this.#live.delete(oldest);
    oldest.closeInput();
  }

  #part(client: Client, room: Room): void {
    client.rooms.delete(room);
    room.leave(client, this.#options.clock.now());
    // A session that nobody ever spoke to is not worth coming back to.
    if (room.members.size === 0 && !room.isTouched) room.closeInput();
  }
}

function readOnly(type: string): Error {
  return fail("read_only", `An observer may not send this: ${type}`, {
    hint: "Attach as a controller to take part.",
  });
}
