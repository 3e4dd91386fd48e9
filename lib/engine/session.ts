import {
  type Command,
  deferred,
  type EndReason,
  type Event,
  fail,
  type Message,
  type Outcome,
  type Problem,
  problem,
  problemOf,
  type PromptCommand,
  QwenError,
  type Reply,
  type SessionDesk,
  subtractUsage,
  within,
} from "../model/mod.ts";
import { Asides } from "./asides.ts";
import { Asks } from "./asks.ts";
import { applyChange } from "./changes.ts";
import { ClientTools } from "./client_tools.ts";
import { CommandRunner } from "./command_runner.ts";
import { makeDesk } from "./desk.ts";
import { Heartbeat } from "./heartbeat.ts";
import { linkToHost } from "./host_link.ts";
import { Interrupt } from "./interrupt.ts";
import { Outbox, type Voice } from "./outbox.ts";
import { PromptLine, type QueuedWork } from "./prompt_line.ts";
import { workOnPrompt } from "./prompt_work.ts";
import { answerQuery } from "./queries.ts";
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
  readonly #commands: CommandRunner;
  readonly #asides = new Asides(() => this.#pump());
  readonly #news: Message[] = [];
  readonly #heart: Heartbeat;
  readonly #startedAt: number;
  #running: { abort: AbortController; work: QueuedWork } | undefined;
  #working: Promise<void> | undefined;
  #prepared: Promise<void> | undefined;
  #ending: { reason: EndReason; problem: Problem | null } | undefined;
  #isOver = false;
  #prompts = 0;
  /** Commands that are changing the conversation: no prompt is taken up meanwhile. */
  #changing = 0;
  /** Resolves when the last of them is done. */
  #changed: Promise<void> = Promise.resolve();

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
    this.#commands = new CommandRunner({
      parts,
      state: this.#state,
      asks: this.#asks,
      desk: (around, place) => this.#desk(around, place),
      submit: (prompt, voice) => this.#enqueue(prompt, voice),
    });
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
    return !this.#working && this.#line.size === 0 && this.#asides.size === 0 && this.#changing === 0 &&
      !this.#commands.isHolding && jobs.every((job) => !job.isRunning);
  }

  /** Ends the session: the running turn is cancelled with its terminal event, what waits is dropped. */
  stop(reason: EndReason, fault: Problem | null): void {
    // A closed input only says that nothing more is asked; what stops the run says more.
    if (!this.#ending || this.#ending.reason === "input_closed") this.#ending = { reason, problem: fault };
    this.#asks.close();
    this.#commands.drop();
    this.#asides.withdraw(null);
    for (const work of this.#line.clear()) this.#dropped(work);
    this.#running?.abort.abort(reason === "fatal" && fault ? new QwenError(fault) : new Interrupt("signal", fault));
    this.#pump();
  }

  /** Takes a command. Returns at once: what takes time goes on beside the reading. */
  take(command: Command): void {
    if (this.#isOver) return;
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
        return this.#asides.withdraw(command.commandId);
      case "tool_response":
        return reject(voice, this.#clientTools.take(command.results));
      case "tool_request":
        return this.#toolRequest(command, voice);
      case "configure":
        return this.#asides.start(command, { voice, work: () => this.#configure(command, voice) });
      case "query":
        return this.#asides.start(command, { voice, work: (signal) => this.#query(command, { voice, signal }) });
      case "slash": {
        const claimed = { ...command, promptId: this.#line.claim(command.promptId) };
        return this.#asides.start(claimed, { voice, work: (signal) => this.#commands.run(claimed, { voice, signal }) });
      }
      case "hint":
        return this.#asides.start(command, {
          voice,
          work: (signal) => this.#commands.hint(command, { voice, signal }),
        });
      case "hint_cancel":
        this.#parts.commands?.cancelHint(this.#state.sessionId, command.promptId);
    }
  }

  async #query(command: CommandOf<"query">, around: { voice: Voice; signal: AbortSignal }): Promise<Reply> {
    const { query } = command;
    if (query.subject === "continue") return this.#continue(around.voice);
    if (query.subject !== "cancel_prompt") {
      const scope = { ...this.#scope(), ...around };
      return { kind: "value", subject: query.subject, value: await answerQuery(query, scope) };
    }
    const dropped = this.#line.remove(query.messageId);
    if (dropped) this.#dropped(dropped);
    return { kind: "value", subject: query.subject, value: { cancelled: dropped !== undefined } };
  }

  #prompt(command: CommandOf<"prompt">, voice: Voice): void {
    this.#enqueue(this.#commands.takeUp(command), voice);
  }

  #enqueue(prompt: PromptCommand, voice: Voice): void {
    const { promptId, messageId } = prompt;
    reject(voice, this.#line.push({ promptId, messageId, voice, prompt, run: null }));
    this.#pump();
  }

  /** Takes up a turn that was cut off, where there is one. */
  #continue(voice: Voice): Reply {
    const isIdle = this.#line.size === 0 && !this.#running;
    const interruption = isIdle ? this.#workshop.history.interruption() : "none";
    const accepted = interruption !== "none";
    if (accepted) {
      const prompt = { type: "prompt", content: [], promptId: null, messageId: null, options: { goOn: true } } as const;
      this.#line.push({ promptId: null, messageId: null, voice, prompt: { ...prompt, content: [] }, run: null });
    }
    return { kind: "value", subject: "continue", value: { accepted, interruption } };
  }

  #toolRequest(command: CommandOf<"tool_request">, voice: Voice): void {
    const { runner } = this.#workshop;
    const run = async (abort: AbortController): Promise<Outcome> => {
      const { runToolRequest }: typeof import("./tool_request.ts") = await import(deferred("./tool_request.ts"));
      return await runToolRequest(command, { runner, voice, abort });
    };
    reject(voice, this.#line.push({ promptId: command.promptId, messageId: null, voice, prompt: null, run }));
    this.#pump();
  }

  #interrupt(command: CommandOf<"interrupt">, voice: Voice): void {
    const isMeant = (promptId: string | null): boolean => command.promptId === null || command.promptId === promptId;
    const running = this.#running;
    const turn = running && isMeant(running.work.promptId) ? running : undefined;
    const asides = this.#asides.prompts;
    const aside = turn ? undefined : asides.findLast((candidate) => isMeant(candidate.promptId));
    (turn ?? aside)?.abort.abort(new Interrupt("client"));
    const dropped = command.cancelQueued ? this.#line.clear() : [];
    for (const work of dropped) this.#dropped(work);
    const cancelled = dropped.map((work) => work.messageId ?? work.promptId);
    // Where nothing was cancelled the reply names what runs, so that the host can tell the two cases apart.
    const promptId = aside?.promptId ?? running?.work.promptId ?? asides.at(-1)?.promptId ?? null;
    const wasRunning = turn !== undefined || aside !== undefined;
    reply(voice, { kind: "interrupted", wasRunning, promptId, queued: this.#line.messageIds, cancelled });
  }

  #dropped(work: QueuedWork): void {
    work.voice.emit({ type: "notice", level: "info", code: "prompt_dropped", text: "A waiting prompt was cancelled" });
  }

  async #configure(command: CommandOf<"configure">, voice: Voice): Promise<Reply> {
    let own: Reply | null = null;
    for (const change of command.changes) own = await applyChange(change, { ...this.#scope(), voice }) ?? own;
    const keys = command.changes.map((change) => change.key);
    const session = this.#workshop.info();
    voice.emit({ type: "session.changed", session, what: keys.join(",") });
    if (own) return own;
    if (!keys.some((key) => HANDSHAKE.has(key))) return { kind: "configured", session, changes: keys };
    const { commands, models } = this.#parts;
    const agents = this.#state.agents.map(({ name, description }) => ({ name, description }));
    return { kind: "initialized", session, commands: commands?.list("headless") ?? [], agents, models: [...models] };
  }

  /** End of input is no cancel: what runs and waits is finished, only questions cannot be answered any more. */
  closeInput(): void {
    this.#asks.close();
    this.#ending ??= { reason: "input_closed", problem: null };
    this.#commands.closeInput();
    if (this.#clientTools.isWaiting) this.#running?.abort.abort(new Interrupt("client"));
    this.#pump();
  }

  /** Keeps the work going: one prompt after the other, and the end when there is nothing left. */
  #pump(): void {
    if (this.#working || this.#isOver || this.#changing > 0) return;
    const isIdle = this.#line.size === 0;
    if (isIdle && (!this.#ending || this.#asides.size > 0)) return;
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
      slash: (text, around) => this.#commands.runInPrompt(text, around),
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
    const { shell, servers, journal } = this.#parts;
    const voice = this.#outbox.voice(null);
    this.#tellEnd(reason === "input_closed" ? "prompt_input_exit" : "other");
    const { hooks, tally } = this.#workshop;
    const summary = { startedAt: this.#startedAt, endedAt: this.#parts.clock.now(), stats: tally.snapshot() };
    const told = this.#prompts > 0 ? this.#parts.onEnd(summary) : undefined;
    const closed = Promise.allSettled([told, hooks.close(), shell.close(), servers?.close(), journal?.close()]);
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

  #desk(around: { voice: Voice; signal: AbortSignal }, place: "beside" | "inside"): SessionDesk {
    const clear = (): void => {
      this.#workshop.memory.todos = [];
      this.#tellEnd("clear");
      this.#state.starting = "clear";
      around.voice.emit({ type: "session.reset", newSessionId: this.#state.sessionId });
    };
    const alone = place === "inside" ? <T>(change: () => T): T => change() : this.#alone;
    return makeDesk({ ...this.#scope(), ...around, startedAt: this.#startedAt, prompts: this.#prompts, clear, alone });
  }

  /** Changes the conversation while nobody else works on it: no turn begins meanwhile, and other changes wait. */
  readonly #alone = async <T>(change: () => Promise<T>): Promise<T> => {
    if (this.#running) {
      throw fail("command_failed", "The conversation cannot be changed while a prompt is being worked on", {
        hint: "Wait for its end, or cancel it.",
      });
    }
    this.#changing += 1;
    const done = this.#changed.then(change);
    this.#changed = done.then(() => {}, () => {/* Told to whoever asked for it. */});
    try {
      return await done;
    } finally {
      this.#changing -= 1;
      this.#pump();
    }
  };

  #scope(): { parts: SessionParts; state: SessionState; workshop: Workshop } {
    return { parts: this.#parts, state: this.#state, workshop: this.#workshop };
  }
}

// Changes that only a handshake brings; it is answered with all that a host wants to know at the start.
const HANDSHAKE: ReadonlySet<string> = new Set(["hooks", "agents", "hostServers", "answers"]);
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
