import {
  type Command,
  type CommandInfo,
  type CommandOf,
  type EndReason,
  type Event,
  type Message,
  type ModelInfo,
  type Problem,
  problem,
  type PromptCommand,
  QwenError,
  type Reply,
  type SessionInfo,
  within,
} from "../../model/mod.ts";
import { tellEnd } from "../hooks/session_hooks.ts";
import { Asks } from "./requests/asks.ts";
import { ClientTools } from "./requests/client_tools.ts";
import { CommandRunner } from "./command_runner.ts";
import { type Emitter, EventQueue } from "./event_queue.ts";
import { Heartbeat } from "./heartbeat.ts";
import { linkToClient, linkToHost } from "./requests/host_link.ts";
import { HostRequests } from "./requests/host_requests.ts";
import { Interrupt } from "./interrupt.ts";
import { PromptQueue } from "./prompts/prompt_queue.ts";
import { PromptRunner } from "./prompts/prompt_runner.ts";
import { PromptScheduler } from "./prompts/prompt_scheduler.ts";
import type { SessionParts } from "./session_parts.ts";
import { SessionRuntime } from "./session_runtime.ts";
import { SessionState } from "./session_state.ts";

// A run ends within two seconds after its result, even if something does not close.
const CLOSE_MS = 1_500;

/**
 * One conversation with an agent: commands in, events out. Taking a command never waits, neither for a turn nor for
 * the reader of the events, so that answers and cancels get through at any time.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #events: EventQueue;
  readonly #asks: Asks;
  readonly #runtime: SessionRuntime;
  readonly #commands: CommandRunner;
  readonly #clientTools = new ClientTools();
  readonly #prompts: PromptScheduler;
  readonly #requests: HostRequests;
  readonly #heartbeat: Heartbeat;
  /** Those who asked to close the session and are still to be answered. */
  readonly #closing: Emitter[] = [];
  #ending: { reason: EndReason; problem: Problem | null } | undefined;
  #isOver = false;

  constructor(parts: SessionParts) {
    const { identity, store, host, world } = parts;
    const state = new SessionState(parts);
    const events = new EventQueue({
      sessionId: identity.sessionId,
      clock: world.clock,
      onOverflow: () => this.stop("client_gone", problem("consumer_gone", "The reader of the output went away")),
    });
    const asks = new Asks(world);
    const runtime = new SessionRuntime(parts, { state, events, asks });
    const commands = new CommandRunner({ host, state, asks });
    const runner = new PromptRunner({ parts, state, runtime, asks, commands, clientTools: this.#clientTools });
    const prompts = new PromptScheduler({
      queue: new PromptQueue(identity.sessionId, store.promptsBefore),
      work: (work, abort) => runner.run(work, abort),
      onIdle: () => this.#endIfDone(),
    });
    this.#requests = new HostRequests({
      ...{ parts, state, runtime, asks, commands, prompts },
      onSettled: () => this.#endIfDone(),
    });
    this.#heartbeat = new Heartbeat(parts, events);
    this.#parts = parts;
    this.#state = state;
    this.#events = events;
    this.#asks = asks;
    this.#runtime = runtime;
    this.#commands = commands;
    this.#prompts = prompts;
    const emitter = events.emitter(null);
    host.servers?.bind(linkToHost({ asks, hooks: runtime.hooks, emitter }));
    host.clientWork?.bind(linkToClient({ asks, emitter, turn: () => prompts.running?.abort.signal ?? null }));
    emitter.emit({ type: "session.started", session: runtime.info() });
  }

  get id(): string {
    return this.#state.sessionId;
  }

  /** Whether it continues a conversation that was saved. */
  get isResumed(): boolean {
    return (this.#parts.store.promptsBefore ?? 0) > 0;
  }

  /** The session as it is, and what can be chosen in it. */
  about(): { session: SessionInfo; commands: CommandInfo[]; models: ModelInfo[] } {
    const { host, model } = this.#parts;
    const commands = host.commands?.list("headless") ?? [];
    return { session: this.#runtime.info(), commands, models: [...model.choices] };
  }

  /** Whether nothing runs, waits or is asked: ending the session now would interrupt nothing. */
  get isIdle(): boolean {
    const jobs = [...this.#runtime.memory.jobs.values()];
    return this.#prompts.isIdle && this.#requests.pending.size === 0 && !this.#commands.isHolding &&
      jobs.every((job) => !job.isRunning);
  }

  /** The next batch of events; null after the last one. */
  next(): Promise<readonly Event[] | null> {
    return this.#events.next();
  }

  /** How many events wait for the reader. */
  get unread(): number {
    return this.#events.unread;
  }

  /** Takes a command. Returns at once; the work goes on beside the reading. */
  take(command: Command): void {
    if (this.#isOver) return;
    const emitter = this.#events.emitter(command.id);
    // A session sends no heartbeats before its first command.
    this.#heartbeat.start();
    switch (command.type) {
      case "prompt": {
        if (this.#requests.isContinued(command)) return reject(emitter, alreadyContinued());
        const prompt = this.#commands.takeUp(command);
        const { promptId, messageId } = prompt;
        const submit = (): void => this.#prompts.submit({ promptId, messageId, emitter, prompt, run: null });
        return prompt.options.steers && this.#prompts.running ? this.#steer(prompt, { emitter, submit }) : submit();
      }
      case "answer":
        return reject(emitter, this.#asks.answer(command) ? null : unknownAsk());
      case "interrupt":
        return this.#interrupt(command, emitter);
      case "invalid":
        return reject(emitter, command.problem);
      case "introduce":
        return emitter.emit({ type: "session.introduced", session: this.#runtime.info() });
      case "heartbeat":
        return reply(emitter, { kind: "heartbeat", promptId: command.promptId, ...this.#events.activity });
      case "withdraw":
        return this.#requests.pending.withdraw(command.commandId);
      case "tool_response":
        return reject(emitter, this.#clientTools.take(command.results));
      case "hint_cancel":
        return this.#commands.cancelHint(command.promptId);
      case "close":
        this.#closing.push(emitter);
        return this.stop("done", null);
      case "greet":
      case "list_sessions":
      case "delete_session":
      case "list_jobs":
      case "join":
      case "leave":
        return reject(emitter, notOfSession(command.type));
      default:
        return this.#requests.take(command, emitter);
    }
  }

  /** No more commands come. This is no cancel: running and queued prompts finish, only questions are settled. */
  closeInput(): void {
    this.#asks.close();
    this.#ending ??= { reason: "input_closed", problem: null };
    this.#requests.submitHeld();
    if (this.#clientTools.isWaiting) this.#prompts.interrupt(new Interrupt("client"));
    this.#endIfDone();
  }

  /** Ends the session: the running turn is cancelled with its terminal event, queued prompts are dropped. */
  stop(reason: EndReason, fault: Problem | null): void {
    // A closed input only says that no more commands come; the reason to stop says more.
    if (!this.#ending || this.#ending.reason === "input_closed") this.#ending = { reason, problem: fault };
    // A client that closes a session still hears what becomes of the work that it does for it.
    if (reason === "done") this.#prompts.interrupt(new Interrupt("client"));
    this.#asks.close();
    this.#commands.release();
    this.#requests.pending.withdraw(null);
    this.#prompts.queue.cancelAll();
    this.#prompts.interrupt(reason === "fatal" && fault ? new QwenError(fault) : new Interrupt("signal", fault));
    this.#endIfDone();
  }

  /** Passes a prompt to the running turn and acknowledges it; it has no result of its own. */
  #steer({ content, messageId }: PromptCommand, { emitter, submit }: { emitter: Emitter; submit: () => void }): void {
    const message: Message = { id: messageId ?? this.#parts.world.ids.next(), role: "user", parts: content };
    this.#runtime.steer(message, submit);
    emitter.emit({ type: "message.added", message, origin: "steering" });
  }

  #interrupt(command: CommandOf<"interrupt">, emitter: Emitter): void {
    const isMeant = (promptId: string | null): boolean => command.promptId === null || command.promptId === promptId;
    const { running, queue } = this.#prompts;
    const turn = running && isMeant(running.promptId) ? running : undefined;
    const { cancellable } = this.#requests.pending;
    const request = turn ? undefined : cancellable.findLast(({ promptId }) => isMeant(promptId));
    (turn ?? request)?.abort.abort(new Interrupt("client"));
    const cancelled = command.cancelQueued ? queue.cancelAll() : [];
    // Where nothing was cancelled the reply names what runs, so that the host can tell the two cases apart.
    const promptId = request?.promptId ?? running?.promptId ?? cancellable.at(-1)?.promptId ?? null;
    const wasRunning = turn !== undefined || request !== undefined;
    reply(emitter, { kind: "interrupted", wasRunning, promptId, queued: queue.messageIds, cancelled });
  }

  #endIfDone(): void {
    if (!this.#ending || this.#isOver || !this.#prompts.isIdle || this.#requests.pending.size > 0) return;
    this.#isOver = true;
    void this.#end(this.#ending);
  }

  async #end({ reason, problem: fault }: { reason: EndReason; problem: Problem | null }): Promise<void> {
    const { tools: { shell }, store, host: { servers, commands }, world: { clock } } = this.#parts;
    const { startedAt, prompts } = this.#state;
    const { hooks, tally } = this.#runtime;
    if (prompts > 0) {
      // A later run continues the count, so that no prompt id is used twice.
      const payload = { prompts: this.#prompts.queue.count };
      store.journal?.append({ type: "note", subtype: "prompt_count", payload, at: clock.now() });
    }
    const emitter = this.#events.emitter(null);
    tellEnd(hooks, { reason: reason === "input_closed" ? "prompt_input_exit" : "other", emitter });
    const summary = { startedAt, endedAt: clock.now(), stats: tally.snapshot() };
    const closed = Promise.allSettled([
      prompts > 0 ? store.onEnd(summary) : undefined,
      ...[hooks, shell, servers, store.journal, commands].map((part) => part?.close()),
    ]);
    await within(closed, { ms: CLOSE_MS, clock });
    this.#heartbeat.stop();
    for (const asker of this.#closing) reply(asker, { kind: "closed" });
    emitter.emit({ type: "session.ended", reason, problem: fault });
    this.#events.close();
  }
}

function reply(emitter: Emitter, result: Reply): void {
  emitter.emit({ type: "reply", result });
}

function reject(emitter: Emitter, fault: Problem | null): void {
  if (fault) emitter.emit({ type: "rejected", problem: fault });
}

function alreadyContinued(): Problem {
  return problem("protocol_error", "The prompt of this command was sent to the model already", {
    detail: "already_continued",
    hint: "Send the command with options.host_continues to send its prompt yourself.",
  });
}

function notOfSession(type: string): Problem {
  return problem("protocol_error", `A session has no answer to ${type}`, { detail: "unsupported_request" });
}

function unknownAsk(): Problem {
  return problem("protocol_error", "Nobody asked this question, or it was answered before", { detail: "unknown_ask" });
}
