import type { Outcome, ToolCall, ToolResult } from "../model/mod.ts";
import { textOf } from "../model/mod.ts";
import type { Contract } from "./contract.ts";
import type { Reply } from "./model_call.ts";
import type { Voice } from "./outbox.ts";
import type { Recorder } from "./recorder.ts";

/** Holds a turn to its contract: looks at each answer before any tool runs. */
export class ContractKeeper {
  readonly #contract: Contract;
  readonly #voice: Voice;
  readonly #recorder: Recorder;
  #refusals = 0;
  #reminded = false;

  constructor(contract: Contract, parts: { voice: Voice; recorder: Recorder }) {
    this.#contract = contract;
    this.#voice = parts.voice;
    this.#recorder = parts.recorder;
  }

  /** The turn's end, `again` for another model round, or null when the answer is an ordinary one. */
  take(reply: Reply, facts: { calls: readonly ToolCall[]; rounds: number }): Outcome | "again" | null {
    const { calls, rounds } = facts;
    const deliveries = calls.filter((call) => call.tool === this.#contract.spec.name);
    if (deliveries.length > 0) return this.#judge(reply, { deliveries, calls });
    return calls.length === 0 ? this.#plainText(reply, rounds) : null;
  }

  #judge(reply: Reply, facts: { deliveries: readonly ToolCall[]; calls: readonly ToolCall[] }): Outcome | "again" {
    const results: ToolResult[] = [];
    let accepted: Extract<ReturnType<Contract["judge"]>, { ok: true }> | null = null;
    let complaint = "";
    for (const call of facts.deliveries) {
      if (accepted) break;
      const verdict = this.#contract.judge(call.input);
      results.push(this.#tell(call, verdict.ok ? verdict.text : verdict.message, !verdict.ok));
      if (verdict.ok) accepted = verdict;
      else complaint = verdict.message;
    }
    const told = new Set(results.map((result) => result.callId));
    for (const call of facts.calls) {
      if (told.has(call.callId)) continue;
      results.push(this.#tell(call, this.#contract.skipped(accepted ? "accepted" : "refused"), false));
    }
    this.#recorder.addResults(results);
    if (accepted) {
      return { kind: "done", text: JSON.stringify(accepted.value), stop: reply.stop, structured: accepted.value };
    }
    this.#refusals += 1;
    const { maxRetries } = this.#contract;
    if (maxRetries === null || this.#refusals <= maxRetries) return "again";
    return { kind: "failed", problem: this.#contract.exhausted(maxRetries, complaint), text: "" };
  }

  #plainText(reply: Reply, rounds: number): Outcome | "again" {
    const text = textOf(reply.message.parts);
    if (this.#contract.fromText(text) !== undefined && !this.#reminded) {
      this.#reminded = true;
      this.#recorder.addNote(this.#contract.reminder(text));
      return "again";
    }
    return { kind: "failed", problem: this.#contract.missing(rounds, text), text };
  }

  #tell(call: ToolCall, text: string, isError: boolean): ToolResult {
    this.#voice.emit({
      type: "tool.completed",
      callId: call.callId,
      tool: call.tool,
      toolKind: "other",
      input: call.input,
      output: [{ kind: "text", text }],
      display: null,
      isError,
      durationMs: 0,
      denial: null,
    });
    return { kind: "tool_result", callId: call.callId, tool: call.tool, output: [{ kind: "text", text }], isError };
  }
}
