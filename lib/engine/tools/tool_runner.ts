import {
  type Check,
  type Denial,
  fail,
  grantOf,
  isObject,
  type Json,
  type JsonObject,
  type Problem,
  QwenError,
  type Tool,
  type ToolCall,
  type ToolCompleted,
  type ToolContext,
  type ToolMemory,
  type ToolOutcome,
  type ToolProgress,
  type ToolResult,
  withHint,
} from "../../model/mod.ts";
import { afterBatch, afterCall, type FinishedRun, textParts } from "../hooks/call_hooks.ts";
import type { Emitter } from "../session/event_queue.ts";
import type { ToolPort, World } from "../session/session_parts.ts";
import { orAborted } from "../turn/abortable.ts";
import type { Allowance } from "../turn/budget.ts";
import type { CallLog } from "../turn/call_log.ts";
import { CallGate, type GateParts } from "./call_gate.ts";
import { isParked } from "./parking.ts";
import { nestedNotes, pathsOf, stoppable } from "./call_files.ts";
import { noteText, repairInput } from "./repair_input.ts";
import type { CutCall } from "../turn/reply_fold.ts";
import type { ToolRegistry } from "./tool_registry.ts";
import { toolResult } from "./tool_result.ts";
import { unknownTool } from "./unknown_tool.ts";

/** The parts of a tool runner. A sub-agent has its own registry, budget and memory. */
export interface RunnerParts extends GateParts {
  registry: ToolRegistry;
  budget: Pick<Allowance, "takeToolCall">;
  memory: ToolMemory;
  workspace:
    & Pick<ToolContext, "cwd" | "files" | "shell" | "hosts" | "keepOutput">
    & Pick<ToolPort, "work" | "open" | "nestedContext">;
  world: World;
  /** Learns the end of every call. */
  calls?: Pick<CallLog, "add">;
}

/** How one batch of calls is run. */
export interface BatchOptions {
  emitter: Emitter;
  signal: AbortSignal;
  interrupt: (reason: Error) => void;
  /** The call whose arguments the output limit has cut; it does not run. */
  cut?: CutCall | null;
  /** Names of the tools that the prompt may use; all others are refused. */
  only?: readonly string[];
}

/** The result of a batch of calls. */
export interface BatchEnd {
  results: ToolResult[];
  /** The budget that was reached; the calls after it did not run. */
  limit: Problem | null;
  /** Notes of hooks for the model, after the results. */
  notes: string[];
  /** The calls that did not run, or not to their end, because the turn was stopped. */
  stopped: ReadonlySet<string>;
}

const MAX_AT_ONCE = 10;
// How long a cancelled tool may take to clean up before it is left behind: a shell needs time to be killed.
const CANCEL_GRACE_MS = 2_000;
const CANCELLED = "[Operation Cancelled] Reason: Tool call cancelled before execution.";
const PARKED = "The call has not run: the run waits for an answer.";
const ABORTED = "[Operation Cancelled] Reason: Error: Request aborted";

/**
 * Runs the tool calls of one model answer: neighbouring calls of parallel tools together, all others one by one.
 * Results are emitted in the order of the calls. Never throws: each call ends in a result.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #gate: CallGate;

  constructor(parts: RunnerParts, gate: CallGate = new CallGate(parts)) {
    this.#parts = parts;
    this.#gate = gate;
  }

  /** The runner of another agent, behind the same gate. */
  derive(own: Pick<RunnerParts, "registry" | "budget" | "memory">): ToolRunner {
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
        const completed = { ...await end, entryId: this.#parts.world.ids.next() };
        options.emitter.emit(completed);
        this.#parts.calls?.add(completed);
        ends.push(completed);
      }
    }
    const notes = await afterBatch(ends, { ...options, hooks: this.#parts.hooks });
    const stopped = new Set(ends.filter(({ denial }) => denial?.source === "cancel").map(({ callId }) => callId));
    const { asks } = this.#parts;
    const results = ends.map((end) => toolResult(end, asks.takeAnswered(end.callId)));
    return { results, limit, notes, stopped };
  }

  /** Runs one call for the host. It is judged like any other, but only its questions and notices are emitted. */
  async runForHost(call: ToolCall, options: { emitter: Emitter; signal: AbortSignal }): Promise<ToolCompleted> {
    const { events } = this.#parts;
    const { emitter, signal } = options;
    const before = events.activity.state;
    const quiet: Emitter = {
      ...emitter,
      emit: (body) => {
        if (!body.type.startsWith("tool.")) emitter.emit(body);
      },
    };
    const stopped = new AbortController();
    try {
      const interrupt = (reason: Error): void => stopped.abort(reason);
      return await this.#call(call, { emitter: quiet, signal: AbortSignal.any([signal, stopped.signal]), interrupt });
    } finally {
      events.state = before;
    }
  }

  #groups(calls: readonly ToolCall[]): ToolCall[][] {
    const groups: ToolCall[][] = [];
    let wasParallel = false;
    for (const call of calls) {
      const isParallel = this.#parts.registry.find(call.tool)?.parallel ?? false;
      const last = groups.at(-1);
      if (last && isParallel && wasParallel && last.length < MAX_AT_ONCE) last.push(call);
      else groups.push([call]);
      wasParallel = isParallel;
    }
    return groups;
  }

  async #call(call: ToolCall, options: BatchOptions): Promise<ToolCompleted> {
    const { registry, world: { clock }, tally } = this.#parts;
    const tool = registry.find(call.tool);
    if (!tool) return this.#unrun(call, unknownTool(call.tool, registry));
    if (options.only && !registry.isAmong(tool, options.only)) {
      return this.#unrun(call, `The tool ${tool.name} is not offered for this prompt.`);
    }
    if (options.signal.aborted) return this.#aborted(call, { ...options, tool });
    if (options.cut?.callId === call.callId) return this.#unrun(call, cutText(tool, options.cut), tool);
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
      if (options.signal.aborted) return { ...this.#aborted(call, { ...options, tool }), durationMs };
      return { ...this.#unrun(call, faultText(error, tool.name), tool), durationMs };
    }
  }

  async #passAndRun(call: ToolCall, options: BatchOptions & { tool: Tool }): Promise<Completed> {
    const { registry, events, workspace, world: { clock } } = this.#parts;
    const { tool, emitter, signal, interrupt } = options;
    // The file worker starts while the call is judged; a failure shows when the tool uses it.
    if (tool.kind === "read" || tool.kind === "edit") workspace.files.ready?.().catch(() => undefined);
    const check = await registry.check(tool);
    const { input: asked, notes } = repairInput(call.input, tool);
    const note = noteText(notes);
    const validate = (input: Json): JsonObject => checked(input, check);
    const context = this.#context(call.callId, signal);
    events.state = "tool";
    const passage = await this.#gate.pass({
      ...{ tool, context, emitter, validate, interrupt },
      input: withNote(() => validate(asked), note),
    });
    if (passage.kind === "refused") {
      const refused = { ...call, input: passage.denial.input };
      return { ...this.#unrun(refused, `${passage.text}${note}`, tool), denial: passage.denial };
    }
    // A cancel that came while the call was judged holds.
    signal.throwIfAborted();
    const { input } = passage;
    const paths = pathsOf(tool, { input, context });
    emitter.emit({
      type: "tool.started",
      callId: call.callId,
      tool: tool.name,
      toolKind: tool.kind,
      input,
      title: tool.title(input),
      ...(paths.length > 0 ? { paths } : {}),
    });
    if (tool.kind === "exec") await workspace.work?.beforeCommand();
    const startedAt = clock.now();
    const { answer, profile = "workspace" } = passage;
    const files = passage.opened?.length ? workspace.open?.(passage.opened) : undefined;
    const around = { ...context, answer, profile, ...(files ? { files: stoppable(files, signal) } : {}) };
    const outcome = await this.#outcome(tool, input, { context: around, emitter });
    const durationMs = clock.now() - startedAt;
    const nested = outcome.isError
      ? []
      : await nestedNotes(paths, { ...this.#parts.workspace, memory: this.#parts.memory });
    const added = [...(note === "" ? [] : [note]), ...passage.context, ...nested];
    outcome.output = [...outcome.output, ...textParts(added)];
    return await this.#completed(call, { ...options, input, outcome, durationMs });
  }

  /** The outcome of a tool. A failure is an outcome, an abort is not. */
  async #outcome(
    tool: Tool,
    input: JsonObject,
    options: { context: ToolContext; emitter: Emitter },
  ): Promise<ToolOutcome> {
    try {
      return { ...await this.#drive(tool, input, options) };
    } catch (error) {
      if (options.context.signal.aborted) throw error;
      return { output: [{ kind: "text", text: faultText(error, tool.name) }], isError: true };
    }
  }

  /** Runs a tool to its end. After an abort it has a moment to clean up and is then abandoned. */
  async #drive(
    tool: Tool,
    input: JsonObject,
    options: { context: ToolContext; emitter: Emitter },
  ): Promise<ToolOutcome> {
    const { context, emitter } = options;
    const { clock, tracer } = this.#parts.world;
    const run = (tracer?.tool(tool) ?? tool).run(input, context);
    let cancel: (() => void) | undefined;
    let giveUp: (reason: unknown) => void = () => {};
    // Each step has its own promise: one for the whole run would keep every step in memory.
    const abortable = (next: Promise<ToolStep>): Promise<ToolStep> => {
      const { promise, resolve, reject } = Promise.withResolvers<ToolStep>();
      giveUp = reject;
      next.then(resolve, reject);
      return promise;
    };
    const onAbort = (): void => {
      cancel = clock.after(CANCEL_GRACE_MS, () => giveUp(context.signal.reason));
    };
    context.signal.addEventListener("abort", onAbort, { once: true });
    try {
      for (;;) {
        const step = await abortable(run.next());
        if (step.done) return step.value;
        emitter.emit({ type: "tool.progress", callId: context.callId, tool: tool.name, progress: step.value });
        const wait = emitter.ready();
        if (!wait) continue;
        await orAborted(wait, context.signal).catch(async (reason) => {
          // Its next step is not taken any more, so the tool must clean up.
          await abortable(run.return({ output: [] }));
          throw reason;
        });
      }
    } finally {
      context.signal.removeEventListener("abort", onAbort);
      cancel?.();
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
    const { state, workspace, world: { clock, ids }, memory, permissions } = this.#parts;
    const { cwd, files, shell, hosts, keepOutput } = workspace;
    return {
      callId,
      sessionId: state.sessionId,
      cwd,
      ...(memory.shellCwd === undefined ? {} : { shellCwd: memory.shellCwd }),
      ...(hosts ? { hosts } : {}),
      ...(keepOutput ? { keepOutput } : {}),
      roots: state.roots,
      signal,
      clock,
      ids,
      files: stoppable(files, signal),
      shell,
      memory,
      mode: permissions.mode,
      answer: null,
      profile: "workspace",
      setMode: (mode) => permissions.setMode(mode),
      permit: (rules) => permissions.apply(grantOf(rules)),
    };
  }

  /** The result of a call that the end of its turn has stopped or prevented. */
  #aborted(call: ToolCall, { signal, tool }: { signal: AbortSignal; tool: Tool }): ToolCompleted {
    const { callId, input } = call;
    const message = "The turn was interrupted.";
    const denial: Denial = { callId, tool: tool.name, input, source: "cancel", message, hint: "" };
    return { ...this.#unrun(call, isParked(signal) ? PARKED : ABORTED, tool), denial };
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
  if (!isObject(input)) throw fail("tool_failed", "The arguments are not a JSON object.");
  const fault = check(input);
  if (fault !== null) throw fail("tool_failed", fault);
  return input as JsonObject;
}

/** Validates arguments; a refusal also says how they were read. */
function withNote(validate: () => JsonObject, note: string): JsonObject {
  try {
    return validate();
  } catch (error) {
    if (note === "" || !(error instanceof QwenError)) throw error;
    throw fail("tool_failed", `${error.problem.message}${note}`);
  }
}

function faultText(error: unknown, tool: string): string {
  if (error instanceof QwenError) {
    return withHint(error.problem.message, error.problem.hint);
  }
  return `The tool "${tool}" failed: ${error instanceof Error ? error.message : String(error)}`;
}

function cutText({ name, kind }: Tool, { chars }: CutCall): string {
  const advice = kind === "edit"
    ? "Do not send it again as it was. Write a shorter first part of the file, then add the rest with further edits."
    : "Do not send it again as it was. Do the work in smaller pieces, with shorter arguments.";
  return `The call of ${name} was cut by the output limit after ${chars} characters of arguments and did not run. ${advice}`;
}
