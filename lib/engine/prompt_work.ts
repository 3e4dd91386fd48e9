import {
  type CommandResult,
  deferred,
  type Message,
  type Part,
  problemOf,
  type PromptOptions,
  QwenError,
  subtractUsage,
  textOf,
} from "../model/mod.ts";
import { promptTimeProblem, wallTimeProblem } from "./budget.ts";
import type { Contract } from "./contract.ts";
import { Interrupt } from "./interrupt.ts";
import type { Voice } from "./outbox.ts";
import { askExpansionHooks, askPromptHooks, type HookScope, tellFailure, tellStart } from "./prompt_hooks.ts";
import type { QueuedWork } from "./prompt_line.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import type { TurnEnd } from "./turn.ts";
import type { Job, Workshop } from "./workshop.ts";

/** What the work on a prompt needs of its session. */
export interface PromptScope {
  /** Resolves when servers are connected, failed or out of time. */
  ready: () => Promise<void>;
  parts: SessionParts;
  state: SessionState;
  workshop: Workshop;
  slash: (text: string, options: { voice: Voice; signal: AbortSignal }) => Promise<CommandResult | null>;
  clientResults: Job["clientResults"];
  news: Job["news"];
}

/** Works on one prompt from its arrival to its one terminal event. Never rejects. */
export async function workOnPrompt(queued: QueuedWork, scope: PromptScope, abort: AbortController): Promise<void> {
  const { parts, workshop } = scope;
  const { clock, ids, journal } = parts;
  const { voice, promptId, prompt } = queued;
  // Under this id the prompt is told and kept, so that a host can go back to it.
  const messageId = queued.messageId ?? (prompt && !prompt.options.goOn ? ids.next() : null);
  const work = { ...queued, messageId };
  const startedAt = clock.now();
  const before = { usage: workshop.tally.total, apiMs: workshop.tally.latencyMs };
  const turnId = ids.next();
  // A server that is required and cannot be had ends the prompt like any other failure.
  const ready = scope.ready().catch((error) => abort.abort(error));
  await Promise.race([ready, aborted(abort.signal)]);
  workshop.budget.startPrompt(prompt?.options.maxTurns ?? null, workshop.tally.total.totalTokens);
  const content = prompt?.content ?? [];
  voice.emit({ type: "turn.started", turnId, promptId, messageId, prompt: content, session: workshop.info() });
  tellFaults(parts, voice);
  const stopWallClock = startWallClock(scope, { abort, options: prompt?.options ?? {} });
  const end = await runGuarded(work, scope, abort);
  stopWallClock();
  tellFailure(end.outcome, { scope, voice });
  journal?.append({ type: "note", subtype: "turn_result", payload: { outcome: end.outcome.kind }, at: clock.now() });
  await journal?.sync();
  tellFaults(parts, voice);
  const origin = prompt?.options.origin;
  voice.emit({
    type: "turn.completed",
    turnId,
    promptId,
    outcome: end.outcome,
    usage: subtractUsage(workshop.tally.total, before.usage),
    total: workshop.tally.total,
    stats: workshop.tally.snapshot(),
    durationMs: clock.now() - startedAt,
    apiDurationMs: workshop.tally.latencyMs - before.apiMs,
    rounds: end.rounds,
    denials: workshop.tally.denials,
    background: [...workshop.memory.jobs.values()]
      .filter((job) => job.isRunning)
      .map(({ id, command }) => ({ id, command })),
    contextWindow: workshop.contextWindow,
    ...(origin === undefined ? {} : { origin }),
  });
}

/** A session that cannot be kept is told to whoever drives it as well: hosts need not read stderr. */
function tellFaults({ faults }: SessionParts, voice: Voice): void {
  for (const { message, detail, code } of faults?.() ?? []) {
    voice.emit({ type: "notice", level: "warning", code: detail ?? code, text: message });
  }
}

async function runGuarded(work: QueuedWork, scope: PromptScope, abort: AbortController): Promise<TurnEnd> {
  try {
    abort.signal.throwIfAborted();
    if (work.run) return { outcome: await work.run(abort), rounds: 0 };
    return await runPrompt(work, scope, abort);
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : error;
    if (reason instanceof Interrupt) {
      return { outcome: reason.outcome("streaming"), rounds: 0 };
    }
    const problem = problemOf(reason);
    if (!(reason instanceof QwenError)) console.error(reason instanceof Error ? reason.stack : reason);
    const kind = problem.code.startsWith("budget.") ? "limit" : "failed";
    return { outcome: { kind, problem, text: problem.message }, rounds: 0 };
  }
}

async function runPrompt(work: QueuedWork, scope: PromptScope, abort: AbortController): Promise<TurnEnd> {
  const { parts, workshop } = scope;
  const { voice } = work;
  const { clientResults, news } = scope;
  if (work.prompt?.options.goOn) {
    const { options } = work.prompt;
    const contract = await contractOf(options, scope);
    return await workshop.runTurn({ voice, options, contract, clientResults, news }, abort);
  }
  let content = work.prompt?.content ?? [];
  let options: PromptOptions = work.prompt?.options ?? {};
  const around: HookScope = { scope, voice, signal: abort.signal };
  const opening = await tellStart(around);
  if (!options.literal) {
    const typed = textOf(content);
    const result = await scope.slash(typed, { voice, signal: abort.signal });
    if (result?.type === "submit_prompt") {
      opening.push(...await askExpansionHooks(typed, { ...around, prompt: textOf(result.content) }));
      content = result.content;
      // The command has read the references of its prompt; what it brought in is not searched for more.
      options = { ...options, literal: true, ...(result.model ? { model: result.model } : {}) };
    } else if (result) {
      const { commandEnd }: typeof import("./command_end.ts") = await import(deferred("./command_end.ts"));
      return commandEnd(result, { voice, ids: parts.ids });
    }
  }
  const extra = [...opening, ...await askPromptHooks(content, around)];
  const message = await composeMessage(content, { work, options, scope, signal: abort.signal, extra });
  if (options.history) {
    workshop.history.replace(await accepted(options.history));
    // The model may no longer have what it has read: reading it again must not answer "unchanged".
    workshop.memory.seen.clear();
  }
  workshop.recorder.add(message);
  parts.onPrompt(message.id);
  await parts.journal?.ready();
  // It reaches the disk while the model is asked; a disk that fails is told by the journal itself.
  void parts.journal?.sync();
  const contract = await contractOf(options, scope);
  return await workshop.runTurn({ voice, options, contract, clientResults, news }, abort);
}

async function composeMessage(
  content: readonly Part[],
  around: { work: QueuedWork; options: PromptOptions; scope: PromptScope; signal: AbortSignal; extra: string[] },
): Promise<Message> {
  const { work, options, scope, signal, extra } = around;
  const { parts } = scope;
  const { commands, cwd, files, ids } = parts;
  let prompt = [...content];
  if (commands && !options.literal) {
    const references = options.references ?? [];
    const expanded = await commands.expand({ parts: content, references, cwd, files }, signal);
    prompt = expanded.parts;
    for (const text of expanded.notes) work.voice.emit({ type: "notice", level: "info", code: "reference", text });
  }
  const notes = extra.map((text): Part => ({ kind: "text", text }));
  return { id: work.messageId ?? ids.next(), role: "user", parts: [...prompt, ...notes] };
}

/** A conversation that a host has brought, so that providers take it. */
async function accepted(history: readonly Message[]): Promise<Message[]> {
  const { repairCalls }: typeof import("../model/repair_calls.ts") = await import(deferred("../model/repair_calls.ts"));
  return repairCalls(history).messages;
}

async function contractOf(options: PromptOptions, scope: PromptScope): Promise<Contract | null> {
  const schema = options.schema ?? scope.state.schema;
  return schema ? await scope.parts.makeContract(schema) : scope.parts.contract;
}

/** Ends the prompt when its time is up, unless it is called off before. */
function startWallClock(scope: PromptScope, how: { abort: AbortController; options: PromptOptions }): () => void {
  const { wallMs } = scope.workshop.budget;
  const { timeoutMs } = how.options;
  const isOwn = timeoutMs !== undefined && (wallMs === null || timeoutMs < wallMs);
  const limitMs = isOwn ? timeoutMs : wallMs;
  if (limitMs === null) return () => {};
  const fault = isOwn ? promptTimeProblem(limitMs) : wallTimeProblem(limitMs);
  return scope.parts.clock.after(limitMs, () => how.abort.abort(new QwenError(fault)));
}

/** Resolves when a signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}
