import {
  type ClientToolResult,
  deferred,
  type Json,
  type Message,
  type ModelRequest,
  NO_USAGE,
  type Outcome,
  type Policy,
  type Problem,
  problemOf,
  type PromptOptions,
  QwenError,
  textOf,
  type ToolCall,
  type ToolResult,
} from "../model/mod.ts";
import type { Allowance } from "./budget.ts";
import type { Contract } from "./contract.ts";
import type { ContractKeeper } from "./contract_keeper.ts";
import { callsOf, type History } from "./history.ts";
import { type Hooks } from "./hooks.ts";
import { Interrupt } from "./interrupt.ts";
import { apiErrorText, ModelCall, type ModelCallParts, type Reply } from "./model_call.ts";
import { LoopGuard } from "./loop_guard.ts";
import type { Voice } from "./outbox.ts";
import type { Recorder } from "./recorder.ts";
import type { Toolbox } from "./toolbox.ts";
import type { ToolRunner } from "./tool_runner.ts";

/** What a turn works with; a sub-agent has its own history, tools and voice. */
export interface TurnParts {
  voice: Voice;
  history: History;
  recorder: Recorder;
  toolbox: Toolbox;
  /** What runs calls; loaded with the first of them. */
  runner: () => Promise<ToolRunner>;
  budget: Allowance;
  hooks: Hooks;
  policy: Policy;
  model: () => string;
  system: () => string;
  call: ModelCallParts;
  contract: Contract | null;
  options: PromptOptions;
  effort: () => { effort?: string; thinkingTokens?: number };
  /** Called before each model request; compaction hangs here. */
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Shortens a conversation that the provider found too long; whether that was possible. */
  makeRoom: (signal: AbortSignal) => Promise<boolean>;
  /** Messages that came up meanwhile, such as the end of a background task. */
  news: () => Message[];
  /** Waits for news while something is on its way; whether there is any. Rejects with `signal.reason`. */
  waitForNews?: (signal: AbortSignal) => Promise<boolean>;
  /** Which sub-agent this is, as hooks are told. */
  agentFacts?: { agentType: string; agentTranscriptPath: string };
  /** Resolves when what was said is where hooks can read it. */
  flush?: () => Promise<void>;
  /** Waits for results of tools that the client runs; when aborted, returns those that have come. */
  clientResults: (calls: ToolCall[], signal: AbortSignal) => Promise<ClientToolResult[]>;
}

/** How a turn ended, and after how many model rounds. */
export interface TurnEnd {
  outcome: Outcome;
  rounds: number;
}

// A Stop hook that never lets go must not keep a turn alive for ever.
const MAX_STOP_BLOCKS = 8;

/** One prompt's way to its end: model, tools, model, until the model has nothing more to run. */
export class Turn {
  readonly #parts: TurnParts;
  readonly #abort: AbortController;
  readonly #loops = new LoopGuard();
  /** Holds the turn to its contract, where there is one. */
  #keeper: ContractKeeper | null = null;
  #rounds = 0;
  #during: "streaming" | "tools" = "streaming";
  #stopBlocks = 0;
  /** Not all servers know how to hold an answer to a shape; one that refused is not asked again. */
  #takesShape = true;

  constructor(parts: TurnParts, abort: AbortController) {
    this.#parts = parts;
    this.#abort = abort;
  }

  /** Never rejects: whatever happens is an outcome, also in what is to be done first. */
  async run(first?: () => Promise<void>): Promise<TurnEnd> {
    let outcome: Outcome;
    try {
      await first?.();
      if (this.#parts.contract) this.#keeper = await this.#keeperOf(this.#parts.contract);
      outcome = await this.#loop();
    } catch (error) {
      this.#settleHistory();
      outcome = this.#outcomeOf(error);
    }
    return { outcome, rounds: this.#rounds };
  }

  async #keeperOf(contract: Contract): Promise<ContractKeeper> {
    const { ContractKeeper }: typeof import("./contract_keeper.ts") = await import(deferred("./contract_keeper.ts"));
    return new ContractKeeper(contract, this.#parts);
  }

  async #loop(): Promise<Outcome> {
    const { budget, call, history, recorder } = this.#parts;
    for (;;) {
      for (const message of this.#parts.news()) recorder.add(message);
      const limit = budget.takeRound(call.tally.total.totalTokens);
      if (limit) return this.#limit(limit);
      this.#rounds += 1;
      this.#during = "streaming";
      const reply = await this.#askModel();
      const calls = callsOf(reply.message.parts);
      if (calls.length === 0 && await this.#parts.waitForNews?.(this.#signal)) continue;
      if (this.#keeper) {
        const end = await this.#keeper.take({ reply, calls, rounds: this.#rounds, signal: this.#signal });
        if (end === "again") continue;
        if (end) return end;
      }
      if (calls.length === 0) {
        if (await this.#mayStop(reply)) return { kind: "done", text: textOf(reply.message.parts), stop: reply.stop };
        continue;
      }
      const stuck = this.#loops.watch(calls);
      if (stuck) return this.#stuck(stuck);
      this.#during = "tools";
      const tripped = await this.#runCalls(calls);
      this.#signal.throwIfAborted();
      if (tripped) return this.#limit(tripped);
      if (history.unanswered().length > 0) this.#settleHistory();
    }
  }

  get #signal(): AbortSignal {
    return this.#abort.signal;
  }

  async #askModel(): Promise<Reply> {
    const { beforeRequest, makeRoom } = this.#parts;
    await beforeRequest(this.#signal);
    this.#signal.throwIfAborted();
    try {
      return await this.#askOnce();
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof QwenError)) throw error;
      const { code } = error.problem;
      if (code === "provider_error" && this.#demandsShape) this.#takesShape = false;
      else if (code !== "context_overflow" || !await makeRoom(this.#signal)) throw error;
      return await this.#askOnce();
    }
  }

  /** Whether the provider itself is asked to hold the answer to the contract's shape. */
  get #demandsShape(): boolean {
    return this.#takesShape && (this.#keeper?.isLastChance ?? false);
  }

  async #askOnce(): Promise<Reply> {
    const { call, history, recorder, voice } = this.#parts;
    const modelCall = new ModelCall(call, voice);
    try {
      const reply = await modelCall.run(this.#request(history.messages), this.#signal);
      this.#tellDisplay(reply);
      recorder.addReply(reply.message, { model: reply.model, usage: reply.usage });
      return reply;
    } catch (error) {
      if (modelCall.partial) recorder.addReply(modelCall.partial, { model: this.#parts.model(), usage: NO_USAGE });
      throw error;
    }
  }

  #tellDisplay({ message }: Reply): void {
    const { hooks, voice } = this.#parts;
    if (!hooks.has("MessageDisplay")) return;
    const facts = { messageId: message.id, index: 0, final: true, delta: textOf(message.parts) };
    if (facts.delta !== "") hooks.tell({ event: "MessageDisplay", key: null, facts, callId: null }, voice);
  }

  #request(messages: readonly Message[]): ModelRequest {
    const { toolbox, options, contract, model, system, effort } = this.#parts;
    const tools = toolbox.specs(options.tools, options.clientTools);
    return {
      model: options.model ?? model(),
      system: options.system ? `${system()}\n\n${options.system}` : system(),
      messages,
      tools: contract && this.#keeper?.isOffered ? [...tools, contract.spec] : tools,
      ...(contract && this.#demandsShape ? { schema: contract.spec.input } : {}),
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(options.topP === undefined ? {} : { topP: options.topP }),
      ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
      ...effort(),
    };
  }

  async #runCalls(calls: readonly ToolCall[]): Promise<Problem | null> {
    const { runner, voice, recorder, options, clientResults } = this.#parts;
    const clientNames = new Set(options.clientTools?.map((tool) => tool.name));
    const own = calls.filter((call) => !clientNames.has(call.tool));
    const theirs = calls.filter((call) => clientNames.has(call.tool));
    const { results, limit, notes } = await (await runner()).run(own, {
      voice,
      signal: this.#signal,
      interrupt: (reason) => this.#abort.abort(reason),
    });
    if (theirs.length > 0 && !limit && !this.#signal.aborted) {
      const answers = await clientResults(theirs, this.#signal);
      results.push(...answers.map((answer) => this.#clientResult(answer, theirs)));
    }
    recorder.addResults(inCallOrder(results, calls));
    for (const note of notes) recorder.addNote(note);
    return limit;
  }

  #clientResult(answer: ClientToolResult, calls: readonly ToolCall[]): ToolResult {
    const { callId, output, isError } = answer;
    const tool = calls.find((call) => call.callId === callId)?.tool ?? "";
    return { kind: "tool_result", callId, tool, output, isError };
  }

  async #mayStop(reply: Reply): Promise<boolean> {
    const { hooks, voice, recorder } = this.#parts;
    const event = voice.agent === null ? "Stop" : "SubagentStop";
    if (!hooks.has(event) || this.#stopBlocks >= MAX_STOP_BLOCKS) return true;
    const facts: { [key: string]: Json } = {
      stopHookActive: this.#stopBlocks > 0,
      lastAssistantMessage: textOf(reply.message.parts),
      ...this.#parts.agentFacts,
    };
    const key = this.#parts.agentFacts?.agentType ?? null;
    await this.#parts.flush?.();
    const word = await hooks.fire({ event, key, facts, callId: null }, { voice, signal: this.#signal });
    if (word.decision !== "deny" || word.stop !== null) return true;
    this.#stopBlocks += 1;
    recorder.addNote([word.reason ?? "Go on.", ...word.context].join("\n"));
    return false;
  }

  #stuck(problem: Problem): Outcome {
    this.#settleHistory();
    return { kind: "failed", problem, text: problem.message };
  }

  #limit(limit: Problem): Outcome {
    this.#settleHistory();
    const problem = this.#parts.contract?.limitNote(limit) ?? limit;
    return { kind: "limit", problem, text: lastText(this.#parts.history.messages) };
  }

  #outcomeOf(error: unknown): Outcome {
    const reason = this.#signal.aborted ? this.#signal.reason : error;
    if (reason instanceof Interrupt) return reason.outcome(this.#during);
    const problem = problemOf(reason);
    const isLimit = problem.code.startsWith("budget.");
    const isOfProvider = reason instanceof QwenError && !isLimit && problem.code !== "prompt_blocked";
    const text = isOfProvider ? apiErrorText(problem) : problem.message;
    return isLimit ? { kind: "limit", problem, text } : { kind: "failed", problem, text };
  }

  #settleHistory(): void {
    this.#parts.recorder.settle("[Operation Cancelled] Reason: The turn ended before this call was answered.");
  }
}

function inCallOrder(results: ToolResult[], calls: readonly ToolCall[]): ToolResult[] {
  const place = new Map(calls.map((call, index) => [call.callId, index]));
  return results.toSorted((a, b) => (place.get(a.callId) ?? 0) - (place.get(b.callId) ?? 0));
}

function lastText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "assistant");
  return last ? textOf(last.parts) : "";
}
