import type { Denial } from "../../../model/ports/access.ts";
import { textOf } from "../../../model/content.ts";
import type { ToolCompleted, TurnCompleted } from "../../../model/event.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Stats, Usage } from "../../../model/usage.ts";
import type {
  ResultError,
  ResultSuccess,
  Stats as StatsRecord,
  Usage as UsageRecord,
} from "../../../../schemas/qwen/out.gen.ts";
import { turnWork } from "../../shared/turn_work.ts";
import { fitText } from "../../../stream/fit_text.ts";
import { asObject } from "../assistant_lines.ts";

/** The limit of a tool's result text: the Python SDK refuses lines of 65,536 bytes, and the record needs room too. */
export const MAX_RESULT_BYTES = 60_000;

/** The usage of records without counted tokens. */
export const NO_TOKENS = { input_tokens: 0, output_tokens: 0 } as const;

/** Token counts in the format of qwen-code. */
export function usage(tokens: Usage): UsageRecord {
  const counts = {
    input_tokens: tokens.inputTokens,
    output_tokens: tokens.outputTokens,
    cache_read_input_tokens: tokens.cachedTokens,
  };
  return tokens.totalTokens > 0 ? { ...counts, total_tokens: tokens.totalTokens } : counts;
}

/** The content of a tool's result: the display text, else the model's text. A failure always shows its own text. */
export function toolResult(event: ToolCompleted): { content?: string; isError: boolean } {
  const text = event.denial ? denialText(event.denial) : resultText(event);
  if (text === "") return { isError: event.isError };
  return { content: fitText(text, MAX_RESULT_BYTES), isError: event.isError };
}

function resultText(event: ToolCompleted): string {
  const { display } = event;
  if (!event.isError && display?.kind === "text" && display.text.trim() !== "") return display.text;
  const text = textOf(event.output);
  if (text !== "") return text;
  const media = event.output.flatMap((part) => part.kind === "media" ? [`[${part.mediaType}]`] : []);
  return media.join("\n");
}

/** Why a call was refused, in the sentences that hosts expect. */
export function denialText(denial: Denial): string {
  const declined = `Qwen Code requires permission to use "${denial.tool}", but that permission was declined`;
  switch (denial.source) {
    case "host":
      return `[Operation Cancelled] Reason: ${denial.message}`;
    case "timeout":
      return "[Operation Cancelled] Reason: Error: Control request timeout";
    case "input-closed":
      return "[Operation Cancelled] Reason: Error: Input closed";
    case "cancel":
      return "[Operation Cancelled] Reason: Error: Request aborted";
    case "budget":
      return "[Operation Cancelled] Reason: Tool call cancelled before execution.";
    case "nobody-to-ask":
      return `${declined} (non-interactive mode cannot prompt for confirmation).`;
    case "core-tools":
      return `${declined}: it is not listed in the active core tools allowlist (--core-tools or settings tools.core).`;
    case "mode":
      return `Tool blocked by plan mode: "${denial.tool}" is not a read-only tool. ${denial.hint}`.trimEnd();
    case "rule":
      return ruleText(denial, declined);
    default:
      return denial.message;
  }
}

function ruleText(denial: Denial, declined: string): string {
  if (denial.rule === undefined) return `${declined}.`;
  if (!denial.rule.includes("(")) return `${declined}. Matching deny rule: "${denial.rule}".`;
  return `This "${denial.tool}" invocation was denied by permission rules. Matching deny rule: "${denial.rule}". ` +
    "Other uses of this tool are still permitted.";
}

/** The text of a failure of the provider; null when the run failed for another reason. */
export function apiErrorText(problem: Problem): string | null {
  const isApi = problem.code.startsWith("provider_") || problem.code.startsWith("timeout.") ||
    problem.code === "context_overflow";
  return isApi ? `[API Error: ${problem.message}]` : null;
}

/** The error of a result. */
export function errorOf(problem: Problem): ResultError["error"] {
  return { message: apiErrorText(problem) ?? problem.message, code: problem.code };
}

type Rest<Record> = Omit<Record, "type" | "uuid" | "session_id">;

/** A result without its head. */
export type ResultFields = Rest<ResultSuccess> | Rest<ResultError>;

/** The fields of a turn's result. */
export function result(turn: TurnCompleted, format: string): ResultFields {
  const { outcome } = turn;
  const head = {
    duration_ms: Math.round(turn.durationMs),
    duration_api_ms: Math.round(turn.apiDurationMs),
    num_turns: turn.rounds,
  };
  const tail = {
    usage: usage(turn.total),
    // A host of qwen-code knows its own denials; the list has those of the policy.
    permission_denials: turn.denials.filter(({ source }) => source !== "host").map((denial) => ({
      tool_name: denial.tool,
      tool_use_id: denial.callId,
      tool_input: asObject(denial.input),
    })),
    ...turnWork(turn),
  };
  const failed = (error: ResultError["error"]): ResultFields => ({
    subtype: "error_during_execution",
    is_error: true,
    ...head,
    ...tail,
    error,
  });
  switch (outcome.kind) {
    case "interrupted":
      return failed({ message: "Operation cancelled.", code: outcome.problem?.code ?? "cancelled" });
    case "limit":
    case "failed":
      return failed(errorOf(outcome.problem));
    case "command":
      if (outcome.isError) return failed({ message: outcome.text, code: "command_failed" });
      return { subtype: "success", is_error: false, ...head, result: outcome.text, ...tail };
    case "done": {
      const isStructured = outcome.structured !== undefined;
      const text = isStructured ? JSON.stringify(outcome.structured) : outcome.text;
      const record: ResultFields = { subtype: "success", is_error: false, ...head, result: text, ...tail };
      if (isStructured) record.structured_result = outcome.structured;
      if (format === "json") record.stats = stats(turn.stats);
      return record;
    }
  }
}

function stats(session: Stats): StatsRecord {
  const models: StatsRecord["models"] = {};
  for (const [id, model] of Object.entries(session.models)) {
    const share = {
      api: { totalRequests: model.requests, totalErrors: model.errors, totalLatencyMs: Math.round(model.latencyMs) },
      tokens: {
        prompt: model.usage.inputTokens,
        candidates: model.usage.outputTokens,
        total: model.usage.totalTokens,
        cached: model.usage.cachedTokens,
        thoughts: model.usage.thinkingTokens,
      },
    };
    models[id] = { ...share, bySource: { main: share } };
  }
  const byName: StatsRecord["tools"]["byName"] = {};
  let [totalCalls, totalFail, totalDurationMs] = [0, 0, 0];
  for (const [name, tool] of Object.entries(session.tools)) {
    totalCalls += tool.calls;
    totalFail += tool.failures;
    totalDurationMs += tool.durationMs;
    byName[name] = {
      count: tool.calls,
      success: tool.calls - tool.failures,
      fail: tool.failures,
      durationMs: Math.round(tool.durationMs),
    };
  }
  const { accept, reject, modify, autoAccept } = session.decisions;
  return {
    models,
    tools: {
      totalCalls,
      totalSuccess: totalCalls - totalFail,
      totalFail,
      totalDurationMs: Math.round(totalDurationMs),
      totalDecisions: { accept, reject, modify, auto_accept: autoAccept },
      byName,
    },
    files: { totalLinesAdded: session.linesAdded, totalLinesRemoved: session.linesRemoved },
  };
}
