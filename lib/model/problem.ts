/**
 * Errors: a `Problem` on a stream, a `QwenError` between folders.
 * Every code has one exit status; `--help exit-codes` prints this table.
 */

interface CodeFacts {
  exit: number;
  meaning: string;
  retryable?: true;
}

/** Every error code, its exit status and what it means. */
export const CODES = {
  usage_error: { exit: 1, meaning: "The command line is wrong." },
  no_input: { exit: 1, meaning: "There is no prompt to work on." },
  no_auth: { exit: 1, meaning: "No provider or no key is configured." },
  provider_auth: { exit: 1, meaning: "The provider refused the key." },
  provider_rate_limited: { exit: 75, meaning: "The provider is throttling or the quota is used up.", retryable: true },
  provider_overloaded: { exit: 1, meaning: "The provider failed on its side.", retryable: true },
  provider_error: { exit: 1, meaning: "The provider refused the request." },
  provider_unreachable: { exit: 1, meaning: "The provider could not be reached.", retryable: true },
  provider_stream_cut: {
    exit: 1,
    meaning: "The answer stream ended or broke before it was complete.",
    retryable: true,
  },
  context_overflow: { exit: 1, meaning: "The conversation no longer fits the model's context." },
  "timeout.connect": { exit: 1, meaning: "The provider did not accept the connection in time.", retryable: true },
  "timeout.first_byte": {
    exit: 1,
    meaning: "The provider accepted the request but sent nothing in time.",
    retryable: true,
  },
  "timeout.idle": { exit: 1, meaning: "The answer stream fell silent.", retryable: true },
  "timeout.total": { exit: 1, meaning: "The answer took longer than allowed." },
  replay_mismatch: { exit: 1, meaning: "The request differs from the recorded one." },
  structured_output_missing: { exit: 1, meaning: "The model did not deliver the structured output." },
  loop_detected: { exit: 1, meaning: "The model repeated itself without progress." },
  command_failed: { exit: 1, meaning: "A slash command failed or is not known." },
  session_not_found: { exit: 1, meaning: "There is no such saved session." },
  session_exists: { exit: 1, meaning: "A session with this id exists already." },
  session_newer: { exit: 1, meaning: "A newer version of this program wrote the session." },
  session_locked: { exit: 1, meaning: "Another process is writing this session." },
  ticket_void: { exit: 1, meaning: "The question was answered before, or its call has changed (qwen answer)." },
  queue_unreachable: {
    exit: 1,
    meaning: "The queue of jobs could not be reached or refused the login.",
    retryable: true,
  },
  max_deliver: { exit: 1, meaning: "A job was delivered too often without a result (qwen worker --max-deliver)." },
  mcp_unavailable: { exit: 1, meaning: "A required MCP server could not be started." },
  unsupported_protocol: { exit: 1, meaning: "The client asked for an unsupported protocol version." },
  protocol_error: { exit: 1, meaning: "A line could not be understood." },
  auth_required: { exit: 1, meaning: "The first line of a connection must bring the server's token." },
  read_only: { exit: 1, meaning: "An observer may only read." },
  limit_exceeded: { exit: 1, meaning: "A limit of the server was reached." },
  client_too_slow: { exit: 1, meaning: "The client did not take its records in time.", retryable: true },
  prompt_blocked: { exit: 1, meaning: "A hook refused the prompt." },
  tool_failed: { exit: 1, meaning: "A tool could not do what was asked of it." },
  internal: { exit: 1, meaning: "A fault of this program." },
  input_error: { exit: 42, meaning: "The input could not be read." },
  sandbox_unavailable: {
    exit: 44,
    meaning: "The sandbox is required and unavailable: commands are refused, the run goes on.",
  },
  config_invalid: { exit: 52, meaning: "A setting or an argument's value is wrong." },
  turn_limit: { exit: 53, meaning: "The limit of model rounds was reached (--max-session-turns)." },
  "budget.tool_calls": { exit: 55, meaning: "The tool-call budget was reached (--max-tool-calls)." },
  "budget.wall_time": { exit: 55, meaning: "The time budget was reached (--max-wall-time)." },
  "budget.tokens": { exit: 55, meaning: "The token budget was reached (--max-total-tokens)." },
  "budget.usd": { exit: 55, meaning: "The cost budget was reached (--max-budget-usd)." },
  answer_truncated: { exit: 56, meaning: "The final answer was cut by the output limit and could not be continued." },
  verify_failed: { exit: 57, meaning: "The verification command never passed (--verify)." },
  none_accepted: { exit: 57, meaning: "The selection command accepted no attempt (--best-of)." },
  permission_denied: { exit: 58, meaning: "A call was denied and not made up for (--fail-on-denied)." },
  question_parked: { exit: 59, meaning: "A question that nobody answered waits in a file (--park)." },
  cancelled: { exit: 130, meaning: "The run was cancelled (SIGINT or a cancel request)." },
  hangup: { exit: 129, meaning: "The terminal went away (SIGHUP)." },
  terminated: { exit: 143, meaning: "The run was ended from outside (SIGTERM)." },
  consumer_gone: { exit: 141, meaning: "The reader of stdout went away." },
} as const satisfies Record<string, CodeFacts>;

/** A stable error code. */
export type Code = keyof typeof CODES;

/** An error as a value: what happened, where, and what to do. */
export interface Problem {
  code: Code;
  message: string;
  retryable: boolean;
  /** What the reader can do about it. */
  hint?: string;
  /** HTTP status of a provider's refusal. */
  status?: number;
  /** How long the provider asked us to wait. */
  retryAfterMs?: number;
  /** How long it takes until the quota is available again, where the provider names that. */
  quotaResetMs?: number;
  /** Path of the offending field, such as `input.parts[0].type`. */
  param?: string;
  /** Number of the offending input line, from 1. */
  line?: number;
  /** A finer code of the dialect that found the problem. */
  detail?: string;
  /** The process ends after this has been reported. */
  fatal?: true;
}

/** Facts that may accompany a problem. */
export type ProblemFacts = Partial<Omit<Problem, "code" | "message">>;

/** Makes a problem; `retryable` follows from the code unless it is given. */
export function problem(code: Code, message: string, facts: ProblemFacts = {}): Problem {
  const known: CodeFacts = CODES[code];
  return { code, message, retryable: known.retryable ?? false, ...facts };
}

/** The exit status that goes with a code. */
export function exitStatus(code: Code): number {
  return CODES[code].exit;
}

/** The one error class that crosses folders. */
export class QwenError extends Error {
  override readonly name = "QwenError";
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** Makes the error for a `throw`: `throw fail("no_auth", "…")`. */
export function fail(code: Code, message: string, facts: ProblemFacts & { cause?: unknown } = {}): QwenError {
  const { cause, ...rest } = facts;
  return new QwenError(problem(code, message, rest), { cause });
}

/** A message with its hint as one text; the hint is not repeated. */
export function withHint(message: string, hint?: string): string {
  if (!hint || message.includes(hint)) return message;
  return `${/[.!?…]$/.test(message) ? message : `${message}.`} ${hint}`;
}

/** The operating system's error message without its number and the refused call. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(os error \d+\)(: \w+( '.*')?)?$/s, "");
}

/** Converts any thrown value to a problem. */
export function problemOf(error: unknown): Problem {
  if (error instanceof QwenError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return problem("internal", message);
}
