import { fail, type ProblemFacts, QwenError } from "../model/problem.ts";
import { MAX_TEXT, redact } from "./redact.ts";
import { readErrorValue } from "./stream_faults.ts";

/** What a server said when it refused, in no vendor's shape. */
export interface Refusal {
  /** How errors name the server. */
  where: string;
  /** HTTP status; absent for errors in the middle of a stream. */
  status?: number;
  /** The server's own code and type, such as `insufficient_quota`. */
  codes?: readonly unknown[];
  text: string;
  retryAfterMs?: number;
  /** The key in use, so that it can be taken out of the text. */
  key: string;
}

const OVERFLOW = new RegExp(
  [
    "context[ _-]?(length|window|size|limit)|maximum context",
    "(prompt|input) is too long|too many (input )?tokens|input token count|range of input length",
    "exceed\\w* (the )?(model'?s? )?(max\\w*|available|token limit)\\b",
    "request[_ ]too[_ ]large|reduce (your|the) (length of the )?(message|prompt|input)",
  ].join("|"),
  "i",
);
const QUOTA =
  /insufficient[_ ]quota|exceeded your current quota|quota[_ ](exceeded|exhausted)|credit balance|out of credits|billing[_ ](hard|not|limit)|arrearage|free allocated quota/i;
const RATE = /rate[_ -]?limit|too many requests|throttl|resource[_ ]exhausted/i;
const OVERLOADED =
  /overload|server[_ ]error|internal[_ ](server[_ ])?error|api_error|unavailable|high demand|timeout_error/i;
const LATER = "Try again later, raise --max-retries, or name another model by --fallback-model.";
const AUTH = /authentication|unauthori[sz]ed|invalid[_ ]api[_ ]key|incorrect api key|permission[_ ](error|denied)/i;

/** Turns a refusal into the error of our vocabulary: what may be retried, and how long the server wants us to wait. */
export function refusalError(refusal: Refusal): QwenError {
  const { where, status } = refusal;
  const text = redact(refusal.text, refusal.key);
  const codes = (refusal.codes ?? []).filter((code) => typeof code === "string" || typeof code === "number").join(" ");
  const words = `${codes} ${refusal.text.slice(0, 4 * MAX_TEXT)}`;
  const numeric = status ?? (refusal.codes ?? []).map(Number).find((code) => code >= 400 && code < 600);
  const facts: ProblemFacts = { ...(numeric === undefined ? {} : { status: numeric }) };
  if (refusal.retryAfterMs !== undefined) facts.retryAfterMs = refusal.retryAfterMs;
  const told = `${numeric === undefined ? "" : ` (${numeric})`}${text === "" ? "" : `: ${text}`}`;

  if (numeric === 401 || numeric === 403 || (numeric === undefined && AUTH.test(codes))) {
    return fail("provider_auth", `${where} refused the key${told}`, {
      ...facts,
      hint: "Check the key and that it belongs to this base URL.",
    });
  }
  const isClientError = numeric === undefined || (numeric >= 400 && numeric < 500 && numeric !== 429);
  if (isClientError && OVERFLOW.test(words)) {
    return fail("context_overflow", `The conversation does not fit the model's context at ${where}${told}`, {
      ...facts,
      hint: "Start a new session, say less at once, or use a model with a larger context.",
    });
  }
  if (numeric === 402 || ((numeric === undefined || numeric === 429) && isQuota(refusal, words))) {
    return fail("provider_rate_limited", `The quota at ${where} is used up${told}`, {
      ...facts,
      retryable: false,
      hint: "Top up the account, wait for the next period or use another provider.",
    });
  }
  if (numeric === 429 || (numeric === undefined && RATE.test(words))) {
    return fail("provider_rate_limited", `${where} is throttling${told}${wish(refusal.retryAfterMs)}`, {
      ...facts,
      hint: LATER,
    });
  }
  if (
    (numeric !== undefined && (numeric >= 500 || numeric === 408)) || (numeric === undefined && OVERLOADED.test(words))
  ) {
    return fail("provider_overloaded", `${where} failed on its side${told}`, { ...facts, hint: LATER });
  }
  const isWrongPlace = numeric === 404 || numeric === 405;
  const hint = isWrongPlace ? "Check the model's name and the base URL." : "Check the model's name and what it can do.";
  return fail("provider_error", `${where} refused the request${told}`, { ...facts, hint });
}

function wish(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? "" : ` (it asks to wait ${Math.ceil(retryAfterMs / 1000)} s)`;
}

/** A quota with a time to wait is a throttle: it will be there again. */
function isQuota(refusal: Refusal, words: string): boolean {
  return refusal.retryAfterMs === undefined && QUOTA.test(words);
}

/** How long a server asks us to wait, from its headers; seconds, milliseconds and dates are understood. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The message and codes of an error body: `{error: {message, type, code}}`, an array of that, a bare object or text. */
export function readErrorBody(body: string): { text: string; codes: unknown[] } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    const isPage = /^\s*<(!doctype|html)/i.test(body);
    return { text: isPage ? "a web page instead of an answer" : body, codes: [] };
  }
  return readErrorValue(value) ?? { text: body, codes: [] };
}

/** Whatever `fetch` or a reader threw, as the error of our vocabulary. */
export function networkError(error: unknown, facts: { where: string; key: string; hasBegun: boolean }): QwenError {
  if (error instanceof QwenError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const text = withoutRoute(redact(error instanceof Error ? `${error.message}${cause}` : String(error), facts.key));
  if (error instanceof RangeError) {
    return fail("provider_error", `${facts.where} sent too much: ${text}`, { cause: error });
  }
  if (facts.hasBegun) {
    return fail("provider_stream_cut", `The answer of ${facts.where} broke off: ${text}`, {
      cause: error,
      hint: LATER,
    });
  }
  return fail("provider_unreachable", `${facts.where} could not be reached: ${text}`, {
    cause: error,
    hint: /corrupt message|wrong version number/.test(text)
      ? "It seems not to speak TLS: try http:// in place of https:// in the base URL."
      : "Check the network and the base URL.",
  });
}

/** What the system said, without the layers that passed it on: the server is named already. */
function withoutRoute(text: string): string {
  return text.replace(/^(fetch failed: )?error sending request( for url \(\S*\))?: /i, "")
    .replace(/^client error \(\w+\): /, "")
    .replace(/^(tcp connect|dns) error: /, "")
    .replace(/^Fetch failed: /i, "");
}
