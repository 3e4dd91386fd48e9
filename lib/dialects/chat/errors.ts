import { type Code, type Problem, problem, type ProblemFacts } from "../../model/problem.ts";
import type { ErrorLine, WireProblem } from "../../../schemas/chat/out.gen.ts";

/** Codes of refusals that this dialect itself makes. */
export type RefusalCode =
  | "QWEN_INVALID_JSON"
  | "QWEN_INVALID_UTF8"
  | "QWEN_LINE_TOO_LONG"
  | "QWEN_NESTING_TOO_DEEP"
  | "QWEN_MISSING_FIELD"
  | "QWEN_INVALID_VALUE"
  | "QWEN_UNKNOWN_TYPE"
  | "QWEN_UNKNOWN_REQUEST"
  | "QWEN_DUPLICATE_PROMPT_ID"
  | "QWEN_UNKNOWN_TOOL_CALL"
  | "QWEN_INVALID_TOOL_ARGS"
  | "QWEN_TOO_MANY_BAD_LINES"
  | "QWEN_UNSUPPORTED_PROTOCOL";

/** An invalid line: thrown while it is read, and caught by the decoder. */
export class Refusal extends TypeError {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(code: RefusalCode, message: string, facts: ProblemFacts = {}) {
    super(message);
    const known: Code = code === "QWEN_UNSUPPORTED_PROTOCOL" ? "unsupported_protocol" : "protocol_error";
    this.problem = problem(known, message, { detail: code, ...facts });
  }
}

/** The code of a problem on the wire. */
function wireCode(found: Problem): string {
  const code = found.detail ?? found.code;
  return code.startsWith("QWEN_") ? code : `QWEN_${code.replaceAll(".", "_").toUpperCase()}`;
}

/** The error object of a problem that belongs to no turn. */
export function errorLine(found: Problem): ErrorLine {
  const { hint } = found;
  const message = hint ? `${found.message}${/[.!?]$/.test(found.message) ? "" : "."} ${hint}` : found.message;
  const line: ErrorLine = {
    error: { message, type: errorType(found.code), param: paramOf(found), code: wireCode(found) },
  };
  if (found.line !== undefined) line.line = found.line;
  return line;
}

/** A problem inside `metadata.error`. */
export function wireProblem(found: Problem): WireProblem {
  const wire: WireProblem = { code: found.code, message: found.message, retryable: found.retryable };
  if (found.hint !== undefined) wire.hint = found.hint;
  if (found.status !== undefined) wire.status = found.status;
  return wire;
}

/** The field that caused the problem; the engine knows no fields. */
function paramOf({ param, detail }: Problem): string | null {
  return param ?? (detail === "unknown_session" ? "session_id" : null);
}

function errorType(code: Code): string {
  if (code === "provider_auth" || code === "no_auth") return "authentication_error";
  if (code === "provider_rate_limited") return "rate_limit_error";
  if (code === "internal" || code.startsWith("provider_") || code.startsWith("timeout.")) return "server_error";
  return "invalid_request_error";
}
