import type { JsonObject } from "../../model/json.ts";
import { type Problem, problem, type ProblemFacts, withHint } from "../../model/problem.ts";

/** The numbers of errors in JSON-RPC and in the protocol. */
const NUMBERS: Readonly<Record<string, number>> = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  unknown_session: -32002,
  session_ended: -32002,
};
const INTERNAL = -32603;
/** Numbers of codes that need no detail. */
const BY_CODE: Readonly<Record<string, number>> = { session_not_found: -32002, no_auth: -32000 };

/** The kinds of fault that a line can have. */
export type LineFaultKind = "parse_error" | "invalid_request" | "method_not_found" | "invalid_params";

/** A fault of a line. */
export function lineProblem(kind: LineFaultKind, message: string, facts: ProblemFacts = {}): Problem {
  return problem("protocol_error", message, { ...facts, detail: kind });
}

/** A problem as JSON-RPC reports it: `data.code` is the stable code of this program. */
export function rpcError(fault: Problem): { code: number; message: string; data: JsonObject } {
  const { code, detail, message, hint, param, line, retryable, retryAfterMs } = fault;
  const number = NUMBERS[detail ?? ""] ?? BY_CODE[code] ?? INTERNAL;
  return {
    code: number,
    message: withHint(message, hint),
    data: {
      code,
      ...(detail === undefined ? {} : { detail }),
      ...(param === undefined || param === "" ? {} : { param }),
      ...(line === undefined ? {} : { line }),
      ...(retryable ? { retryable } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}
