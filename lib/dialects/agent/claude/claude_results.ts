import type {
  AssistantError,
  AssistantMessage,
  ImageBlock,
  ResultError,
  ResultSuccess,
  TextBlock,
  ToolResultContent,
} from "../../../../schemas/claude/out.gen.ts";
import type { Denial } from "../../../model/ports/access.ts";
import { type Part, textOf } from "../../../model/content.ts";
import type { ToolCompleted, TurnCompleted } from "../../../model/event.ts";
import type { Json } from "../../../model/json.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Costs, Usage } from "../../../model/usage.ts";
import { turnWork } from "../../shared/turn_work.ts";
import { fitText } from "../../../stream/fit_text.ts";
import { claudeUsage, stopReason } from "./claude_terms.ts";
import type { ClaudeTools } from "./claude_tools.ts";
import { asObject } from "../assistant_lines.ts";
import type { CallResponse } from "../agent_protocol.ts";

/** Clients refuse lines of more than 1,048,576 characters, and a line may contain the result twice. */
const MAX_RESULT_BYTES = 400_000;

type Rest<Record> = Omit<Record, "type" | "uuid" | "session_id">;
type ResultFields = Rest<ResultSuccess> | Rest<ResultError>;

/** The content of a tool's result: what the model saw, with pictures as blocks. */
export function claudeToolResult(
  event: ToolCompleted,
  tools: ClaudeTools,
): { content?: unknown; isError?: boolean; data?: unknown } {
  const data = tools.result(event, MAX_RESULT_BYTES);
  const content = event.denial ? denialText(event, { denial: event.denial, tools }) : contentOf(shown(event, tools));
  return { content, ...(event.isError ? { isError: true } : {}), ...(data ? { data } : {}) };
}

/** The result of a call for hooks, in the same format as for hosts. */
export function claudeResponse({ tool, input, data, text, durationMs }: CallResponse, tools: ClaudeTools): Json {
  const event: ToolCompleted = {
    ...{ type: "tool.completed", callId: "", tool, toolKind: "other", input, durationMs },
    ...{ output: [{ kind: "text", text }], display: null, isError: false, denial: null },
    ...(data ? { data } : {}),
  };
  return tools.result(event, MAX_RESULT_BYTES) ?? { output: fitText(text, MAX_RESULT_BYTES) };
}

/** The text that hosts expect when a turn is interrupted during a tool call or a permission question. */
export const INTERRUPTED_TOOL = "[Request interrupted by user for tool use]";

function denialText(event: ToolCompleted, { denial, tools }: { denial: Denial; tools: ClaudeTools }): string {
  if (denial.source === "cancel") return INTERRUPTED_TOOL;
  return denial.source === "host" ? denial.message : tools.renamed(textOf(event.output) || denial.message);
}

/** Where hosts render the display, the details that only the model reads are left out. */
function shown({ tool, toolKind, display, output, isError }: ToolCompleted, tools: ClaudeTools): Part[] {
  // Errors are our own words, but for those of commands and servers.
  if (isError && toolKind !== "exec" && toolKind !== "mcp") {
    return output.map((part) => part.kind === "text" ? { ...part, text: tools.renamed(part.text) } : part);
  }
  if (!tools.showsDisplay(tool)) return output;
  return display?.kind === "text" ? [{ kind: "text", text: display.text }] : [];
}

function contentOf(output: Part[]): ToolResultContent {
  if (!output.some((part) => part.kind === "media")) return fitText(textOf(output), MAX_RESULT_BYTES);
  return output.flatMap((part): (TextBlock | ImageBlock)[] => {
    if (part.kind === "text") return [{ type: "text", text: fitText(part.text, MAX_RESULT_BYTES) }];
    if (part.kind !== "media") return [];
    return [{ type: "image", source: { type: "base64", media_type: part.mediaType, data: part.base64 } }];
  });
}

function isApiFailure(problem: Problem): boolean {
  return problem.code.startsWith("provider_") || problem.code.startsWith("timeout.") ||
    problem.code === "context_overflow";
}

/** The text of a failure of the provider; null when the run failed for another reason. */
export function claudeFailureText(problem: Problem): string | null {
  return isApiFailure(problem) ? `API Error: ${problem.message}` : null;
}

/** The fields of the line that reports a provider's failure. */
export function claudeFailureLine(problem: Problem, message: AssistantMessage): object {
  return { message, error: errorName(problem) };
}

function errorName(problem: Problem): AssistantError {
  switch (problem.code) {
    case "provider_auth":
      return "authentication_failed";
    case "provider_rate_limited":
      return "rate_limit";
    case "provider_overloaded":
      return "overloaded";
    case "provider_error":
      return problem.status === 404 ? "model_not_found" : "invalid_request";
    case "context_overflow":
      return "invalid_request";
    default:
      return "server_error";
  }
}

/** The fields of a turn's result. */
export function claudeResult(turn: TurnCompleted, tools: ClaudeTools): ResultFields {
  const { outcome } = turn;
  const counts = {
    duration_ms: Math.round(turn.durationMs),
    duration_api_ms: Math.round(turn.apiDurationMs),
    num_turns: turn.rounds,
  };
  const rest = {
    total_cost_usd: knownCost(turn.costs),
    usage: claudeUsage(turn.usage),
    modelUsage: modelUsage(turn.stats.models, { contextWindow: turn.contextWindow ?? 0, costs: turn.costs }),
    permission_denials: turn.denials.map((denial) => ({
      tool_name: tools.name(denial.tool),
      tool_use_id: denial.callId,
      tool_input: asObject(tools.input(denial.tool, denial.input)),
    })),
    ...(turn.origin === undefined ? {} : { origin: turn.origin }),
    ...turnWork(turn),
  };
  switch (outcome.kind) {
    case "done":
      return {
        subtype: "success",
        is_error: false,
        ...counts,
        result: outcome.structured === undefined ? outcome.text : JSON.stringify(outcome.structured),
        stop_reason: stopReason(outcome.stop),
        ...rest,
        ...(outcome.structured === undefined ? {} : { structured_output: outcome.structured }),
        terminal_reason: "completed",
      };
    case "command":
      return {
        subtype: "success",
        is_error: outcome.isError,
        ...counts,
        result: outcome.text,
        stop_reason: null,
        ...rest,
        terminal_reason: "completed",
      };
    case "interrupted":
      return {
        subtype: "error_during_execution",
        is_error: true,
        ...counts,
        errors: [outcome.problem?.message ?? "Request interrupted by user"],
        error: {
          message: outcome.problem?.message ?? "Request interrupted by user",
          code: outcome.problem?.code ?? "cancelled",
        },
        stop_reason: null,
        ...rest,
        terminal_reason: outcome.during === "tools" ? "aborted_tools" : "aborted_streaming",
      };
    case "limit":
    case "failed":
      return { ...failure(outcome.problem), ...counts, stop_reason: null, ...rest };
  }
}

type Failure =
  | Pick<ResultSuccess, "subtype" | "is_error" | "result" | "error" | "api_error_status" | "terminal_reason">
  | Pick<ResultError, "subtype" | "is_error" | "errors" | "error" | "terminal_reason">;

/** A provider's failure is a result with text; every other failure is a list of errors. Both name their code. */
function failure(problem: Problem): Failure {
  const text = claudeFailureText(problem);
  if (text !== null) {
    return {
      subtype: "success",
      is_error: true,
      result: text,
      error: { message: problem.message, code: problem.code },
      ...(problem.status === undefined ? {} : { api_error_status: problem.status }),
      terminal_reason: problem.code === "context_overflow" ? "prompt_too_long" : "api_error",
    };
  }
  const [subtype, terminal_reason] = failureNames(problem);
  const { message, code } = problem;
  return { subtype, is_error: true, errors: [message], error: { message, code }, terminal_reason };
}

function failureNames(problem: Problem): [ResultError["subtype"], string] {
  if (problem.code === "turn_limit") return ["error_max_turns", "max_turns"];
  if (problem.code === "structured_output_missing") {
    return ["error_max_structured_output_retries", "structured_output_retry_exhausted"];
  }
  if (problem.code === "budget.usd") return ["error_max_budget_usd", "budget_exhausted"];
  if (problem.code.startsWith("budget.")) return ["error_during_execution", "budget_exhausted"];
  if (problem.code === "question_parked") return ["error_during_execution", "tool_deferred"];
  if (problem.code === "prompt_blocked") return ["error_during_execution", "hook_stopped"];
  return ["error_during_execution", "model_error"];
}

/** The sum of the known costs; `costUnknown` marks the models without a price. */
export function knownCost(costs: Costs = {}): number {
  return Object.values(costs).reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

/** The usage of each model in the whole session. */
export function modelUsage(
  shares: Record<string, { usage: Usage }>,
  { contextWindow, costs = {} }: { contextWindow: number; costs?: Costs },
): ResultSuccess["modelUsage"] {
  const models: ResultSuccess["modelUsage"] = {};
  for (const [id, { usage }] of Object.entries(shares)) {
    const tokens = claudeUsage(usage);
    models[id] = {
      inputTokens: tokens.input_tokens,
      outputTokens: tokens.output_tokens,
      cacheReadInputTokens: tokens.cache_read_input_tokens,
      cacheCreationInputTokens: 0,
      webSearchRequests: 0,
      costUSD: costs[id] ?? 0,
      ...(costs[id] === null ? { costUnknown: true } : {}),
      contextWindow,
      // There is no separate limit: an answer may fill the context window.
      maxOutputTokens: contextWindow,
    };
  }
  return models;
}

/** The result of a run that failed before or between turns. */
export function claudeFatal(problem: Problem): ResultFields {
  return {
    ...failure(problem),
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    total_cost_usd: 0,
    usage: claudeUsage(null),
    modelUsage: {},
    permission_denials: [],
  };
}
