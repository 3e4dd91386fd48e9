/**
 * The one pipeline of every transport:
 *
 *     connection.readable ─ LineReader ─ dialect.decode ─▶ Command ─▶ SessionRegistry ─▶ Session
 *     connection.sink ◀─ RecordWriter ◀─ dialect.encode ◀─ EventLog ◀─ taps ◀─ Event
 */
import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/ports/dialect.ts";
import type { Clock } from "../model/ports.ts";
import { type Problem, problem, problemOf, QwenError } from "../model/problem.ts";
import { within } from "../model/within.ts";
import { RecordWriter, type Shorten } from "../stream/record_writer.ts";
import { serialize } from "../stream/serialize.ts";
import {
  type AttachRequest,
  attachRequestOf,
  isOpening,
  NO_ATTACH,
  objectOf,
  type RecordFormat,
} from "./sessions/attach_request.ts";
import { Client } from "./client.ts";
import type { RecordOutput } from "./client_output.ts";
import { type Admission, type HandshakeOptions, shakeHands } from "./handshake.ts";
import type { HostLimits } from "./limits.ts";
import { foreignLine, LineReader } from "./line_reader.ts";
import { refusalRecords } from "./refusal.ts";
import type { SessionRegistry } from "./sessions/session_registry.ts";
import type { Connection } from "./transports/transport.ts";

/** A dialect that was opened for one client, and how its clients are treated. */
export interface OpenedDialect {
  conversation: Conversation;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  /** Whether a session is opened before the client has sent anything. */
  opensAtOnce: boolean;
  /** Whether the client opens and closes its sessions itself. */
  managesSessions?: boolean;
  /** Whether observers see questions. */
  showsQuestions: boolean;
  /** Whether records carry the number of their event. */
  countsEvents: boolean;
  maxLineBytes: number | ((record: object) => number);
}

/** How a client wants its dialect. */
export interface DialectWish {
  /** Whether it joins the session of another client, and so has to learn its prompts. */
  isGuest: boolean;
  /** The form of records that it wants; null leaves that to the server. */
  format: RecordFormat | null;
}

/** What the clients of one process share. */
export interface Host {
  registry: SessionRegistry;
  limits: HostLimits;
  clock: Clock;
  handshake: Omit<HandshakeOptions, "refuse">;
  /** Opens a dialect for a client. Throws a QwenError where there is no such dialect. */
  openDialect: (name: string, facts: DialectWish) => Promise<OpenedDialect>;
  shorten: Shorten;
  /** Whether there is one client to which all sessions belong, as on stdin. */
  isSingleClient: boolean;
  /** Commands that go before the client's own: the prompt of the command line. */
  firstCommands?: readonly Command[];
  /** What takes the place of the record writer where a person watches. */
  screen?: RecordOutput;
}

/** A connection, and the lines that are read from it. */
export interface Visit {
  connection: Connection;
  lines: LineReader;
  /** Called when the client is admitted or refused. */
  onAdmitted?: () => void;
}

const HANG_UP_MS = 250;
let clientCount = 0;

/** Begins to read a connection. */
export function visitOf(connection: Connection, { limits, handshake }: Host): Visit {
  const allowance = handshake.token ? limits.preAuthBytes : Infinity;
  return { connection, lines: new LineReader(connection.readable, { maxLineBytes: limits.maxLineBytes, allowance }) };
}

/**
 * Serves one client from its first line to its last record. Resolves when the client is disconnected; a client that is
 * refused gets one record that says why. On stdin every failure rejects instead: it ends the run.
 */
export async function serveClient(visit: Visit, host: Host): Promise<void> {
  const onAdmitted = visit.onAdmitted ?? (() => {});
  let client: Client;
  let admission: Admission | null;
  try {
    const refuse = (problem: Problem, conversation: Conversation | null): Promise<void> =>
      writeRefusal(visit, { host, problem, conversation });
    admission = await shakeHands(visit.lines, { ...host.handshake, refuse });
    onAdmitted();
    if (!admission) return await hangUp(visit, host.clock);
    visit.lines.allowAll();
    client = await openClient(visit, { host, admission });
  } catch (error) {
    onAdmitted();
    if (host.isSingleClient) throw error;
    return await sendAway(visit, { host, problem: problemOf(error) });
  }
  try {
    await client.run();
  } finally {
    host.registry.release(client);
  }
}

/** Sends one refusal and closes the connection. */
export async function sendAway(visit: Visit, { host, problem }: { host: Host; problem: Problem }): Promise<void> {
  await writeRefusal(visit, { host, problem, conversation: null });
  await hangUp(visit, host.clock);
}

/** Opens the client's dialect and first session. Rejects with a QwenError when the client cannot be admitted. */
async function openClient(visit: Visit, around: { host: Host; admission: Admission }): Promise<Client> {
  const { host, admission } = around;
  const { request, dialect, lines } = admission;
  const { registry } = host;
  const opened = await host.openDialect(dialect, wishOf(request));
  visit.lines.unread(...lines);
  const client = clientOf(visit, { ...around, opened });
  registry.admit(client, { answers: opened.answers });
  try {
    if (request.attach !== null) await registry.attach(client, request);
    else if (opened.opensAtOnce) await registry.openFor(client);
    const introduce: Command[] = admission.isSilent ? [{ id: "introduce", sessionId: null, type: "introduce" }] : [];
    for (const command of [...introduce, ...host.firstCommands ?? []]) await registry.route(client, command);
  } catch (error) {
    if (host.isSingleClient) throw error;
    client.dismiss(() => problemOf(error));
  }
  return client;
}

function wishOf({ attach, format }: AttachRequest): DialectWish {
  return { isGuest: attach !== null, format };
}

function clientOf(visit: Visit, around: { host: Host; admission: Admission; opened: OpenedDialect }): Client {
  const { host, admission: { request, lines }, opened } = around;
  const { registry, limits, clock, shorten } = host;
  const { connection } = visit;
  const { conversation, countsEvents, showsQuestions, maxLineBytes } = opened;
  const isSettled = host.isSingleClient || request !== NO_ATTACH || lines.length > 0;
  const client: Client = new Client({
    name: request.name ?? `client ${++clientCount}`,
    role: request.role,
    ownsSessions: host.isSingleClient,
    managesSessions: opened.managesSessions ?? false,
    follows: request.fromSeq !== null,
    connection,
    lines: visit.lines,
    output: host.screen ?? new RecordWriter(connection.sink, { maxLineBytes, shorten }),
    conversation,
    countsEvents: countsEvents || request.fromSeq !== null,
    showsQuestions,
    limits,
    clock,
    route: (command) => registry.route(client, command),
    readFirst: async (line) => isSettled ? "read" : await readFirstLine(line, { client, host }),
    onInputEnd: (error) => {
      if (!host.isSingleClient) return;
      if (error) registry.stop("fatal", unreadable(error));
      else registry.closeInput();
    },
  });
  return client;
}

function unreadable({ message }: Problem): Problem {
  return problem("input_error", `Cannot read the input any further: ${message}`);
}

/** The first line of a client that was admitted before it sent anything may still attach it to a session. */
async function readFirstLine(
  line: string,
  { client, host }: { client: Client; host: Host },
): Promise<"read" | "skip"> {
  const foreign = foreignLine(line);
  if (foreign) throw new QwenError(foreign);
  const found = objectOf(line);
  if (!found) return "read";
  const request = attachRequestOf(found);
  const { attach, dialect } = request;
  if (dialect !== null) client.speak(await host.openDialect(dialect, wishOf(request)));
  if (attach !== null || isOpening(found)) client.become(request);
  if (attach !== null) await host.registry.attach(client, request);
  return isOpening(found) ? "skip" : "read";
}

async function writeRefusal(
  { connection }: Visit,
  { host, problem, conversation }: { host: Host; problem: Problem; conversation: Conversation | null },
): Promise<void> {
  const records = refusalRecords({ problem, kind: "line", at: host.clock.now() }, conversation);
  const text = records.map((record) => `${typeof record === "string" ? record : serialize(record)}\n`).join("");
  const writing = writeAll(connection, new TextEncoder().encode(text));
  if (host.isSingleClient) return await writing;
  // A client that does not take one line is not waited for; hanging up ends the write.
  const taken = writing.catch(() => {/* It disconnected. */});
  await within(taken, { ms: HANG_UP_MS, clock: host.clock });
}

async function writeAll({ sink }: Connection, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await sink.write(bytes.subarray(sent));
}

/** Closes so that the last record arrives: unread input would cut it off. */
async function hangUp({ connection, lines }: Visit, clock: Clock): Promise<void> {
  const gone = (): void => {/* It is disconnected already. */};
  await connection.closeWrite().catch(gone);
  await within(lines.drain().catch(gone), { ms: HANG_UP_MS, clock });
  connection.close();
  await lines.cancel().catch(gone);
}
