import {
  type ClientToolResult,
  type Code,
  type Message,
  NO_USAGE,
  type Outcome,
  type Policy,
  type Problem,
  problemOf,
  type PromptOptions,
  QwenError,
  type Shell,
  textOf,
  type ToolCall,
  type ToolKind,
  type ToolMemory,
  type ToolResult,
  type VerifyReport,
} from "../../model/mod.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Emitter } from "../session/event_queue.ts";
import { Interrupt } from "../session/interrupt.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import { isParked } from "../tools/parking.ts";
import type { ToolRunner } from "../tools/tool_runner.ts";
import type { Allowance } from "./budget.ts";
import type { RequestPrefix } from "./history/compaction.ts";
import type { Contract } from "./result/contract.ts";
import { ContractKeeper } from "./result/contract_keeper.ts";
import { FinalAnswer } from "./result/final_answer.ts";
import { askStopHooks } from "../hooks/stop_hooks.ts";
import { callsOf } from "./history/history.ts";
import { overflowHint } from "./history/kept_messages.ts";
import { LoopGuard } from "./loop_guard.ts";
import { apiErrorText, ModelCall, type ModelCallParts, type ModelReply } from "./model_call.ts";
import type { Recorder } from "./recorder.ts";
import type { CutCall } from "./reply_fold.ts";
import { TodoReminder } from "./todo_reminder.ts";
import { Verification, type VerifyRules } from "./result/verification.ts";

/** The ports of a turn. A sub-agent has its own task, tools and conversation. */
export interface TurnParts {
  task: TurnTask;
  model: TurnModel;
  tools: TurnTools;
  conversation: TurnConversation;
  hooks: Hooks;
}

/** What is asked of the turn, and by whom. */
export interface TurnTask {
  emitter: Emitter;
  options: PromptOptions;
  /** The shape of the answer; null where any text will do. */
  contract: Contract | null;
  /** Waits for the results of tools that the client runs; when aborted, returns those that have arrived. */
  clientResults(calls: ToolCall[], signal: AbortSignal): Promise<ClientToolResult[]>;
  /** The command that decides whether the work is done. */
  verify?: VerifyRules;
  /** Set for a sub-agent: the facts that its hooks report. */
  agent?: { agentType: string; agentTranscriptPath: string };
}

/** The model that a turn asks. Everything but `call` may change between two requests. */
export interface TurnModel {
  readonly call: ModelCallParts;
  name(): string;
  system(): Promise<string>;
  effort(): { effort?: string; thinkingTokens?: number };
}

/** The tools that a turn offers, what runs them and how often. */
export interface TurnTools {
  registry: ToolRegistry;
  runner: ToolRunner;
  policy: Policy;
  budget: Allowance;
  memory: Pick<ToolMemory, "todos">;
  workspace: { cwd: string; shell: Shell };
}

/** The conversation that a turn continues. */
export interface TurnConversation {
  recorder: Recorder;
  /** Called before each model request: compacts a conversation that is nearly full. */
  keepRoom(request: { prefix: RequestPrefix; signal: AbortSignal }): Promise<void>;
  /** Compacts a conversation that the provider found too long; returns whether it is shorter now. */
  makeRoom(request: { prefix: RequestPrefix; signal: AbortSignal }): Promise<boolean>;
  /** Takes the messages that arrived meanwhile, such as the end of a background task. */
  news(): Message[];
  /** Waits for such messages while some are expected; returns whether there are any. Rejects with `signal.reason`. */
  waitForNews(signal: AbortSignal): Promise<boolean>;
}

/** How a turn ended, and after how many model rounds. */
export interface TurnEnd {
  outcome: Outcome;
  rounds: number;
  verify?: VerifyReport;
}

// A Stop hook that never yields must not keep a turn alive for ever.
const MAX_STOP_BLOCKS = 8;

// Failures of a turn that no provider has caused.
const NOT_OF_PROVIDER: ReadonlySet<Code> = new Set(["prompt_blocked", "question_parked", "ticket_void"]);

/** The work on one prompt: model, tools, model, until the model has no more calls. */
export class Turn {
  readonly #parts: TurnParts;
  readonly #abort: AbortController;
  readonly #loops = new LoopGuard();
  readonly #answer: FinalAnswer;
  readonly #todos: TodoReminder;
  /** Runs the verification command, where there is one. */
  readonly #verification: Verification | null;
  /** Holds the turn to its contract, where there is one. */
  readonly #keeper: ContractKeeper | null;
  #rounds = 0;
  #during: "streaming" | "tools" = "streaming";
  #stopBlocks = 0;
  /** The end that a Stop hook has refused, until a tool is called again. */
  #blocked: Outcome | null = null;
  /** Not every server can hold an answer to a schema; one that refused is not asked again. */
  #acceptsSchema = true;

  constructor(parts: TurnParts, abort: AbortController) {
    const { task, tools, conversation, hooks } = parts;
    this.#parts = parts;
    this.#abort = abort;
    this.#answer = new FinalAnswer({ continues: task.options.maxTokens === undefined });
    this.#todos = new TodoReminder(() => tools.memory.todos);
    this.#verification = task.verify ? new Verification({ rules: task.verify, ...tools.workspace }) : null;
    this.#keeper = task.contract
      ? new ContractKeeper(task.contract, {
        emitter: task.emitter,
        recorder: conversation.recorder,
        hooks,
        policy: tools.policy,
      })
      : null;
  }

  /** Never rejects: every failure is an outcome, also one of the preparation that runs first. */
  async run(first?: () => Promise<void>): Promise<TurnEnd> {
    let outcome: Outcome;
    try {
      await first?.();
      outcome = await this.#loop();
    } catch (error) {
      if (!isParked(this.#signal)) this.#settleHistory();
      outcome = this.#outcomeOf(error);
    }
    const verify = this.#verification?.report;
    return { outcome, rounds: this.#rounds, ...(verify ? { verify } : {}) };
  }

  async #loop(): Promise<Outcome> {
    const { model, tools, conversation } = this.#parts;
    const { recorder } = conversation;
    if (this.#parts.task.options.parked) await this.#runOpenCalls();
    for (;;) {
      for (const message of conversation.news()) recorder.add(message);
      const limit = tools.budget.takeRound(model.call.tally.total.totalTokens);
      // Only a Stop hook wants more than the answer that is there.
      if (limit?.code === "turn_limit" && this.#blocked) return this.#blocked;
      if (limit) return this.#answer.isContinuing ? this.#answer.truncated(limit) : this.#limit(limit);
      this.#rounds += 1;
      this.#during = "streaming";
      const reply = await this.#askModel();
      const calls = callsOf(reply.message.parts);
      if (calls.length === 0 && await conversation.waitForNews(this.#signal)) continue;
      if (this.#keeper) {
        const end = await this.#keeper.take({ reply, calls, rounds: this.#rounds, signal: this.#signal });
        const verified = end && end !== "again" ? await this.#verified(end) : end;
        if (verified === "again") continue;
        if (verified) return verified;
      }
      if (calls.length === 0) {
        const end = await this.#endOf(reply);
        const verified = end && await this.#verified(end);
        if (verified && verified !== "again") return verified;
        if (verified) this.#answer.reset();
        continue;
      }
      this.#answer.reset();
      this.#blocked = null;
      this.#during = "tools";
      const { limit: tripped, stuck } = await this.#runCalls(calls, reply.cutCall);
      this.#signal.throwIfAborted();
      if (tripped) return this.#limit(tripped);
      if (stuck) return this.#stuck(stuck);
      if (recorder.history.unanswered().length > 0) this.#settleHistory();
    }
  }

  /** Runs the calls at which the saved session stopped. */
  async #runOpenCalls(): Promise<void> {
    this.#during = "tools";
    await this.#runCalls(this.#parts.conversation.recorder.history.unanswered(), null);
    this.#signal.throwIfAborted();
  }

  get #signal(): AbortSignal {
    return this.#abort.signal;
  }

  get #modelName(): string {
    return this.#parts.task.options.model ?? this.#parts.model.name();
  }

  async #askModel(): Promise<ModelReply> {
    const { conversation } = this.#parts;
    const room = { prefix: await this.#prefix(), signal: this.#signal };
    await conversation.keepRoom(room);
    this.#signal.throwIfAborted();
    try {
      return await this.#askOnce();
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof QwenError)) throw error;
      const { code } = error.problem;
      if (code === "provider_error" && this.#sendsSchema) this.#acceptsSchema = false;
      else if (code !== "context_overflow" || !await conversation.makeRoom(room)) throw error;
      return await this.#askOnce();
    }
  }

  /** Whether the provider itself is asked to hold the answer to the contract's schema. */
  get #sendsSchema(): boolean {
    return this.#acceptsSchema && (this.#keeper?.isLastChance ?? false);
  }

  async #askOnce(): Promise<ModelReply> {
    const { task, model, conversation: { recorder } } = this.#parts;
    const modelCall = new ModelCall(model.call, task.emitter);
    try {
      const reply = await modelCall.run({ ...await this.#prefix(), messages: recorder.history.messages }, this.#signal);
      this.#tellDisplay(reply);
      recorder.addReply(reply.message, { model: reply.model, usage: reply.usage });
      return reply;
    } catch (error) {
      if (modelCall.partial) recorder.addReply(modelCall.partial, { model: this.#modelName, usage: NO_USAGE });
      throw error;
    }
  }

  #tellDisplay({ message }: ModelReply): void {
    const { hooks, task: { emitter } } = this.#parts;
    if (!hooks.has("MessageDisplay")) return;
    const facts = { messageId: message.id, index: 0, final: true, delta: textOf(message.parts) };
    if (facts.delta !== "") hooks.tell({ event: "MessageDisplay", key: null, facts, callId: null }, emitter);
  }

  /** The request without its messages. */
  async #prefix(): Promise<RequestPrefix> {
    const { model, tools: { registry }, task: { options, contract } } = this.#parts;
    const tools = registry.specs(options.tools, options.clientTools);
    const system = await model.system();
    return {
      model: this.#modelName,
      system: options.system ? `${system}\n\n${options.system}` : system,
      tools: contract && this.#keeper?.isOffered ? [...tools, contract.spec] : tools,
      ...(contract && this.#sendsSchema ? { schema: contract.spec.input, requiredTool: contract.spec.name } : {}),
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(options.topP === undefined ? {} : { topP: options.topP }),
      ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
      ...model.effort(),
    };
  }

  /** The end of a turn once its verification command has passed or failed too often; `again` for another round. */
  async #verified(end: Outcome): Promise<Outcome | "again"> {
    const verification = this.#verification;
    if (!verification || end.kind !== "done") return end;
    this.#during = "tools";
    if (await verification.run(this.#signal)) return end;
    if (verification.isExhausted) return { kind: "failed", problem: verification.problem(), text: end.text };
    this.#parts.conversation.recorder.addNote(verification.feedback());
    return "again";
  }

  async #runCalls(
    calls: readonly ToolCall[],
    cut: CutCall | null,
  ): Promise<{ limit: Problem | null; stuck: Problem | null }> {
    const { tools: { runner, registry }, conversation: { recorder }, task } = this.#parts;
    const clientNames = new Set(task.options.clientTools?.map((tool) => tool.name));
    const own = calls.filter((call) => !clientNames.has(call.tool));
    const theirs = calls.filter((call) => clientNames.has(call.tool));
    const { results: all, limit, notes, stopped } = await runner.run(own, {
      emitter: task.emitter,
      signal: this.#signal,
      cut,
      ...(task.options.tools ? { only: task.options.tools } : {}),
      interrupt: (reason) => this.#abort.abort(reason),
    });
    const results = isParked(this.#signal) ? all.filter(({ callId }) => !stopped.has(callId)) : all;
    if (theirs.length > 0 && !limit && !this.#signal.aborted) {
      const answers = await task.clientResults(theirs, this.#signal);
      results.push(...answers.map((answer) => clientResult(answer, theirs)));
    }
    const ordered = inCallOrder(results, calls);
    const kindOf = (tool: string): ToolKind | undefined => registry.find(tool)?.kind;
    const { warnings, stuck } = this.#loops.watch({ calls, results: ordered, kindOf });
    recorder.addResults(this.#withNotes(ordered, warnings));
    for (const note of notes) recorder.addNote(note);
    return { limit, stuck };
  }

  /** The results with the warnings and, when it is due, the list of open todos at their end. */
  #withNotes(results: ToolResult[], warnings: ReadonlyMap<string, string>): ToolResult[] {
    const todos = results.length === 0 ? null : this.#todos.next();
    return results.map((result, index) => {
      const texts = [warnings.get(result.callId), index === results.length - 1 ? todos : null].filter((text) => text);
      if (texts.length === 0) return result;
      return {
        ...result,
        output: [...result.output, ...texts.map((text) => ({ kind: "text" as const, text: `\n${text}` }))],
      };
    });
  }

  /** The turn's end after an answer without calls; null for another request. */
  async #endOf(reply: ModelReply): Promise<Outcome | null> {
    const step = this.#answer.take(reply);
    if (step.kind === "again") {
      this.#parts.conversation.recorder.addNote(step.note);
      return null;
    }
    if (step.kind === "failed") return step;
    const end: Outcome = { kind: "done", text: step.text, stop: reply.stop };
    if (await this.#mayStop(reply)) return end;
    this.#blocked = end;
    this.#answer.reset();
    return null;
  }

  async #mayStop(reply: ModelReply): Promise<boolean> {
    const { hooks, task: { emitter, agent }, conversation: { recorder } } = this.#parts;
    if (this.#stopBlocks >= MAX_STOP_BLOCKS) return true;
    const lastAssistantMessage = textOf(reply.message.parts);
    const facts = { stopHookActive: this.#stopBlocks > 0, lastAssistantMessage, ...agent };
    const refusal = await askStopHooks(facts, { hooks, emitter, recorder, signal: this.#signal });
    if (refusal === null) return true;
    this.#stopBlocks += 1;
    recorder.addNote(refusal);
    return false;
  }

  #stuck(problem: Problem): Outcome {
    this.#settleHistory();
    return { kind: "failed", problem, text: problem.message };
  }

  #limit(limit: Problem): Outcome {
    this.#settleHistory();
    const { task, conversation } = this.#parts;
    const problem = task.contract?.limitNote(limit) ?? limit;
    return { kind: "limit", problem, text: lastText(conversation.recorder.history.messages) };
  }

  #outcomeOf(error: unknown): Outcome {
    const reason = this.#signal.aborted ? this.#signal.reason : error;
    if (reason instanceof Interrupt) return reason.outcome(this.#during);
    const problem = this.#explained(problemOf(reason));
    if (this.#answer.isContinuing && !this.#signal.aborted) return this.#answer.truncated(problem);
    const isLimit = problem.code.startsWith("budget.");
    const isOfProvider = reason instanceof QwenError && !isLimit && !NOT_OF_PROVIDER.has(problem.code);
    const text = isOfProvider ? apiErrorText(problem) : problem.message;
    return isLimit ? { kind: "limit", problem, text } : { kind: "failed", problem, text };
  }

  #explained(problem: Problem): Problem {
    if (problem.code !== "context_overflow") return problem;
    const hint = overflowHint(this.#parts.conversation.recorder.history.messages);
    return hint === null ? problem : { ...problem, hint };
  }

  #settleHistory(): void {
    const text = "[Operation Cancelled] Reason: The turn ended before this call was answered.";
    this.#parts.conversation.recorder.settle(text);
  }
}

function clientResult(answer: ClientToolResult, calls: readonly ToolCall[]): ToolResult {
  const { callId, output, isError } = answer;
  const tool = calls.find((call) => call.callId === callId)?.tool ?? "";
  return { kind: "tool_result", callId, tool, output, isError };
}

function inCallOrder(results: ToolResult[], calls: readonly ToolCall[]): ToolResult[] {
  const place = new Map(calls.map((call, index) => [call.callId, index]));
  return results.toSorted((a, b) => (place.get(a.callId) ?? 0) - (place.get(b.callId) ?? 0));
}

function lastText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "assistant");
  return last ? textOf(last.parts) : "";
}
