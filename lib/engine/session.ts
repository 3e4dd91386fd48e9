import {
  type Command,
  type CommandResult,
  deferred,
  type EndReason,
  type Event,
  type Message,
  type Problem,
  problem,
  problemOf,
  type PromptCommand,
  QwenError,
  type Reply,
  subtractUsage,
  within,
} from "../model/mod.ts";
import { Asks } from "./asks.ts";
import { ClientTools } from "./client_tools.ts";
import { Heartbeat } from "./heartbeat.ts";
import { linkToHost } from "./host_link.ts";
import type { HostRequests } from "./host_requests.ts";
import { Interrupt } from "./interrupt.ts";
import { Outbox, type Voice } from "./outbox.ts";
import { PromptLine, type QueuedWork, tellDropped } from "./prompt_line.ts";
import { workOnPrompt } from "./prompt_work.ts";
import type { SessionParts } from "./session_parts.ts";
import { SessionState } from "./session_state.ts";
import { Workshop } from "./workshop.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/**
 * One conversation with an agent: commands in, events out. It is a duplex and no TransformStream: the reading side
 * waits for nobody, neither for a turn nor for the client, so that answers and cancels come through at any time.
 */
export class Session {
  #writable: WritableStream<Command> | undefined;
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #outbox: Outbox;
  readonly #asks: Asks;
  readonly #workshop: Workshop;
  readonly #line: PromptLine;
  readonly #clientTools = new ClientTools();
  readonly #news: Message[] = [];
  readonly #heart: Heartbeat;
  readonly #startedAt: number;
  #running: { abort: AbortController; work: QueuedWork } | undefined;
  #working: Promise<void> | undefined;
  #prepared: Promise<void> | undefined;
  #ending: { reason: EndReason; problem: Problem | null } | undefined;
  #isOver = false;
  #prompts = 0;
  /** Loaded with the first request. */
  #requests: HostRequests | undefined;
  #loading: Promise<HostRequests> | undefined;
  /** What comes while they are loaded: it waits, so that everything is taken in the order in which it came. */
  #early: (() => void)[] | undefined;

  constructor(parts: SessionParts) {
    const { clock, ids } = parts;
    this.#parts = parts;
    this.#startedAt = clock.now();
    this.#state = new SessionState(parts);
    this.#outbox = new Outbox({
      sessionId: () => this.#state.sessionId,
      clock,
      onCancel: () => this.stop("client_gone", problem("consumer_gone", "The reader of the output went away")),
    });
    this.#heart = new Heartbeat(parts, this.#outbox);
    this.#asks = new Asks({ clock, ids });
    this.#workshop = new Workshop(parts, { state: this.#state, outbox: this.#outbox, asks: this.#asks });
    this.#line = new PromptLine(() => this.#state.sessionId, parts.promptsBefore);
    parts.servers?.bind(
      linkToHost({ asks: this.#asks, workshop: this.#workshop, voice: this.#outbox.voice(null) }),
    );
    this.#outbox.voice(null).emit({ type: "session.started", session: this.#workshop.info() });
  }

  /** Where commands come in, as a stream. */
  get writable(): WritableStream<Command> {
    return this.#writable ??= new WritableStream<Command>({
      write: (command) => this.take(command),
      close: () => this.closeInput(),
      abort: (error) => this.stop("fatal", problemOf(error)),
    });
  }

  /** Where events leave, as a stream. */
  get readable(): ReadableStream<readonly Event[]> {
    return this.#outbox.readable;
  }

  /** The events that were said since the last call; null after the last one. */
  next(): Promise<readonly Event[] | null> {
    return this.#outbox.next();
  }

  /** The session as it is now. */
  get id(): string {
    return this.#state.sessionId;
  }

  /** Whether nothing runs, waits or is asked: ending the session now would break nothing off. */
  get isIdle(): boolean {
    const jobs = [...this.#workshop.memory.jobs.values()];
    return !this.#working && this.#line.size === 0 && !this.#isAnswering && !this.#early &&
      !this.#requests?.isChanging && !this.#requests?.commands.isHolding && jobs.every((job) => !job.isRunning);
  }

  /** Whether a request is being answered beside the turn. */
  get #isAnswering(): boolean {
    return this.#requests !== undefined && this.#requests.asides.size > 0;
  }

  /** Ends the session: the running turn is cancelled with its terminal event, what waits is dropped. */
  stop(reason: EndReason, fault: Problem | null): void {
    if (this.#early) return void this.#early.push(() => this.stop(reason, fault));
    // A closed input only says that nothing more is asked; what stops the run says more.
    if (!this.#ending || this.#ending.reason === "input_closed") this.#ending = { reason, problem: fault };
    this.#asks.close();
    this.#requests?.commands.drop();
    this.#requests?.asides.withdraw(null);
    for (const work of this.#line.clear()) tellDropped(work);
    this.#running?.abort.abort(reason === "fatal" && fault ? new QwenError(fault) : new Interrupt("signal", fault));
    this.#pump();
  }

  /**
   * Takes a command. What takes time goes on beside the reading; a promise is returned where the program itself is not
   * loaded yet, so that the next command comes after this one was taken.
   */
  take(command: Command): Promise<void> | void {
    if (this.#isOver) return;
    if (this.#early) {
      this.#early.push(() => this.take(command));
      return this.#loading?.then(() => {}, () => {/* The session ends. */});
    }
    const voice = this.#outbox.voice(command.id);
    // A session that nobody has spoken to gives no signs of life: nobody knows of it.
    this.#heart.start();
    switch (command.type) {
      case "prompt":
        return this.#prompt(command, voice);
      case "answer":
        if (!this.#asks.answer(command.askId, command.answer)) voice.emit({ type: "rejected", problem: unknownAsk() });
        return;
      case "interrupt":
        return this.#interrupt(command, voice);
      case "invalid":
        return voice.emit({ type: "rejected", problem: command.problem });
      case "heartbeat":
        return reply(voice, { kind: "heartbeat", promptId: command.promptId, ...this.#outbox.activity });
      case "withdraw":
        return this.#requests?.asides.withdraw(command.commandId);
      case "tool_response":
        return reject(voice, this.#clientTools.take(command.results));
      case "hint_cancel":
        return this.#requests?.cancelHint(command.promptId);
      default:
        if (this.#requests) return this.#requests.take(command, voice);
        if (this.#loading) return;
        void this.#load();
        return this.take(command);
    }
  }

  /** Loads what answers requests. A program of which a part is gone cannot go on. */
  #load(): Promise<HostRequests> {
    if (this.#loading) return this.#loading;
    this.#loading = this.#loadRequests().finally(() => {
      const early = this.#early ?? [];
      this.#early = undefined;
      for (const take of early) take();
    });
    this.#loading.catch((error) => this.stop("fatal", problemOf(error)));
    return this.#loading;
  }

  async #loadRequests(): Promise<HostRequests> {
    this.#early = [];
    const { HostRequests }: typeof import("./host_requests.ts") = await import(deferred("./host_requests.ts"));
    const commands = await this.#parts.commands?.load() ?? null;
    return this.#requests = new HostRequests({
      ...this.#scope(),
      commands,
      asks: this.#asks,
      line: this.#line,
      startedAt: this.#startedAt,
      prompts: () => this.#prompts,
      isRunning: () => this.#running !== undefined,
      submit: (prompt, voice) => this.#enqueue(prompt, voice),
      pump: () => this.#pump(),
      tellClear: () => this.#tellEnd("clear"),
    });
  }

  #prompt(command: CommandOf<"prompt">, voice: Voice): void {
    this.#enqueue(this.#requests?.commands.takeUp(command) ?? command, voice);
  }

  #enqueue(prompt: PromptCommand, voice: Voice): void {
    const { promptId, messageId } = prompt;
    reject(voice, this.#line.push({ promptId, messageId, voice, prompt, run: null }));
    this.#pump();
  }

  #interrupt(command: CommandOf<"interrupt">, voice: Voice): void {
    const isMeant = (promptId: string | null): boolean => command.promptId === null || command.promptId === promptId;
    const running = this.#running;
    const turn = running && isMeant(running.work.promptId) ? running : undefined;
    const asides = this.#requests?.asides.prompts ?? [];
    const aside = turn ? undefined : asides.findLast((candidate) => isMeant(candidate.promptId));
    (turn ?? aside)?.abort.abort(new Interrupt("client"));
    const dropped = command.cancelQueued ? this.#line.clear() : [];
    for (const work of dropped) tellDropped(work);
    const cancelled = dropped.map((work) => work.messageId ?? work.promptId);
    // Where nothing was cancelled the reply names what runs, so that the host can tell the two cases apart.
    const promptId = aside?.promptId ?? running?.work.promptId ?? asides.at(-1)?.promptId ?? null;
    const wasRunning = turn !== undefined || aside !== undefined;
    reply(voice, { kind: "interrupted", wasRunning, promptId, queued: this.#line.messageIds, cancelled });
  }

  /** End of input is no cancel: what runs and waits is finished, only questions cannot be answered any more. */
  closeInput(): void {
    if (this.#early) return void this.#early.push(() => this.closeInput());
    this.#asks.close();
    this.#ending ??= { reason: "input_closed", problem: null };
    this.#requests?.commands.closeInput();
    if (this.#clientTools.isWaiting) this.#running?.abort.abort(new Interrupt("client"));
    this.#pump();
  }

  /** Keeps the work going: one prompt after the other, and the end when there is nothing left. */
  #pump(): void {
    if (this.#working || this.#isOver || this.#requests?.isChanging) return;
    const isIdle = this.#line.size === 0;
    if (isIdle && (!this.#ending || this.#isAnswering)) return;
    this.#working = (isIdle ? this.#end() : this.#next()).finally(() => {
      this.#working = undefined;
      this.#pump();
    });
  }

  async #next(): Promise<void> {
    const work = this.#line.shift();
    if (!work) return;
    if (work.prompt?.options.silent) return this.#note(work, work.prompt);
    // From here on a cancel reaches it, also while servers are still being connected.
    const abort = new AbortController();
    this.#running = { abort, work };
    this.#prompts += 1;
    const before = this.#workshop.tally.total;
    await workOnPrompt(work, {
      ...this.#scope(),
      ready: async () => {
        await (this.#prepared ??= this.#prepare());
        // Servers that were set since.
        await this.#parts.servers?.ready();
      },
      slash: (text, around) => this.#slash(text, around),
      clientResults: (calls, signal) => {
        const usage = subtractUsage(this.#workshop.tally.total, before);
        const waiting = this.#clientTools.wait(calls, signal);
        work.voice.emit({ type: "turn.paused", turnId: work.promptId, calls, usage });
        // The input has ended already: no result can come any more.
        if (this.#ending) abort.abort(new Interrupt("client"));
        return waiting;
      },
      news: () => this.#news.splice(0),
    }, abort);
    this.#running = undefined;
    this.#outbox.state = "idle";
  }

  /** A prompt that is a known slash command is answered without the model; null when it is none. */
  async #slash(text: string, around: { voice: Voice; signal: AbortSignal }): Promise<CommandResult | null> {
    if (!text.startsWith("/")) return null;
    const { commands } = await this.#load();
    around.signal.throwIfAborted();
    return await commands.runInPrompt(text, around);
  }

  /** Adds to the conversation without asking the model. */
  #note(work: QueuedWork, prompt: PromptCommand): Promise<void> {
    const id = prompt.messageId ?? this.#parts.ids.next();
    this.#workshop.recorder.add({ id, role: "user", parts: prompt.content });
    reply(work.voice, { kind: "noted", promptId: work.promptId });
    return Promise.resolve();
  }

  async #prepare(): Promise<void> {
    const { servers } = this.#parts;
    if (!servers) return;
    servers.onChange(() => {
      this.#workshop.refreshServerTools();
      this.#outbox.voice(null).emit({ type: "session.changed", session: this.#workshop.info(), what: "tools" });
    });
    await servers.ready();
    this.#workshop.refreshServerTools();
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    if (this.#prompts > 0) this.#noteCount();
    const { reason, problem: fault } = this.#ending ?? { reason: "done", problem: null };
    const { shell, servers, journal, commands } = this.#parts;
    const voice = this.#outbox.voice(null);
    this.#tellEnd(reason === "input_closed" ? "prompt_input_exit" : "other");
    const { hooks, tally } = this.#workshop;
    const summary = { startedAt: this.#startedAt, endedAt: this.#parts.clock.now(), stats: tally.snapshot() };
    const told = this.#prompts > 0 ? this.#parts.onEnd(summary) : undefined;
    const own = [hooks, shell, servers, journal, commands].map((part) => part?.close());
    const closed = Promise.allSettled([told, ...own]);
    await within(closed, { ms: CLOSE_MS, clock: this.#parts.clock });
    this.#heart.stop();
    voice.emit({ type: "session.ended", reason, problem: fault });
    this.#outbox.close();
  }

  /** Keeps how many prompt ids were given away, so that a later run gives away others. */
  #noteCount(): void {
    const payload = { prompts: this.#line.count };
    this.#parts.journal?.append({ type: "note", subtype: "prompt_count", payload, at: this.#parts.clock.now() });
  }

  #tellEnd(reason: "clear" | "prompt_input_exit" | "other"): void {
    const call = { event: "SessionEnd", key: reason, facts: { reason }, callId: null };
    this.#workshop.hooks.tell(call, this.#outbox.voice(null));
  }

  #scope(): { parts: SessionParts; state: SessionState; workshop: Workshop } {
    return { parts: this.#parts, state: this.#state, workshop: this.#workshop };
  }
}

// After its result a run ends within two seconds, whatever it has left behind.
const CLOSE_MS = 1_500;

function reply(voice: Voice, result: Reply): void {
  voice.emit({ type: "reply", result });
}

function reject(voice: Voice, fault: Problem | null): void {
  if (fault) voice.emit({ type: "rejected", problem: fault });
}

function unknownAsk(): Problem {
  return problem("protocol_error", "Nobody asked this question, or it was answered before", { detail: "unknown_ask" });
}
