import {
  type CommandResult,
  type Message,
  type Part,
  problemOf,
  type PromptCommand,
  type PromptOptions,
  QwenError,
  subtractUsage,
  textOf,
  type ToolCall,
  type Usage,
  type Work,
} from "../../../model/mod.ts";
import { repairCalls } from "../../../model/conversation/repair_calls.ts";
import {
  askExpansionHooks,
  askPromptHooks,
  type HookCaller,
  tellFailure,
  tellStart,
} from "../../hooks/session_hooks.ts";
import { promptTimeProblem, wallTimeProblem } from "../../turn/budget.ts";
import type { Contract } from "../../turn/result/contract.ts";
import type { TurnEnd } from "../../turn/turn.ts";
import type { Asks } from "../requests/asks.ts";
import type { ClientTools } from "../requests/client_tools.ts";
import { makeCommandContext } from "../command_context.ts";
import { type CommandRunner, commandText } from "../command_runner.ts";
import type { Emitter } from "../event_queue.ts";
import { inlineFiles } from "./inline_files.ts";
import { Interrupt } from "../interrupt.ts";
import type { QueuedWork } from "./prompt_queue.ts";
import type { SessionParts } from "../session_parts.ts";
import type { SessionRuntime } from "../session_runtime.ts";
import type { SessionState } from "../session_state.ts";

/** The parts of a prompt runner. */
export interface PromptRunnerParts {
  parts: SessionParts;
  state: SessionState;
  runtime: SessionRuntime;
  asks: Asks;
  commands: CommandRunner;
  clientTools: ClientTools;
}

/** The figures of the session when a prompt started. */
interface Before {
  usage: Usage;
  apiMs: number;
  at: number;
}

/** A prompt that is being worked on. */
interface RunningPrompt {
  work: QueuedWork;
  abort: AbortController;
  before: Before;
}

/** Works on the prompts of a session, each from its start to its one terminal event. */
export class PromptRunner {
  readonly #parts: PromptRunnerParts;
  #serversWatched = false;

  constructor(parts: PromptRunnerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async run(queued: QueuedWork, abort: AbortController): Promise<void> {
    const { prompt } = queued;
    if (prompt?.options.silent) return this.#note(queued, prompt);
    const { parts: { store, world: { clock, ids } }, state, runtime } = this.#parts;
    state.prompts += 1;
    // The prompt is reported and recorded under this id, so that a host can go back to it.
    const messageId = queued.messageId ?? (prompt && !prompt.options.goOn ? ids.next() : null);
    const { emitter, promptId } = queued;
    if (messageId !== null) state.promptMessages.set(promptId, messageId);
    const before = { usage: runtime.tally.total, apiMs: runtime.tally.latencyMs, at: clock.now() };
    const running = { work: { ...queued, messageId }, abort, before };
    const turnId = ids.next();
    // A required server that is unavailable ends the prompt like any other failure.
    const ready = this.#connectServers().catch((error) => abort.abort(error));
    await Promise.race([ready, aborted(abort.signal)]);
    runtime.calls.startPrompt();
    this.#parts.parts.tools.work?.startPrompt();
    runtime.budget.startPrompt(prompt?.options.maxTurns ?? null, runtime.tally.total.totalTokens);
    const content = prompt?.content ?? [];
    this.#parts.parts.world.tracer?.startPrompt({ sessionId: state.sessionId, model: runtime.model.name() });
    emitter.emit({ type: "turn.started", turnId, promptId, messageId, prompt: content, session: runtime.info() });
    this.#reportFaults(emitter);
    const stopWallClock = this.#startWallClock(prompt?.options ?? {}, abort);
    const end = this.#judgeDenials(await this.#guarded(running));
    stopWallClock();
    const work = await this.#workOf(end);
    tellFailure(end.outcome, { hooks: runtime.hooks, history: runtime.history, emitter });
    const payload = { outcome: end.outcome.kind };
    store.journal?.append({ type: "note", subtype: "turn_result", payload, at: clock.now() });
    await store.journal?.sync();
    this.#reportFaults(emitter);
    this.#complete(running, { turnId, end, work });
    runtime.resubmitSteering();
    runtime.events.state = "idle";
  }

  /** Adds to the conversation without asking the model. */
  #note({ emitter, promptId }: QueuedWork, prompt: PromptCommand): void {
    const { parts, runtime } = this.#parts;
    const id = prompt.messageId ?? parts.world.ids.next();
    runtime.recorder.add({ id, role: "user", parts: prompt.content });
    emitter.emit({ type: "reply", result: { kind: "noted", promptId } });
  }

  /** Resolves when the MCP servers are connected, failed or timed out. */
  async #connectServers(): Promise<void> {
    const { parts: { host: { servers } }, runtime } = this.#parts;
    if (!servers) return;
    if (this.#serversWatched) return await servers.ready();
    this.#serversWatched = true;
    servers.onChange(() => {
      runtime.refreshServerTools();
      runtime.announce("tools");
    });
    await servers.ready();
    runtime.refreshServerTools();
  }

  /** A failure to record the session is reported as an event as well: hosts need not read stderr. */
  #reportFaults(emitter: Emitter): void {
    for (const { message, detail, code } of this.#parts.parts.store.faults?.() ?? []) {
      emitter.emit({ type: "notice", level: "warning", code: detail ?? code, text: message });
    }
  }

  /** A turn that is done fails where a denied call was not made up for and the run asks for that. */
  #judgeDenials(end: TurnEnd): TurnEnd {
    const { parts: { tools }, runtime } = this.#parts;
    if (!tools.failsOnDenied || end.outcome.kind !== "done") return end;
    const problem = runtime.calls.unresolvedDenial();
    return problem ? { ...end, outcome: { kind: "failed", problem, text: end.outcome.text } } : end;
  }

  /** What a turn has changed and run; null where it is not tracked, or where the model was not asked. */
  async #workOf(end: TurnEnd): Promise<Work | null> {
    const { parts: { tools }, runtime } = this.#parts;
    if (!tools.work || end.outcome.kind === "command") return null;
    return { files: await tools.work.changes(), commands: runtime.calls.commands };
  }

  #complete(
    { work, before }: RunningPrompt,
    { turnId, end, work: done }: { turnId: string; end: TurnEnd; work: Work | null },
  ): void {
    const { parts, runtime } = this.#parts;
    const { tally } = runtime;
    const origin = work.prompt?.options.origin;
    const jobs = [...runtime.memory.jobs.values()].filter((job) => job.isRunning);
    const usage = subtractUsage(tally.total, before.usage);
    parts.world.tracer?.endPrompt({ outcome: end.outcome, usage });
    work.emitter.emit({
      type: "turn.completed",
      turnId,
      promptId: work.promptId,
      outcome: end.outcome,
      usage,
      total: tally.total,
      stats: tally.snapshot(),
      durationMs: parts.world.clock.now() - before.at,
      apiDurationMs: tally.latencyMs - before.apiMs,
      rounds: end.rounds,
      denials: tally.denials,
      background: jobs.map(({ id, command }) => ({ id, command })),
      contextWindow: runtime.model.contextWindow,
      ...(parts.model.prices ? { costs: runtime.costs() } : {}),
      ...(origin === undefined ? {} : { origin }),
      ...(end.verify ? { verify: end.verify } : {}),
      ...(done ? { work: done } : {}),
    });
  }

  /** Works on a prompt; a failure outside its turn is an outcome too. */
  async #guarded(running: RunningPrompt): Promise<TurnEnd> {
    const { work, abort } = running;
    try {
      abort.signal.throwIfAborted();
      if (work.run) return { outcome: await work.run(abort), rounds: 0 };
      return await this.#work(running);
    } catch (error) {
      const reason = abort.signal.aborted ? abort.signal.reason : error;
      if (reason instanceof Interrupt) return { outcome: reason.outcome("streaming"), rounds: 0 };
      const problem = problemOf(reason);
      if (!(reason instanceof QwenError)) console.error(reason instanceof Error ? reason.stack : reason);
      const kind = problem.code.startsWith("budget.") ? "limit" : "failed";
      return { outcome: { kind, problem, text: problem.message }, rounds: 0 };
    }
  }

  async #work(running: RunningPrompt): Promise<TurnEnd> {
    const { parts, state, runtime } = this.#parts;
    const { work, abort } = running;
    const { emitter } = work;
    if (work.prompt?.options.parked) runtime.parking.hold(work.prompt.options.parked);
    if (work.prompt?.options.goOn) return await this.#turn(running, work.prompt.options);
    let content = work.prompt?.content ?? [];
    let options: PromptOptions = work.prompt?.options ?? {};
    const caller: HookCaller = { hooks: runtime.hooks, emitter, signal: abort.signal };
    const notes = await tellStart({ parts, state }, caller);
    if (!options.literal) {
      const quoted = content.filter((part) => part.kind !== "text" || part.isQuoted);
      const typed = textOf(content.filter((part) => part.kind === "text" && !part.isQuoted));
      const result = await this.#runCommand(typed, { emitter, signal: abort.signal });
      if (result?.type === "submit_prompt") {
        notes.push(...await askExpansionHooks({ typed, prompt: textOf(result.content) }, caller));
        content = [...result.content, ...quoted];
        // The command has read the references of its prompt; the content that it added is not searched for more.
        options = { ...options, literal: true, ...(result.model ? { model: result.model } : {}) };
      } else if (result) {
        return this.#endWithCommand(result, emitter);
      }
    }
    notes.push(...await askPromptHooks(content, caller));
    const message = await this.#compose(content, { running, options, notes });
    if (options.history) {
      // A conversation of the host, in a form that providers accept.
      runtime.history.replace(repairCalls(options.history).messages);
      runtime.memory.seen.clear();
      delete runtime.memory.contexts;
    }
    // The host goes on without an answer to a parked question.
    if (runtime.history.unanswered().length > 0) {
      runtime.recorder.settle("[Operation Cancelled] Reason: The question about this call was not answered.");
    }
    runtime.recorder.add(message);
    parts.store.onPrompt(message.id);
    // It reaches the disk while the model is asked; the journal itself reports a failure.
    void parts.store.journal?.sync();
    return await this.#turn(running, options);
  }

  /** Runs a prompt that is a slash command; null when it is none. */
  async #runCommand(
    text: string,
    caller: { emitter: Emitter; signal: AbortSignal },
  ): Promise<CommandResult | null> {
    // The command runs inside this prompt, so no other one can be working on the conversation.
    const scope = { ...this.#parts, ...caller, change: <T>(change: () => Promise<T>): Promise<T> => change() };
    return await this.#parts.commands.runInPrompt(text, { ...caller, context: () => makeCommandContext(scope) });
  }

  /** Ends the turn of a prompt that was a command: the command's text is the answer. */
  #endWithCommand(result: CommandResult, emitter: Emitter): TurnEnd {
    const { text, isError } = commandText(result);
    const id = this.#parts.parts.world.ids.next();
    const message: Message = { id, role: "assistant", parts: [{ kind: "text", text }] };
    emitter.emit({ type: "message.added", message, origin: "command" });
    return { outcome: { kind: "command", text, isError }, rounds: 0 };
  }

  async #compose(
    content: readonly Part[],
    { running, options, notes }: { running: RunningPrompt; options: PromptOptions; notes: string[] },
  ): Promise<Message> {
    const { identity: { cwd }, tools: { files }, host: { commands }, world: { ids } } = this.#parts.parts;
    const { work, abort } = running;
    let parts = [...content];
    parts = await inlineFiles(parts, { files, cwd });
    if (commands && !options.literal) {
      const references = options.references ?? [];
      const expanded = await commands.expand({ parts, references, cwd, files }, abort.signal);
      parts = expanded.parts;
      const { read, missing, notes } = expanded;
      if (read.length + missing.length + notes.length > 0) {
        const result = { kind: "references", promptId: work.promptId, read, missing, notes } as const;
        work.emitter.emit({ type: "reply", result });
      }
      for (const text of expanded.notes) work.emitter.emit({ type: "notice", level: "info", code: "reference", text });
    }
    for (const text of notes) parts.push({ kind: "text", text });
    const by = work.prompt?.by;
    return { id: work.messageId ?? ids.next(), role: "user", parts, ...(by === undefined ? {} : { by }) };
  }

  async #turn(running: RunningPrompt, options: PromptOptions): Promise<TurnEnd> {
    const { emitter } = running.work;
    const contract = await this.#contract(options);
    const clientResults = (calls: ToolCall[], signal: AbortSignal): ReturnType<ClientTools["wait"]> =>
      this.#clientResults(running, { calls, signal });
    const { verify } = this.#parts.parts.tools;
    const task = { emitter, options, contract, clientResults, ...(verify ? { verify } : {}) };
    return await this.#parts.runtime.runTurn(task, running.abort);
  }

  async #contract(options: PromptOptions): Promise<Contract | null> {
    const { parts: { model }, state } = this.#parts;
    const schema = options.schema ?? state.schema;
    return schema ? await model.makeContract(schema) : model.contract;
  }

  /** Pauses the turn until the client has run its tools. */
  #clientResults(
    { work, abort, before }: RunningPrompt,
    { calls, signal }: { calls: ToolCall[]; signal: AbortSignal },
  ): ReturnType<ClientTools["wait"]> {
    const { clientTools, runtime, asks } = this.#parts;
    const usage = subtractUsage(runtime.tally.total, before.usage);
    const waiting = clientTools.wait(calls, signal);
    work.emitter.emit({ type: "turn.paused", turnId: work.promptId, calls, usage });
    // The input has ended already: no result can arrive any more.
    if (asks.isClosed) abort.abort(new Interrupt("client"));
    return waiting;
  }

  /** Ends the prompt when its time is up. The returned function stops the clock. */
  #startWallClock({ timeoutMs }: PromptOptions, abort: AbortController): () => void {
    const { parts: { world }, runtime: { budget: { wallMs } } } = this.#parts;
    const isOwn = timeoutMs !== undefined && (wallMs === null || timeoutMs < wallMs);
    const limitMs = isOwn ? timeoutMs : wallMs;
    if (limitMs === null) return () => {};
    const fault = isOwn ? promptTimeProblem(limitMs) : wallTimeProblem(limitMs);
    return world.clock.after(limitMs, () => abort.abort(new QwenError(fault)));
  }
}

/** Resolves when a signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}
