import {
  type Ask,
  type Command,
  type CommandResult,
  type EndReason,
  type Event,
  fail,
  type Json,
  type Message,
  type Outcome,
  type Problem,
  problem,
  problemOf,
  QwenError,
  type Reply,
  type SessionDesk,
} from "../model/mod.ts";
import { Asks } from "./asks.ts";
import { applyChange } from "./changes.ts";
import { ClientTools } from "./client_tools.ts";
import { makeDesk } from "./desk.ts";
import { elicitWithHooks } from "./elicitation_hooks.ts";
import { Interrupt } from "./interrupt.ts";
import { Outbox, type Voice } from "./outbox.ts";
import { PromptLine, type QueuedWork } from "./prompt_line.ts";
import { workOnPrompt } from "./prompt_work.ts";
import { answerQuery } from "./queries.ts";
import type { HostLink, SessionParts } from "./session_parts.ts";
import { SessionState } from "./session_state.ts";
import { Workshop } from "./workshop.ts";

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/**
 * One conversation with an agent: commands in, events out. It is a duplex and no TransformStream: the reading side
 * waits for nobody, neither for a turn nor for the client, so that answers and cancels come through at any time.
 */
export class Session {
  readonly writable: WritableStream<Command>;
  readonly readable: ReadableStream<readonly Event[]>;
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #outbox: Outbox;
  readonly #asks: Asks;
  readonly #workshop: Workshop;
  readonly #line: PromptLine;
  readonly #clientTools = new ClientTools();
  /** Commands that are being answered beside the turn, by id. */
  readonly #asides = new Map<string, AbortController>();
  readonly #news: Message[] = [];
  readonly #beating = new AbortController();
  #heart: Promise<void> | undefined;
  readonly #startedAt: number;
  #running: { abort: AbortController; work: QueuedWork } | undefined;
  #working: Promise<void> | undefined;
  #prepared: Promise<void> | undefined;
  #ending: { reason: EndReason; problem: Problem | null } | undefined;
  #isOver = false;
  #prompts = 0;

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
    this.#asks = new Asks({ clock, ids });
    this.#workshop = new Workshop(parts, { state: this.#state, outbox: this.#outbox, asks: this.#asks });
    this.#line = new PromptLine(() => this.#state.sessionId);
    parts.servers?.bind(this.#hostLink());
    this.readable = this.#outbox.readable;
    this.writable = new WritableStream<Command>({
      write: (command) => this.#handle(command),
      close: () => this.#closeInput(),
      abort: (error) => this.stop("fatal", problemOf(error)),
    });
    this.#outbox.voice(null).emit({ type: "session.started", session: this.#workshop.info() });
  }

  /** The session as it is now. */
  get id(): string {
    return this.#state.sessionId;
  }

  /** Ends the session: the running turn is cancelled with its terminal event, what waits is dropped. */
  stop(reason: EndReason, fault: Problem | null): void {
    // A closed input only says that nothing more is asked; what stops the run says more.
    if (!this.#ending || this.#ending.reason === "input_closed") this.#ending = { reason, problem: fault };
    this.#asks.close();
    this.#withdraw(null);
    for (const work of this.#line.clear()) this.#dropped(work);
    this.#running?.abort.abort(reason === "fatal" && fault ? new QwenError(fault) : new Interrupt("signal", fault));
    this.#pump();
  }

  /** Takes a command. Returns at once: what takes time goes on beside the reading. */
  #handle(command: Command): void {
    const voice = this.#outbox.voice(command.id);
    // A session that nobody has spoken to gives no signs of life: nobody knows of it.
    this.#heart ??= this.#beat();
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
        return this.#withdraw(command.commandId);
      case "tool_response":
        return reject(voice, this.#clientTools.take(command.results));
      case "tool_request":
        return this.#toolRequest(command, voice);
      case "configure":
        return this.#aside(command, () => this.#configure(command, voice));
      case "query":
        return this.#aside(command, async () => {
          if (command.query.subject === "continue") return this.#continue(voice);
          const dropped = command.query.subject === "cancel_prompt" ? this.#line.remove(command.query.messageId) : null;
          if (dropped) this.#dropped(dropped);
          const value = dropped === null
            ? await answerQuery(command.query, this.#scope())
            : { cancelled: dropped !== undefined };
          return { kind: "value", subject: command.query.subject, value };
        });
      case "slash":
        return this.#aside(command, (signal) => this.#slash(command, { voice, signal }));
      case "hint":
        return this.#aside(command, (signal) => this.#hint(command, { voice, signal }));
      case "hint_cancel":
        this.#parts.commands?.cancelHint(this.#state.sessionId, command.promptId);
    }
  }

  #prompt(command: CommandOf<"prompt">, voice: Voice): void {
    const { promptId, messageId } = command;
    if (command.options.silent) {
      const id = messageId ?? this.#parts.ids.next();
      this.#workshop.recorder.add({ id, role: "user", parts: command.content });
      return;
    }
    reject(voice, this.#line.push({ promptId, messageId, voice, prompt: command, run: null }));
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
    const { promptId, callId, tool, input } = command;
    const run = async (abort: AbortController): Promise<Outcome> => {
      const call = { kind: "tool_call", callId, tool, input } as const;
      const interrupt = (reason: Error): void => abort.abort(reason);
      const { results, limit } = await this.#workshop.runner.run([call], { voice, signal: abort.signal, interrupt });
      if (limit) return { kind: "limit", problem: limit, text: "" };
      abort.signal.throwIfAborted();
      const text = results.flatMap((result) => result.output).map((part) => part.kind === "text" ? part.text : "").join(
        "",
      );
      return { kind: "done", text, stop: { reason: "end", raw: null } };
    };
    reject(voice, this.#line.push({ promptId, messageId: null, voice, prompt: null, run }));
    this.#pump();
  }

  #interrupt(command: CommandOf<"interrupt">, voice: Voice): void {
    const running = this.#running;
    const matches = running && (command.promptId === null || command.promptId === running.work.promptId);
    if (matches) running.abort.abort(new Interrupt("client"));
    const dropped = command.cancelQueued ? this.#line.clear() : [];
    for (const work of dropped) this.#dropped(work);
    const cancelled = dropped.map((work) => work.messageId ?? work.promptId);
    const promptId = matches ? running.work.promptId : command.promptId;
    const queued = this.#line.messageIds;
    reply(voice, { kind: "interrupted", wasRunning: Boolean(matches), promptId, queued, cancelled });
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

  async #slash(command: CommandOf<"slash">, around: { voice: Voice; signal: AbortSignal }): Promise<Reply> {
    const { commands } = this.#parts;
    if (!commands) throw fail("command_failed", "Slash commands are not available in this run");
    const { raw, approved } = command;
    const { path, args } = (command.path.length === 0 ? commands.parse(raw) : null) ?? command;
    const promptId = this.#line.claim(command.promptId);
    const request = { path, args, raw, ...(approved ? { approved } : command.confirmed ? { approved: [raw] } : {}) };
    let result = await commands.run(request, this.#desk(around));
    result = await this.#confirmed(result, { request, ...around });
    if (result.type === "submit_prompt") {
      const options = result.model ? { model: result.model, literal: true } : { literal: true };
      const prompt = { type: "prompt", content: result.content, promptId: null, messageId: null, options } as const;
      this.#line.push({ promptId: null, messageId: null, voice: around.voice, prompt, run: null });
      this.#pump();
    }
    return { kind: "command", promptId, path, args, result };
  }

  /** Asks the host where a command wants a word first, and runs it again with the answer. */
  async #confirmed(
    result: CommandResult,
    around: { request: { path: string[]; args: string; raw: string }; voice: Voice; signal: AbortSignal },
  ): Promise<CommandResult> {
    const { commands } = this.#parts;
    const ask = askOf(result, around.request.raw);
    if (!ask || !commands || !this.#state.answers || this.#asks.isClosed) return result;
    const { voice, signal } = around;
    const settled = await this.#asks.ask(ask, { voice, signal, timeoutMs: this.#state.askTimeoutMs });
    if (settled.answer.kind !== "allow") {
      const why = settled.answer.kind === "value" ? "no decision was given" : settled.answer.message;
      return { type: "message", level: "error", content: `The command was not run: ${why}` };
    }
    if (result.type === "quit_confirmation") return { type: "quit" };
    const approved = result.type === "confirm_shell_commands" ? result.commands : [around.request.raw];
    return await commands.run({ ...around.request, approved }, this.#desk(around));
  }

  async #hint(command: CommandOf<"hint">, around: { voice: Voice; signal: AbortSignal }): Promise<null> {
    const { commands } = this.#parts;
    if (!commands) throw fail("command_failed", "Hints are not available in this run");
    for await (const hint of commands.hint(command, this.#desk(around))) reply(around.voice, hint);
    return null;
  }

  /** Answers a command beside the turn: exactly once, with a reply or a refusal. */
  #aside(command: Command, work: (signal: AbortSignal) => Promise<Reply | null>): void {
    const voice = this.#outbox.voice(command.id);
    const abort = new AbortController();
    this.#asides.set(command.id, abort);
    work(abort.signal).then(
      (result) => {
        if (result && this.#asides.has(command.id)) reply(voice, result);
      },
      (error) => {
        if (this.#asides.has(command.id)) voice.emit({ type: "rejected", problem: problemOf(error) });
      },
    ).finally(() => {
      this.#asides.delete(command.id);
      this.#pump();
    });
  }

  #withdraw(commandId: string | null): void {
    for (const [id, abort] of this.#asides) {
      if (commandId !== null && id !== commandId) continue;
      abort.abort(new Interrupt("client"));
      this.#asides.delete(id);
    }
  }

  /** End of input is no cancel: what runs and waits is finished, only questions cannot be answered any more. */
  #closeInput(): void {
    this.#asks.close();
    this.#ending ??= { reason: "input_closed", problem: null };
    if (this.#clientTools.isWaiting) this.#running?.abort.abort(new Interrupt("client"));
    this.#pump();
  }

  /** Keeps the work going: one prompt after the other, and the end when there is nothing left. */
  #pump(): void {
    if (this.#working || this.#isOver) return;
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
    // From here on a cancel reaches it, also while servers are still being connected.
    const abort = new AbortController();
    this.#running = { abort, work };
    this.#prompts += 1;
    await workOnPrompt(work, {
      ...this.#scope(),
      ready: () => this.#prepared ??= this.#prepare(),
      slash: (text, around) => this.#slashInPrompt(text, around),
      clientResults: (calls, signal) => {
        const usage = this.#workshop.tally.total;
        const waiting = this.#clientTools.wait(calls, signal);
        work.voice.emit({ type: "turn.paused", turnId: work.promptId, calls, usage });
        return waiting;
      },
      news: () => this.#news.splice(0),
    }, abort);
    this.#running = undefined;
    this.#outbox.state = "idle";
  }

  /** A prompt that is a known slash command is answered without the model. */
  async #slashInPrompt(text: string, around: { voice: Voice; signal: AbortSignal }): Promise<CommandResult | null> {
    const { commands } = this.#parts;
    if (!text.startsWith("/") || !commands) return null;
    const parsed = commands.parse(text);
    if (!parsed?.known) return null;
    const result = await commands.run(parsed, this.#desk(around));
    return await this.#confirmed(result, { request: parsed, ...around });
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

  /** How MCP servers reach the host. */
  #hostLink(): HostLink {
    const voice = this.#outbox.voice(null);
    const value = async (ask: Ask, signal: AbortSignal): Promise<Json> => {
      const { answer } = await this.#asks.ask(ask, { voice, signal, timeoutMs: null });
      if (answer.kind === "value") return answer.value;
      throw fail("mcp_unavailable", answer.kind === "allow" ? "The host gave no answer" : answer.message);
    };
    return {
      askHost: (question, signal) => value({ kind: "mcp", ...question }, signal),
      elicit: async (question, signal) => {
        const { hooks } = this.#workshop;
        const ask = (): Promise<Json> => value({ kind: "elicitation", ...question }, signal);
        return await elicitWithHooks(question, { hooks, voice, signal, ask });
      },
    };
  }

  /** Gives signs of life until the session ends. */
  async #beat(): Promise<void> {
    const { clock, heartbeatMs } = this.#parts;
    if (heartbeatMs === null) return;
    const voice = this.#outbox.voice(null);
    try {
      for (;;) {
        await clock.sleep(heartbeatMs, this.#beating.signal);
        voice.emit({ type: "heartbeat", ...this.#outbox.activity });
      }
    } catch {
      // The session has ended; sleeping is all that can fail here.
    }
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    const { reason, problem: fault } = this.#ending ?? { reason: "done", problem: null };
    const { shell, servers, journal } = this.#parts;
    const voice = this.#outbox.voice(null);
    this.#tellEnd(reason === "input_closed" ? "prompt_input_exit" : "other");
    const { hooks, tally } = this.#workshop;
    const summary = { startedAt: this.#startedAt, endedAt: this.#parts.clock.now(), stats: tally.snapshot() };
    const told = this.#prompts > 0 ? this.#parts.onEnd(summary) : undefined;
    const closed = Promise.allSettled([told, hooks.close(), shell.close(), servers?.close(), journal?.close()]);
    const inTime = new AbortController();
    await Promise.race([closed, this.#parts.clock.sleep(CLOSE_MS, inTime.signal).catch(() => {/* Closed in time. */})]);
    inTime.abort();
    this.#beating.abort();
    voice.emit({ type: "session.ended", reason, problem: fault });
    this.#outbox.close();
  }

  #tellEnd(reason: "clear" | "prompt_input_exit" | "other"): void {
    const call = { event: "SessionEnd", key: reason, facts: { reason }, callId: null };
    this.#workshop.hooks.tell(call, this.#outbox.voice(null));
  }

  #desk(around: { voice: Voice; signal: AbortSignal }): SessionDesk {
    const clear = (): void => {
      this.#workshop.memory.todos = [];
      this.#tellEnd("clear");
      this.#state.starting = "clear";
    };
    return makeDesk({ ...this.#scope(), ...around, startedAt: this.#startedAt, prompts: this.#prompts, clear });
  }

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

function askOf(result: CommandResult, raw: string): Parameters<Asks["ask"]>[0] | null {
  switch (result.type) {
    case "confirm_shell_commands":
      return { kind: "confirm_shell", commands: result.commands, command: raw };
    case "confirm_action":
      return { kind: "confirm_action", prompt: result.prompt, command: raw };
    case "quit_confirmation":
      return { kind: "confirm_quit" };
    default:
      return null;
  }
}
