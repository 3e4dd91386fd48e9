import { skippedResult } from "../../../fleet/job_result.ts";
import type { JobQueue } from "../../../fleet/queue/job_queue.ts";
import { type JobStatus, type ShownStatus, shownStatus } from "../../../fleet/queue/job_status.ts";
import { readStream, type StreamRecord } from "../../../fleet/queue/read_stream.ts";
import { randomIds } from "../../../model/clock.ts";
import { type Conversation, type Event, fail } from "../../../model/mod.ts";
import { serialize } from "../../../stream/serialize.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import { namedDialect } from "../../assembly/client/open_dialect.ts";
import { secrets } from "../../assembly/config/secrets.ts";
import { TOOL_NAMINGS } from "../../assembly/session/tool_names.ts";
import { openQueue, type QueueChoice } from "../../batch/open_queue.ts";
import { MAX_DEPTH, MAX_LINE_BYTES } from "../../limits.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { VERSION } from "../../version.ts";
import { defineSubcommand } from "../subcommand.ts";
import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "./queue_flags.ts";

/** `qwen jobs --queue URL ls|show|watch|cancel|retry|dead`: looks after the jobs of a queue. */
export const jobs = defineSubcommand({
  name: "jobs",
  help: "List, show, watch, cancel and retry the jobs of a queue",
  words: [
    { name: "ls|show|watch|cancel|retry|dead", choices: ["ls", "show", "watch", "cancel", "retry", "dead"] },
    { name: "ID", optional: true, isMany: true },
  ],
  flags: {
    "queue": QUEUE_FLAG,
    "queue-creds": QUEUE_CREDS_FLAG,
    "json": { type: "boolean", help: "Print one JSON object a line" },
    "from-seq": { type: "integer", min: 0, metavar: "N", help: "With watch: only what comes after this number" },
  },
  listsFlag: ({ name }) => name === "dialect",
  note: "States: queued, running, succeeded, failed, cancelled, dead.",
  async run([action = "ls", ...ids], { flags, pipes, parsed, signals }): Promise<number> {
    const { queue, queueCreds: creds, json = false, fromSeq = 0, dialect } = flags;
    return await runJobsCommand({ action, ids, queue, creds, json, fromSeq, dialect }, { pipes, parsed, signals });
  },
});

/** What the command line asks of the jobs of a queue. */
export interface JobsCommand extends QueueChoice {
  action: string;
  ids: readonly string[];
  json: boolean;
  fromSeq: number;
  dialect: string | undefined;
}

interface Around {
  pipes: Pipes;
  parsed: ParsedFlags;
  signals: Signals;
}

type Action = (queue: JobQueue, command: JobsCommand & Around) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { ls, show, watch, cancel, retry, dead };

/** Does what `qwen jobs` was asked for, and returns the exit status. */
async function runJobsCommand(command: JobsCommand, around: Around): Promise<number> {
  const note = (text: string): void => around.pipes.note(secrets.text(text));
  const { signals } = around;
  const waits = command.action === "watch";
  await using queue = await signals.unlessFired(openQueue(command, { waits, note }));
  const work = ACTIONS[command.action](queue, { ...command, ...around });
  // A signal is the usual end of watching.
  return waits ? await Promise.race([work, signals.fired.then(() => 0)]) : await signals.unlessFired(work);
}

async function ls(queue: JobQueue, { json, pipes }: JobsCommand & Around): Promise<number> {
  for (const status of await queue.statuses()) {
    const shown = shownStatus(status);
    await printText(json ? JSON.stringify(shown) : lineOf(shown), pipes);
  }
  return 0;
}

function timesDelivered(deliveries: number): string {
  return deliveries === 1 ? "1 delivery" : `${deliveries} deliveries`;
}

function lineOf({ id, state, worker, deliveries, updated_at: at }: ShownStatus): string {
  return [id, state, timesDelivered(deliveries), at, worker ?? ""].join("\t").trimEnd();
}

async function show(queue: JobQueue, command: JobsCommand & Around): Promise<number> {
  const status = shownStatus(await known(queue, idOf(command)));
  const result = await queue.result(status.id);
  const dead = await queue.dead(status.id);
  const whole = { ...status, ...(result ? { result } : {}), ...(dead ? { reason: dead.reason } : {}) };
  await printText(command.json ? JSON.stringify(whole) : JSON.stringify(whole, null, 2), command.pipes);
  return 0;
}

async function cancel(queue: JobQueue, command: JobsCommand & Around): Promise<number> {
  const { id, state, worker } = await known(queue, idOf(command));
  const error = { code: "cancelled", message: "The job was cancelled." };
  const empty = skippedResult(id, { code: "stopped", message: "" });
  const whose = state === "running" && worker !== undefined ? { worker } : {};
  if (await queue.cancel({ ...empty, status: "cancelled", exit_code: 130, error, ...whose })) {
    return await confirm(command, id);
  }
  throw fail("usage_error", `The job ${id} has ended already`, { hint: `See qwen jobs show ${id}.` });
}

async function retry(queue: JobQueue, command: JobsCommand & Around): Promise<number> {
  const { id, state } = await known(queue, idOf(command));
  if (await queue.retry(id)) return await confirm(command, id);
  throw fail("usage_error", `The job ${id} is ${state}: only a failed or dead job can be retried`);
}

async function confirm({ json, pipes, action }: JobsCommand & Around, id: string): Promise<number> {
  const state = action === "cancel" ? "cancelled" : "queued";
  await printText(json ? JSON.stringify({ id, state }) : `${id} is ${state}`, pipes);
  return 0;
}

async function dead(queue: JobQueue, { json, pipes }: JobsCommand & Around): Promise<number> {
  for (const { id, state } of await queue.statuses()) {
    if (state !== "failed" && state !== "dead") continue;
    const found = await queue.dead(id);
    if (!found) continue;
    const { reason, deliveries } = found;
    await printText(
      json ? JSON.stringify(found) : `${id}\t${timesDelivered(deliveries)}\t${reason.code}: ${reason.message}`,
      pipes,
    );
  }
  return 0;
}

/** Prints the events of jobs as they come, until the jobs have ended. */
async function watch(queue: JobQueue, command: JobsCommand & Around): Promise<number> {
  const { ids, fromSeq } = command;
  for (const id of ids) await known(queue, id);
  const open = new Map(ids.map((id) => [id, new JobEnd(id)]));
  const print = await printerOf(command);
  const subject = ids.length === 1 ? `qwen.events.${ids[0]}` : "qwen.events.*";
  for await (const record of readStream(queue, { stream: "QWEN_EVENTS", subject, after: fromSeq })) {
    if (record && (ids.length === 0 || ids.includes(record.id))) {
      await print(record);
      open.get(record.id)?.see(typeOf(record.value));
    }
    if (record && record.pending > 0) continue;
    for (const [id, end] of open) if (await end.isReached(queue, { isSilent: record === null })) open.delete(id);
    if (ids.length > 0 && open.size === 0) return 0;
  }
  return 0;
}

/** Finds out when all events of a job were seen. */
class JobEnd {
  readonly #id: string;
  #isLastSeen = false;
  #hasResult = false;

  constructor(id: string) {
    this.#id = id;
  }

  see(type: string): void {
    this.#isLastSeen = type === "session.ended";
  }

  /** Without its last event, a job with a result gets one more look at what comes. */
  async isReached(queue: JobQueue, { isSilent }: { isSilent: boolean }): Promise<boolean> {
    if (this.#hasResult && isSilent) return true;
    if (!this.#isLastSeen && !isSilent) return false;
    this.#hasResult = await queue.result(this.#id) !== null;
    return this.#hasResult && this.#isLastSeen;
  }
}

/** Prints an event: as JSON, as a short line, or as the records of a dialect. */
async function printerOf(
  { json, dialect, pipes }: JobsCommand & Around,
): Promise<(record: StreamRecord) => Promise<void>> {
  if (dialect === undefined || dialect === "auto") {
    return async ({ seq, id, value }) => {
      await printText(json ? JSON.stringify({ seq, id, event: value }) : `${seq}\t${id}\t${typeOf(value)}`, pipes);
    };
  }
  const { open } = await namedDialect(dialect);
  const conversations = new Map<string, Conversation>();
  return async ({ id, value }) => {
    const conversation = conversations.get(id) ?? open({
      ids: randomIds,
      format: "stream-json",
      tools: TOOL_NAMINGS,
      includePartials: false,
      version: VERSION,
      limits: { maxInputLineBytes: MAX_LINE_BYTES, maxOutputLineBytes: MAX_LINE_BYTES, maxDepth: MAX_DEPTH },
      extras: {},
    });
    conversations.set(id, conversation);
    for (const line of conversation.encode(value as Event)) {
      await printText(typeof line === "string" ? line : serialize(line), pipes);
    }
  };
}

function typeOf(event: unknown): string {
  return event !== null && typeof event === "object" && "type" in event ? String(event.type) : "event";
}

function idOf({ ids, action }: JobsCommand): string {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return id;
  throw fail("usage_error", `qwen jobs ${action} needs the id of one job`);
}

async function known(queue: JobQueue, id: string): Promise<JobStatus> {
  const status = /^[A-Za-z0-9_-]{1,128}$/.test(id) ? await queue.status(id) : null;
  if (status) return status;
  throw fail("usage_error", `The queue has no job ${JSON.stringify(id)}`, { hint: "See qwen jobs ls." });
}
