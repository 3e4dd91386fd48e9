import { type Host, serveClient, visitOf } from "../host/pipeline.ts";
import type { RecordOutput } from "../host/client_output.ts";
import type { Connection } from "../host/transports/transport.ts";
import { systemClock } from "../model/clock.ts";
import { type Conversation, exitStatus, type Problem, problem, QwenError, within } from "../model/mod.ts";
import { sentence } from "../terminal/stderr_notices.ts";
import type { Format } from "./drive.ts";
import type { Ending } from "./ending.ts";
import type { Pipes } from "./process/pipes.ts";
import { watchReader } from "./process/reader_watch.ts";
import type { Signals } from "./process/signals.ts";

/** A person's view of the run, and what the person sends. */
export interface RunView {
  conversation: Conversation;
  writer: RecordOutput & { readonly bytesTaken: number; cancelling(): void; end(): void };
  note: (text: string) => void;
  answers: boolean;
  input: ReadableStream<Uint8Array> | null;
}

/** A run that is ready to go. */
export interface ReadyRun {
  host: Host;
  connection: Connection;
  ending: Ending;
  format: Format;
  view: RunView | null;
}

// How long a run that was asked to end may write nothing before it is left, and how long its commands may take then.
const STALL_MS = 5_000;
const LEAVE_MS = 800;
const READER_GONE = problem("consumer_gone", "The reader of stdout went away: stopped.");
const STUCK = "The run did not end in time, or stdout is not read: the rest of the output is lost.";

/** Runs to the last byte of output and returns the exit status. */
export async function runToExit(run: ReadyRun, around: { pipes: Pipes; signals: Signals }): Promise<number> {
  const { host, ending, view, format } = run;
  const { pipes, signals } = around;
  const progress = { taken: 0 };
  const serving = serveClient(visitOf(counted(run.connection, progress), host), host);
  serving.catch(() => {/* Raced below. */});
  const stopped = signals.fired.then(({ reason, problem }) => {
    // Without a session nothing else reports the end.
    if (!host.registry.hasOpened) throw new QwenError(problem);
    host.registry.stop(reason, problem);
    view?.writer.cancelling();
    return serving;
  });
  const overdue = signals.fired.then((fired) =>
    stalled(() => view?.writer.bytesTaken ?? progress.taken).then(() => fired)
  );
  const reader = watchUntilAnswered(ending);
  try {
    const late = await Promise.race([serving, stopped, overdue, reader.gone]);
    if (late) return await leave(host, { ...around, fault: late.problem, message: STUCK });
  } catch (error) {
    const fault = lossOf(error, pipes);
    if (!fault) throw error;
    host.registry.stop("client_gone", fault);
    return await leave(host, { ...around, fault, message: fault.message });
  } finally {
    reader.stop();
  }
  // A conversation has shown the problem of its last turn.
  if (ending.problem && ending.verdict === "one_shot" && (format === "text" || isWorthANote(ending.problem))) {
    const { message, hint } = ending.problem;
    pipes.note(hint ? `${sentence(message)} ${hint}` : message);
  }
  return ending.status;
}

// Exit statuses whose problem stderr names in every format: limits, cuts, questions and cancels need a person.
const NOTED: ReadonlySet<number> = new Set([53, 55, 56, 59, 130]);

/** Whether stderr names a problem even where a record does. */
function isWorthANote({ code }: Problem): boolean {
  return NOTED.has(exitStatus(code));
}

/** A connection that counts the bytes its client has taken. */
function counted(connection: Connection, progress: { taken: number }): Connection {
  return {
    ...connection,
    sink: {
      write: async (bytes) => {
        const count = await connection.sink.write(bytes);
        progress.taken += count;
        return count;
      },
    },
  };
}

/** Leaves without the reader: what still runs has a moment to end, then it is killed. */
async function leave(
  host: Host,
  how: { pipes: Pipes; signals: Signals; fault: Problem; message: string },
): Promise<number> {
  how.pipes.note(`qwen: ${how.message}`);
  await within(host.registry.settled(), { ms: LEAVE_MS, clock: systemClock });
  how.signals.lastActs();
  return exitStatus(how.fault.code);
}

/** Resolves when a run that was asked to end has written nothing more for a while. */
async function stalled(taken: () => number): Promise<void> {
  const forever = new AbortController().signal;
  for (let before = -1; before !== taken();) {
    before = taken();
    await systemClock.sleep(STALL_MS, forever);
  }
}

/** Watches whether the reader of stdout goes away before it has its answer. */
function watchUntilAnswered(ending: Ending): { gone: Promise<never>; stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = watchReader(systemClock, () => {
    if (!ending.isAnswered) reject(new QwenError(READER_GONE));
  });
  return { gone: promise, stop };
}

/** Why stdout takes nothing more; null when something else went wrong. */
function lossOf(error: unknown, pipes: Pick<Pipes, "isOutputTerminal">): Problem | null {
  if (error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset) return READER_GONE;
  if (error instanceof QwenError && error.problem.code === "consumer_gone") return error.problem;
  // A full disk or a closed terminal: stdout itself cannot report it.
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    if (error.code === "EIO" && pipes.isOutputTerminal) return problem("hangup", "The terminal went away: stopped.");
    return problem("internal", `Cannot write to stdout: ${error.message}`);
  }
  return null;
}
