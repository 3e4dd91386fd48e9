import type { Conversation } from "../model/dialect.ts";
import { fail, type Problem, problem, problemOf } from "../model/problem.ts";
import { RecordWriter, type Shorten } from "../stream/record_writer.ts";
import { Client, type ClientOptions } from "./client.ts";
import type { Hub, HubOptions } from "./hub.ts";
import { ClientLines, foreignLine } from "./lines.ts";
import type { Token } from "./token.ts";
import type { Connection } from "./transport.ts";
import { isOpening, NO_WISH, objectOf, type Wish, wishOf } from "./wish.ts";

/** How a client is spoken to. */
export interface Speech {
  conversation: Conversation;
  /** Whether every client of the dialect answers questions. */
  answers: boolean;
  /** Whether a session is opened before the client has said anything. */
  opensAtOnce: boolean;
  /** Whether questions are shown to those who only watch. */
  showsQuestions: boolean;
  /** Whether the dialect's records have a place for the number of their event. */
  countsEvents: boolean;
  maxLineBytes: number;
}

/** What a door works with. */
export interface DoorOptions extends Pick<HubOptions, "limits" | "clock" | "note"> {
  /** A dialect's name, or `auto`. */
  dialect: string;
  /** What clients must bring; null lets everybody in who can connect. */
  token: Token | null;
  /** Opens a conversation; throws a QwenError where there is no such dialect. */
  speak: (dialect: string, facts: { isGuest: boolean }) => Promise<Speech>;
  /** The dialect of a first line. */
  detect: (line: string) => string;
  shorten: Shorten;
}

interface Visit {
  connection: Connection;
  lines: ClientLines;
  since: number;
}

interface Admission {
  wish: Wish;
  dialect: string;
  /** A line that is the client's own and still to be read. */
  line: string | null;
}

const MAX_BAD_LINES = 8;
const HANG_UP_MS = 250;
const PATIENCE_MS = 1_000;

/** Where connections come in: they say who they are and what they want, or are sent away with one line. */
export class Door {
  readonly #hub: Hub;
  readonly #options: DoorOptions;
  readonly #visits = new Set<Visit>();
  readonly #running = new Set<Promise<void>>();
  #count = 0;

  constructor(hub: Hub, options: DoorOptions) {
    this.#hub = hub;
    this.#options = options;
  }

  /** Connections that have not been let in yet. */
  get waiting(): number {
    return this.#visits.size;
  }

  /** Takes a connection and sees it to its end. Never fails. */
  take(connection: Connection): void {
    const serving = this.#serve(connection)
      .catch((error) => this.#options.note(`qwen: ${connection.peer}: ${problemOf(error).message}`))
      .finally(() => {
        connection.close();
        this.#running.delete(serving);
      });
    this.#running.add(serving);
  }

  /** Sends away those who take too long to say who they are. */
  tick(now: number): void {
    const { firstLineMs } = this.#options.limits;
    for (const visit of this.#visits) {
      if (now - visit.since <= firstLineMs) continue;
      this.#visits.delete(visit);
      const late = problem("limit_exceeded", `No line came within ${firstLineMs} ms`, { detail: "first_line_timeout" });
      void this.#sendAway(visit, late);
    }
  }

  /** Nobody waits at the door any more. */
  async close(): Promise<void> {
    for (const { connection } of this.#visits) connection.close();
    await Promise.all(this.#running);
  }

  async #serve(connection: Connection): Promise<void> {
    const { limits, token, clock } = this.#options;
    const allowance = token ? limits.preAuthBytes : Infinity;
    const lines = new ClientLines(connection.readable, { maxLineBytes: limits.maxLineBytes, allowance });
    const visit: Visit = { connection, lines, since: clock.now() };
    this.#enter(visit);
    let admission: Admission | null;
    try {
      admission = await this.#admit(visit);
    } catch (error) {
      return await this.#sendAway(visit, problemOf(error));
    } finally {
      this.#visits.delete(visit);
    }
    if (!admission) return await hangUp(visit);
    lines.allowAll();
    await this.#host(visit, admission);
  }

  /**
   * Those who wait longest go first when there are too many: one who means it does not wait. In a storm all are new, and
   * what the newest have said may not be read yet: they get a moment while there is room.
   */
  #enter(visit: Visit): void {
    const { pending } = this.#options.limits;
    this.#visits.add(visit);
    if (this.#visits.size <= pending / 2) return;
    const [oldest] = this.#visits;
    const isNew = visit.since - oldest.since < PATIENCE_MS;
    if (isNew && this.#visits.size <= pending) return;
    this.#visits.delete(oldest);
    oldest.connection.close();
  }

  /** Finds out who it is; null when it went without a word. */
  async #admit(visit: Visit): Promise<Admission | null> {
    const { token, dialect } = this.#options;
    if (!token && dialect !== "auto") return { wish: NO_WISH, dialect, line: null };
    let wish: Wish = NO_WISH;
    let isKnown = token === null;
    for (let bad = 0; bad < MAX_BAD_LINES;) {
      const { done, value } = await visit.lines.read();
      if (done) {
        if (visit.lines.isOver) throw authRequired();
        return null;
      }
      const foreign = foreignLine(value);
      if (foreign) throw refused(foreign);
      const line = objectOf(value);
      if (!isKnown) {
        if (line?.type !== "auth" || !await token?.matches(line.token)) throw authRequired();
        isKnown = true;
        visit.lines.allowAll();
      } else if (!line) {
        bad += value.trim() === "" ? 0 : 1;
        if (value.trim() !== "") await this.#tell(visit, notAnObject());
        continue;
      } else if (!isOpening(line)) {
        const own = wishOf(line);
        const both = own.attach !== null || own.fromSeq !== null ? own : wish;
        return { wish: both, dialect: wish.dialect ?? own.dialect ?? this.#options.detect(value), line: value };
      }
      wish = wishOf(line);
      const chosen = wish.dialect ?? dialect;
      if (chosen !== "auto") return { wish, dialect: chosen, line: null };
    }
    throw fail("protocol_error", `${MAX_BAD_LINES} lines in a row could not be read`, { detail: "too_many_bad_lines" });
  }

  async #host(visit: Visit, { wish, dialect, line }: Admission): Promise<void> {
    const hub = this.#hub;
    let client: Client;
    let speech: Speech;
    try {
      speech = await this.#options.speak(dialect, { isGuest: wish.attach !== null });
      client = this.#client(visit, { speech, wish, line });
      hub.welcome(client, { answers: speech.answers });
    } catch (error) {
      return await this.#sendAway(visit, problemOf(error));
    }
    try {
      if (wish.attach !== null) await hub.attach(client, wish);
      else if (speech.opensAtOnce) await hub.openFor(client);
    } catch (error) {
      client.dismiss(() => problemOf(error));
    }
    try {
      await client.run();
    } finally {
      hub.farewell(client);
    }
  }

  #client(visit: Visit, facts: { speech: Speech; wish: Wish; line: string | null }): Client {
    const { limits, clock, shorten } = this.#options;
    const { speech, wish, line } = facts;
    if (line !== null) visit.lines.unread(line);
    const options: ClientOptions = {
      name: wish.name ?? `client ${++this.#count}`,
      role: wish.role,
      connection: visit.connection,
      lines: visit.lines,
      outlet: new RecordWriter(visit.connection.sink, { maxLineBytes: speech.maxLineBytes, shorten }),
      conversation: speech.conversation,
      countsEvents: speech.countsEvents || wish.fromSeq !== null,
      showsQuestions: speech.showsQuestions,
      limits,
      clock,
      route: (command) => this.#hub.route(client, command),
      readFirst: (first) => this.#firstLine(client, first, { isSettled: wish !== NO_WISH || line !== null }),
    };
    const client: Client = new Client(options);
    return client;
  }

  /** The first line of a client that was let in before it spoke may still say where it belongs. */
  async #firstLine(client: Client, line: string, facts: { isSettled: boolean }): Promise<"read" | "skip"> {
    if (facts.isSettled) return "read";
    const foreign = foreignLine(line);
    if (foreign) throw refused(foreign);
    const found = objectOf(line);
    if (!found) return "read";
    const wish = wishOf(found);
    if (wish.attach !== null || isOpening(found)) client.become(wish);
    if (wish.attach !== null) await this.#hub.attach(client, wish);
    return isOpening(found) ? "skip" : "read";
  }

  async #sendAway(visit: Visit, why: Problem): Promise<void> {
    await this.#tell(visit, why);
    await hangUp(visit);
  }

  /** One line in no dialect. */
  async #tell(visit: Visit, { code, detail, message, hint }: Problem): Promise<void> {
    const record = { type: "error", code: detail ?? code, message, ...(hint && { hint }) };
    const bytes = new TextEncoder().encode(JSON.stringify(record) + "\n");
    // Whoever does not take one line is not waited for; hanging up ends the write.
    await atMost(visit.connection.sink.write(bytes).catch(() => 0), HANG_UP_MS);
  }
}

/** Closes so that what was said arrives: input that nobody read would cut it off. */
async function hangUp({ connection, lines }: Visit): Promise<void> {
  await connection.closeWrite().catch(() => {/* It is gone already. */});
  await atMost(lines.drain().catch(() => {/* It broke off, which is an end as well. */}), HANG_UP_MS);
  connection.close();
  await lines.cancel().catch(() => {/* The same. */});
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

function authRequired(): Error {
  return fail("auth_required", "The first line must be an auth line with this server's token", {
    hint: 'Send {"type":"auth","token":"…"}; the token is in the file that the ready line names.',
  });
}

function refused(foreign: Problem): Error {
  const { code, message, ...facts } = foreign;
  return fail(code, message, facts);
}

function notAnObject(): Problem {
  return problem("protocol_error", "A line must be a JSON object", { detail: "not_an_object" });
}
