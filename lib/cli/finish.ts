import type { Router } from "../engine/router.ts";
import {
  type Command,
  type Conversation,
  deferred,
  type Dialect,
  type Event,
  exitStatus,
  type Problem,
  problem,
  problemOf,
  QwenError,
  within,
} from "../model/mod.ts";
import type { RecordWriter } from "../stream/record_writer.ts";
import type { Alarms } from "./alarms.ts";
import { answerPrompt } from "./answer_prompt.ts";
import { asideOf, sentence } from "./asides.ts";
import type { DebugLog } from "./debug_log.ts";
import { Ending } from "./ending.ts";
import type { Foundation } from "./foundation.ts";
import type { Pipes } from "./pipes.ts";
import { watchReader } from "./reader_watch.ts";
import type { Terminal } from "./terminal.ts";
import { aMoment, randomIds, systemClock } from "./world.ts";

/** What is written to stdout. */
export type Format = "text" | "json" | "stream-json" | "stream-chunk-json";

/** A run that is ready to go. */
export interface Run {
  base: Foundation;
  format: Format;
  /** The prompt of the command line. */
  prompt: string | null;
  talk: Talk;
  writer: RecordWriter;
  /** In the place of dialect and writer where a person watches a run in text mode. */
  view: Terminal | null;
  router: Router;
  /** Called when the model first speaks: nothing that it wants is done before. */
  onSpoken: () => void;
  /** Who is told of everything that happens inside. */
  debug: DebugLog | null;
}

/** Whose words are spoken, and what comes in. */
export interface Talk {
  dialect: Dialect;
  conversation: Conversation;
  /** Null where nobody says anything but the prompt. */
  commands: ReadableStream<Command> | null;
}

// How long a run that was asked to end may stand still before it is left, and how long what it started may then take.
const STALL_MS = 5_000;
const LEAVE_MS = 800;
const READER_GONE = problem("consumer_gone", "The reader of stdout went away: stopped.");
const STUCK = "The run did not come to its end in time, or nobody reads stdout: ended without the rest.";

/** Lets the run go, waits for its last byte and says how it went. */
export async function finish(run: Run, options: { pipes: Pipes; alarms: Alarms }): Promise<number> {
  const { base, format, prompt, talk, view, router } = run;
  const { pipes, alarms } = options;
  const ending = new Ending(
    !base.isHosted ? "one_shot" : talk.dialect.name === "claude" ? "host_by_last_result" : "host",
  );
  let isSpoken = false;
  let audit = base.audit;
  const audited = (event: Event): void => {
    try {
      audit?.watch(event);
    } catch (error) {
      // Nothing goes on unrecorded, and the turn itself tells why.
      audit = null;
      router.stop("fatal", problemOf(error));
    }
  };
  const watch = (event: Event): void => {
    ending.watch(event);
    if (event.type === "message.started" && !isSpoken) {
      isSpoken = true;
      run.onSpoken();
    }
    run.debug?.watch(event);
    audited(event);
    const aside = format === "text" && !view ? asideOf(event) : null;
    if (aside?.tone === "warning") pipes.note(`qwen: ${aside.text}`);
  };
  const writer = view?.writer ?? run.writer;
  const unread = new Unread(ending);
  // The first record is on its way before anybody watches who reads it.
  const onBegun = (): void => unread.watch();
  const { conversation } = talk;
  const piped = talk.commands
    ? converse(talk.commands, { ...run, watch })
    : view
    ? answerPrompt(commandOf(prompt ?? ""), { router, watch, onBegun, ...view })
    : answerPrompt(commandOf(prompt ?? ""), { router, watch, onBegun, conversation, writer: run.writer });
  alarms.rung.then(() => view?.writer.cancelling());
  const overdue = alarms.rung.then((alarm) => stalled(writer).then(() => alarm));
  // A client may be silent for long, and go before it was told anything.
  if (talk.commands) unread.watch();
  try {
    const late = await Promise.race([piped, overdue, unread.gone]);
    if (late) return await leave(run, { pipes, alarms, fault: late.problem, word: STUCK });
  } catch (error) {
    const fault = lossOf(error, pipes);
    if (!fault) throw error;
    router.stop("client_gone", fault);
    return await leave(run, { pipes, alarms, fault, word: fault.message });
  } finally {
    unread.end();
  }
  if (format === "text" && ending.problem) {
    const { message, hint } = ending.problem;
    pipes.note(hint ? `${sentence(message)} ${hint}` : message);
  }
  return ending.status;
}

/** Lets a client and the sessions talk, after the prompt of the command line where there is one. */
async function converse(
  commands: ReadableStream<Command>,
  { prompt, talk, router, writer, watch }: Run & { watch: (event: Event) => void },
): Promise<void> {
  const { compose, withPrompt }: typeof import("./host_talk.ts") = await import(deferred("./host_talk.ts"));
  await compose({
    commands: prompt === null ? commands : withPrompt(commandOf(prompt), commands),
    router,
    watch,
    conversation: talk.conversation,
    writer: writer.writable,
  });
}

/** Leaves without the reader: what still runs has a second to end, then it is killed. */
async function leave(
  { router }: Run,
  how: { pipes: Pipes; alarms: Alarms; fault: Problem; word: string },
): Promise<number> {
  how.pipes.note(`qwen: ${how.word}`);
  await within(router.settled(), { ms: LEAVE_MS, clock: systemClock });
  how.alarms.lastActs();
  return exitStatus(how.fault.code);
}

/** Resolves when a run that was asked to end has written nothing more for a time. */
async function stalled(writer: { bytesTaken: number }): Promise<void> {
  const forever = new AbortController().signal;
  for (let before = -1; before !== writer.bytesTaken;) {
    before = writer.bytesTaken;
    await systemClock.sleep(STALL_MS, forever);
  }
}

/** Watches whether the reader of stdout goes before all was said. */
class Unread {
  readonly #ending: Ending;
  readonly #gone = Promise.withResolvers<never>();
  #isOver = false;
  #stop: () => void = () => {};

  constructor(ending: Ending) {
    this.#ending = ending;
  }

  /** Rejects when it has gone; otherwise it never settles. */
  get gone(): Promise<never> {
    return this.#gone.promise;
  }

  watch(): void {
    // What the first record begins goes before, until there is something to wait for.
    aMoment().then(() => this.#begin(), this.#gone.reject);
  }

  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  #begin(): void {
    if (this.#isOver) return;
    this.#stop = watchReader(systemClock, () => {
      if (!this.#ending.isSaid) this.#gone.reject(new QwenError(READER_GONE));
    });
  }
}

/** Why stdout takes nothing more; null when something else went wrong. */
function lossOf(error: unknown, pipes: Pick<Pipes, "isOutputTerminal">): Problem | null {
  if (error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset) {
    return READER_GONE;
  }
  if (error instanceof QwenError && error.problem.code === "consumer_gone") return error.problem;
  // A full disk, a closed terminal: stdout itself is no place to tell it.
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    if (error.code === "EIO" && pipes.isOutputTerminal) return problem("hangup", "The terminal went away: stopped.");
    return problem("internal", `Cannot write to stdout: ${error.message}`);
  }
  return null;
}

/** The prompt of the command line as a client would send it. */
function commandOf(text: string): Command {
  return {
    id: randomIds.next(),
    sessionId: null,
    type: "prompt",
    content: [{ kind: "text", text }],
    promptId: null,
    messageId: null,
    options: {},
  };
}
