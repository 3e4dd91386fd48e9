import {
  type Check,
  type Clock,
  type Denial,
  type FileInfo,
  type Files,
  type Ids,
  isObject,
  type Json,
  type JsonObject,
  type Problem,
  problem,
  QwenError,
  type Shell,
  type Tool,
  type ToolCall,
  type ToolCompleted,
  type ToolContext,
  type ToolMemory,
  type ToolOutcome,
  type ToolProgress,
  type ToolResult,
  withHint,
} from "../model/mod.ts";
import { orAborted } from "./abortable.ts";
import type { Allowance } from "./budget.ts";
import { afterBatch, afterCall, type FinishedRun, textParts } from "./call_hooks.ts";
import { CallGate, type GateParts } from "./call_gate.ts";
import type { Outbox, Voice } from "./outbox.ts";
import type { Toolbox } from "./toolbox.ts";

/** What tool calls are run with. */
export interface RunnerParts extends GateParts {
  toolbox: Toolbox;
  budget: Pick<Allowance, "takeToolCall">;
  outbox: Outbox;
  clock: Clock;
  ids: Ids;
  files: Files;
  shell: Shell;
  memory: ToolMemory;
  sessionId: () => string;
  cwd: string;
  roots: () => readonly string[];
}

/** How one batch of calls is run. */
export interface BatchOptions {
  voice: Voice;
  signal: AbortSignal;
  interrupt: (reason: Error) => void;
}

/** What a batch of calls came to. */
export interface BatchEnd {
  results: ToolResult[];
  /** The budget that was reached; the calls after it did not run. */
  limit: Problem | null;
  /** What hooks want the model to read after the results. */
  notes: string[];
}

const MAX_AT_ONCE = 10;
// How long a cancelled tool may take to clean up before it is left behind: a shell needs time to be killed.
const CANCEL_GRACE_MS = 2_000;
const CANCELLED = "[Operation Cancelled] Reason: Tool call cancelled before execution.";
const ABORTED = "[Operation Cancelled] Reason: Error: Request aborted";

/**
 * Runs the tool calls of one model answer: neighbours that change nothing beside each other, all others one after
 * the other. Results are told in the order of the calls. Never throws: each call ends in a result.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #gate: CallGate;

  constructor(parts: RunnerParts, gate: CallGate = new CallGate(parts)) {
    this.#parts = parts;
    this.#gate = gate;
  }

  /** The runner of another agent, behind the same gate. */
  derive(own: Pick<RunnerParts, "toolbox" | "budget" | "memory">): ToolRunner {
    return new ToolRunner({ ...this.#parts, ...own }, this.#gate);
  }

  async run(calls: readonly ToolCall[], options: BatchOptions): Promise<BatchEnd> {
    const ends: ToolCompleted[] = [];
    let limit: Problem | null = null;
    for (const group of this.#groups(calls)) {
      const running: Promise<ToolCompleted>[] = [];
      for (const call of group) {
        limit ??= options.signal.aborted ? null : this.#parts.budget.takeToolCall();
        running.push(limit ? Promise.resolve(this.#unrun(call, CANCELLED)) : this.#call(call, options));
      }
      for (const end of running) {
        const completed = { ...await end, entryId: this.#parts.ids.next() };
        options.voice.emit(completed);
        ends.push(completed);
      }
    }
    const notes = await afterBatch(ends, { ...options, hooks: this.#parts.hooks });
    return { results: ends.map(resultOf), limit, notes };
  }

  /** Makes ready what the calls of a tool need. What goes wrong is left to a call to find again. */
  async prepare(tool: Tool): Promise<void> {
    const { toolbox, policy, files, shell } = this.#parts;
    const place = tool.kind === "exec" ? shell : tool.kind === "read" || tool.kind === "edit" ? files : null;
    await Promise.allSettled([toolbox.check(tool), policy.ready?.(), tool.ready?.(), place?.ready?.()]);
  }

  /** Runs one call for the host: it is judged like any other, but only questions and notices of it are told. */
  async runAside(call: ToolCall, options: { voice: Voice; signal: AbortSignal }): Promise<ToolCompleted> {
    const { outbox } = this.#parts;
    const { voice, signal } = options;
    const before = outbox.activity.state;
    const quiet: Voice = {
      ...voice,
      emit: (body) => {
        if (!body.type.startsWith("tool.")) voice.emit(body);
      },
    };
    const stopped = new AbortController();
    try {
      const interrupt = (reason: Error): void => stopped.abort(reason);
      return await this.#call(call, { voice: quiet, signal: AbortSignal.any([signal, stopped.signal]), interrupt });
    } finally {
      outbox.state = before;
    }
  }

  #groups(calls: readonly ToolCall[]): ToolCall[][] {
    const groups: ToolCall[][] = [];
    let wasParallel = false;
    for (const call of calls) {
      const isParallel = this.#parts.toolbox.find(call.tool)?.parallel ?? false;
      const last = groups.at(-1);
      if (last && isParallel && wasParallel && last.length < MAX_AT_ONCE) last.push(call);
      else groups.push([call]);
      wasParallel = isParallel;
    }
    return groups;
  }

  async #call(call: ToolCall, options: BatchOptions): Promise<ToolCompleted> {
    const { toolbox, clock, tally } = this.#parts;
    const tool = toolbox.find(call.tool);
    if (!tool) return this.#unrun(call, this.#unknown(call.tool));
    if (options.signal.aborted) return this.#aborted(call, tool);
    const startedAt = clock.now();
    try {
      const completed = await this.#passAndRun(call, { ...options, tool });
      const { isError } = completed;
      const { linesAdded = 0, linesRemoved = 0 } = completed;
      tally.addCall(tool.name, { isError, durationMs: completed.durationMs, linesAdded, linesRemoved });
      return stripLines(completed);
    } catch (error) {
      const durationMs = clock.now() - startedAt;
      tally.addCall(tool.name, { isError: true, durationMs, linesAdded: 0, linesRemoved: 0 });
      if (options.signal.aborted) return { ...this.#aborted(call, tool), durationMs };
      return { ...this.#unrun(call, faultText(error, tool.name), tool), durationMs };
    }
  }

  async #passAndRun(call: ToolCall, options: BatchOptions & { tool: Tool }): Promise<Completed> {
    const { toolbox, outbox } = this.#parts;
    const { tool, voice, signal, interrupt } = options;
    const check = await toolbox.check(tool);
    const input = checked(call.input, check);
    const context = this.#context(call.callId, signal);
    outbox.state = "tool";
    const passage = await this.#gate.pass({ tool, input, context, voice, interrupt });
    if (passage.kind === "refused") {
      return { ...this.#unrun({ ...call, input: passage.denial.input }, passage.text, tool), denial: passage.denial };
    }
    // A cancel that came while the call was judged holds.
    signal.throwIfAborted();
    const final = passage.input === input ? input : checked(passage.input, check);
    voice.emit({
      type: "tool.started",
      callId: call.callId,
      tool: tool.name,
      toolKind: tool.kind,
      input: final,
      title: tool.title(final),
    });
    const startedAt = this.#parts.clock.now();
    const outcome = await this.#outcome(tool, final, { context: { ...context, answer: passage.answer }, voice });
    const durationMs = this.#parts.clock.now() - startedAt;
    outcome.output = [...outcome.output, ...textParts(passage.context)];
    return await this.#completed(call, { ...options, input: final, outcome, durationMs });
  }

  /** What a tool came to; a failure is an outcome too, an abort is not. */
  async #outcome(tool: Tool, input: JsonObject, options: { context: ToolContext; voice: Voice }): Promise<ToolOutcome> {
    try {
      return { ...await this.#drive(tool, input, options) };
    } catch (error) {
      if (options.context.signal.aborted) throw error;
      return { output: [{ kind: "text", text: faultText(error, tool.name) }], isError: true };
    }
  }

  /** Drives a tool to its end; after an abort it has a moment to clean up and is then left behind. */
  async #drive(tool: Tool, input: JsonObject, options: { context: ToolContext; voice: Voice }): Promise<ToolOutcome> {
    const { context, voice } = options;
    const { clock } = this.#parts;
    const run = tool.run(input, context);
    let callOff: (() => void) | undefined;
    let giveUp: (reason: unknown) => void = () => {};
    // A promise of its own for each step: one that lives as long as the tool would hold on to every step.
    const patiently = (next: Promise<ToolStep>): Promise<ToolStep> => {
      const { promise, resolve, reject } = Promise.withResolvers<ToolStep>();
      giveUp = reject;
      next.then(resolve, reject);
      return promise;
    };
    const onAbort = (): void => {
      callOff = clock.after(CANCEL_GRACE_MS, () => giveUp(context.signal.reason));
    };
    context.signal.addEventListener("abort", onAbort, { once: true });
    try {
      for (;;) {
        const step = await patiently(run.next());
        if (step.done) return step.value;
        voice.emit({ type: "tool.progress", callId: context.callId, tool: tool.name, progress: step.value });
        const wait = voice.ready();
        if (!wait) continue;
        await orAborted(wait, context.signal).catch(async (reason) => {
          // Nobody takes its next step any more, so that it is told to clean up.
          await patiently(run.return({ output: [] }));
          throw reason;
        });
      }
    } finally {
      context.signal.removeEventListener("abort", onAbort);
      callOff?.();
    }
  }

  async #completed(
    call: ToolCall,
    run: FinishedRun,
  ): Promise<Completed> {
    const { tool, input, outcome, durationMs } = run;
    const output = await afterCall(call.callId, { ...run, hooks: this.#parts.hooks });
    return {
      type: "tool.completed",
      callId: call.callId,
      tool: tool.name,
      toolKind: tool.kind,
      input,
      output,
      display: outcome.display ?? null,
      isError: outcome.isError ?? false,
      durationMs,
      denial: null,
      ...(outcome.data ? { data: outcome.data } : {}),
      linesAdded: outcome.linesAdded,
      linesRemoved: outcome.linesRemoved,
    };
  }

  #context(callId: string, signal: AbortSignal): ToolContext {
    const { sessionId, cwd, roots, clock, ids, files, shell, memory, mode, setMode } = this.#parts;
    return {
      callId,
      sessionId: sessionId(),
      cwd,
      roots: roots(),
      signal,
      clock,
      ids,
      files: stoppable(files, signal),
      shell,
      memory,
      mode: mode(),
      answer: null,
      setMode,
    };
  }

  #unknown(name: string): string {
    const { toolbox } = this.#parts;
    if (toolbox.isWithheld(name)) {
      return `Qwen Code requires permission to use "${name}", but that permission was declined: the tool is not offered in this run.`;
    }
    const near = nearest(name, toolbox.names());
    const hint = near.length > 0 ? ` Did you mean one of: ${near.map((n) => `"${n}"`).join(", ")}?` : "";
    return `Tool "${name}" not found in registry. Tools must use the exact names that are registered.${hint}`;
  }

  /** A call that the end of its turn has stopped, or kept from running. */
  #aborted(call: ToolCall, tool: Tool): ToolCompleted {
    const { callId, input } = call;
    const message = "The turn was interrupted.";
    const denial: Denial = { callId, tool: tool.name, input, source: "cancel", message, hint: "" };
    return { ...this.#unrun(call, ABORTED, tool), denial };
  }

  #unrun(call: ToolCall, text: string, tool?: Tool): ToolCompleted {
    return {
      type: "tool.completed",
      callId: call.callId,
      tool: call.tool,
      toolKind: tool?.kind ?? "other",
      input: call.input,
      output: [{ kind: "text", text }],
      display: null,
      isError: true,
      durationMs: 0,
      denial: null,
    };
  }
}

type ToolStep = IteratorResult<ToolProgress, ToolOutcome>;

type Completed = ToolCompleted & { linesAdded?: number; linesRemoved?: number };

function stripLines(completed: Completed): ToolCompleted {
  const { linesAdded: _added, linesRemoved: _removed, ...event } = completed;
  return event;
}

function checked(input: Json, check: Check): JsonObject {
  if (!isObject(input)) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    throw new QwenError(
      problem(
        "tool_failed",
        `The arguments are not a JSON object: ${text.slice(0, 200)}. Send them again as valid JSON.`,
      ),
    );
  }
  const fault = check(input);
  if (fault !== null) throw new QwenError(problem("tool_failed", fault));
  return input as JsonObject;
}

function resultOf(end: ToolCompleted): ToolResult {
  const { callId, tool, output, isError, entryId } = end;
  return { kind: "tool_result", callId, tool, output, isError, ...(entryId === undefined ? {} : { entryId }) };
}

function faultText(error: unknown, tool: string): string {
  if (error instanceof QwenError) {
    return withHint(error.problem.message, error.problem.hint);
  }
  return `The tool "${tool}" failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Files that refuse to be written once the call was cancelled: cancel means stopped. */
function stoppable(files: Files, signal: AbortSignal): Files {
  return {
    resolve: (path, purpose) => files.resolve(path, purpose),
    read: (path, limits) => files.read(path, limits),
    stat: (path) => files.stat(path),
    examine: (path, purpose) => files.examine(path, purpose),
    list: (path) => files.list(path),
    write(path, content): Promise<FileInfo> {
      signal.throwIfAborted();
      return files.write(path, content);
    },
  };
}

/** Names that share the most with a wrong one, best first. */
function nearest(name: string, known: readonly string[]): string[] {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2).toLowerCase()));
  const wanted = pairs(name);
  return known
    .map((candidate) => ({ candidate, score: wanted.intersection(pairs(candidate)).size }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
