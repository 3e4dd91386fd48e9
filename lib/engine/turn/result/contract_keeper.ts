import {
  type JsonObject,
  type Outcome,
  type Policy,
  textOf,
  type ToolCall,
  type ToolResult,
} from "../../../model/mod.ts";
import type { Contract } from "./contract.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { ModelReply } from "../model_call.ts";
import type { Emitter } from "../../session/event_queue.ts";
import type { Recorder } from "../recorder.ts";

/** The parts of a keeper. */
export interface KeeperParts {
  emitter: Emitter;
  recorder: Recorder;
  hooks: Hooks;
  policy: Policy;
}

/** An answer of the model, checked before any tool runs. */
export interface KeptReply {
  reply: ModelReply;
  calls: readonly ToolCall[];
  rounds: number;
  signal: AbortSignal;
}

type ContractJudgement = ReturnType<Contract["judge"]>;

/** Holds a turn to its contract: the first valid delivery ends it, and calls beside a delivery do not run. */
export class ContractKeeper {
  readonly #contract: Contract;
  readonly #parts: KeeperParts;
  #refusals = 0;
  #isLastChance = false;

  constructor(contract: Contract, parts: KeeperParts) {
    this.#contract = contract;
    this.#parts = parts;
  }

  /** Whether deny rules leave the tool in place. */
  get isOffered(): boolean {
    return this.#parts.policy.offers(this.#contract.spec.name);
  }

  /** Whether the model wrote text once and is being held to the shape by its provider as well. */
  get isLastChance(): boolean {
    return this.#isLastChance;
  }

  /** The turn's end, `again` for another model round, or null when the answer is an ordinary one. */
  async take(kept: KeptReply): Promise<Outcome | "again" | null> {
    const { calls } = kept;
    const deliveries = calls.filter((call) => call.tool === this.#contract.spec.name);
    if (deliveries.length > 0) return await this.#judgeAll(deliveries, kept);
    return calls.length === 0 ? this.#plainText(kept) : null;
  }

  async #judgeAll(deliveries: readonly ToolCall[], kept: KeptReply): Promise<Outcome | "again"> {
    const results: ToolResult[] = [];
    let last: ContractJudgement = { ok: false, message: "" };
    for (const call of deliveries) {
      last = await this.#judge(call, kept.signal);
      results.push(this.#answer(call, last.ok ? { text: last.text } : { text: last.message, isError: true }));
      if (last.ok) break;
    }
    const answered = new Set(results.map((result) => result.callId));
    const text = this.#contract.skipped(last.ok ? "accepted" : "refused");
    for (const call of kept.calls) if (!answered.has(call.callId)) results.push(this.#answer(call, { text }));
    this.#parts.recorder.addResults(results);
    if (last.ok) return done(last.value, kept.reply);
    this.#refusals += 1;
    const { maxRetries } = this.#contract;
    if (maxRetries === null || this.#refusals <= maxRetries) return "again";
    return { kind: "failed", problem: this.#contract.exhausted(maxRetries, last.message), text: "" };
  }

  /** Hooks see the arguments as they are, and may refuse them. */
  async #judge(call: ToolCall, signal: AbortSignal): Promise<ContractJudgement> {
    const { hooks, emitter } = this.#parts;
    const { callId, tool, input } = call;
    const fire = async (event: string, more: JsonObject): Promise<Awaited<ReturnType<Hooks["fire"]>> | null> => {
      if (!hooks.has(event)) return null;
      return await hooks.fire({ event, key: tool, facts: { tool, input, callId, ...more }, callId }, {
        emitter,
        signal,
      });
    };
    if (!this.isOffered) return { ok: false, message: declined(tool) };
    const before = await fire("PreToolUse", {});
    if (before?.decision === "deny") return { ok: false, message: before.reason ?? declined(tool) };
    const judged = this.#contract.judge(input);
    if (judged.ok) await fire("PostToolUse", { response: { data: null, text: judged.text } });
    else await fire("PostToolUseFailure", { error: judged.message });
    return judged;
  }

  /** A value written as text gets one more chance; on it, a text that fits is what the provider was held to. */
  #plainText({ reply, rounds }: KeptReply): Outcome | "again" {
    const text = textOf(reply.message.parts);
    const value = this.#contract.fromText(text);
    if (value !== undefined && this.#isLastChance) {
      const judged = this.#contract.judge(value);
      if (judged.ok && this.isOffered) return done(judged.value, reply);
    }
    if (value === undefined || this.#isLastChance) {
      return { kind: "failed", problem: this.#contract.missing(rounds, text), text };
    }
    this.#isLastChance = true;
    this.#parts.recorder.addNote(this.#contract.reminder(text));
    return "again";
  }

  #answer(call: ToolCall, answer: { text: string; isError?: true }): ToolResult {
    const { callId, tool, input } = call;
    const output = [{ kind: "text" as const, text: answer.text }];
    const isError = answer.isError ?? false;
    const entryId = this.#parts.recorder.entryId();
    this.#parts.emitter.emit({
      type: "tool.completed",
      callId,
      tool,
      toolKind: "other",
      input,
      output,
      display: null,
      isError,
      durationMs: 0,
      denial: null,
      entryId,
    });
    return { kind: "tool_result", callId, tool, output, isError, entryId };
  }
}

function done(structured: Extract<ContractJudgement, { ok: true }>["value"], reply: ModelReply): Outcome {
  return { kind: "done", text: JSON.stringify(structured), stop: reply.stop, structured };
}

function declined(tool: string): string {
  return `Qwen Code requires permission to use "${tool}", but that permission was declined.`;
}
