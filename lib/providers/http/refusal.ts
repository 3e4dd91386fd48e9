/** Errors of model servers: refusals, broken responses and network failures, as QwenErrors. */
import { proxyInUse } from "./takes_connections.ts";
import { isObject } from "../../model/json.ts";
import { fail, type ProblemFacts, QwenError } from "../../model/problem.ts";
import type { Clock } from "../../model/ports.ts";
import { SETTLED } from "../../model/within.ts";
import { redactKeys, Redactor } from "../../stream/redact.ts";
import type { ProviderOptions } from "../options.ts";

/** The most characters of a server's text in an error message. */
const MAX_TEXT = 2_000;
/** Keys of local servers may be short; in an error message even those are removed. */
const MIN_KEY_CHARS = 4;
const MAX_ERROR_CHARS = 64 * 1024;
/** How long to wait for the body of a refusal; its status already says the most. */
const REFUSAL_MS = 5_000;

/** A refusal of a server, in no vendor's format. */
export interface ServerRefusal {
  /** How errors name the server. */
  where: string;
  /** HTTP status; absent for errors in the middle of a stream. */
  status?: number;
  /** The server's own code and type, such as `insufficient_quota`. */
  codes?: readonly unknown[];
  text: string;
  retryAfterMs?: number;
  /** How long it takes until the quota is available again, as far as the server says. */
  quotaResetMs?: number;
  /** The key in use, which is removed from the text. */
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
const RETRY_HINT = "Try again later, raise --max-retries, or name another model by --fallback-model.";
const WAIT_HINT = "Try again later, wait with --wait-for-quota TIME, or name another model by --fallback-model.";
const AUTH = /authentication|unauthori[sz]ed|invalid[_ ]api[_ ]key|incorrect api key|permission[_ ](error|denied)/i;

/** The error of a refusal: its code decides whether to retry, and the server may set how long to wait. */
export function refusalError(refusal: ServerRefusal): QwenError {
  const { where, status } = refusal;
  const text = shownText(refusal.text, refusal.key);
  const codes = (refusal.codes ?? []).filter((code) => typeof code === "string" || typeof code === "number").join(" ");
  const found = `${codes} ${refusal.text.slice(0, 4 * MAX_TEXT)}`;
  const numeric = status ?? (refusal.codes ?? []).map(Number).find((code) => code >= 400 && code < 600);
  const facts: ProblemFacts = { ...(numeric === undefined ? {} : { status: numeric }) };
  if (refusal.retryAfterMs !== undefined) facts.retryAfterMs = refusal.retryAfterMs;
  if (refusal.quotaResetMs !== undefined && numeric === 429) facts.quotaResetMs = refusal.quotaResetMs;
  const detail = `${numeric === undefined ? "" : ` (${numeric})`}${text === "" ? "" : `: ${text}`}`;

  if (numeric === 401 || numeric === 403 || (numeric === undefined && AUTH.test(codes))) {
    return fail("provider_auth", `${where} refused the key${detail}`, {
      ...facts,
      hint: "Check the key and that it belongs to this base URL.",
    });
  }
  const isClientError = numeric === undefined || (numeric >= 400 && numeric < 500 && numeric !== 429);
  if (isClientError && OVERFLOW.test(found)) {
    return fail("context_overflow", `The conversation does not fit the model's context at ${where}${detail}`, {
      ...facts,
      hint: "Start a new session, say less at once, or use a model with a larger context.",
    });
  }
  if (numeric === 402 || ((numeric === undefined || numeric === 429) && isQuota(refusal, found))) {
    return fail("provider_rate_limited", `The quota at ${where} is used up${detail}`, {
      ...facts,
      retryable: false,
      hint: "Top up the account, wait for the next period with --wait-for-quota TIME, or use another provider.",
    });
  }
  if (numeric === 429 || (numeric === undefined && RATE.test(found))) {
    return fail("provider_rate_limited", `${where} is throttling${detail}${requestedWait(refusal.retryAfterMs)}`, {
      ...facts,
      hint: WAIT_HINT,
    });
  }
  if (
    (numeric !== undefined && (numeric >= 500 || numeric === 408)) || (numeric === undefined && OVERLOADED.test(found))
  ) {
    return fail("provider_overloaded", `${where} failed on its side${detail}`, { ...facts, hint: RETRY_HINT });
  }
  const isWrongPlace = numeric === 404 || numeric === 405;
  const hint = isWrongPlace ? "Check the model's name and the base URL." : "Check the model's name and what it can do.";
  return fail("provider_error", `${where} refused the request${detail}`, { ...facts, hint });
}

function requestedWait(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? "" : ` (it asks to wait ${Math.ceil(retryAfterMs / 1000)} s)`;
}

/** A quota with a time to wait is a rate limit: it will be available again. */
function isQuota(refusal: ServerRefusal, found: string): boolean {
  return refusal.retryAfterMs === undefined && QUOTA.test(found);
}

/** Text of a server as error messages show it: without secrets, on one line, bounded. */
export function shownText(text: string, key: string): string {
  const redactor = new Redactor([key], { minChars: MIN_KEY_CHARS });
  const shown = redactKeys(redactor.text(text.slice(0, 4 * MAX_TEXT))).replace(/\s+/g, " ").trim();
  return shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
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

/** When the quota is available again: `x-ratelimit-reset-*` as a time span, seconds or a date, or a date in the text. */
function quotaReset(headers: Headers, { text, now }: { text: string; now: number }): number | undefined {
  const named = [...headers].filter(([name]) => /^(x-|anthropic-)?ratelimit-(.*-)?reset/.test(name))
    .flatMap(([, value]) => waitOf(value.trim(), now) ?? []);
  if (named.length > 0) return Math.max(...named);
  const date = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?/.exec(text)?.[0];
  return date === undefined ? undefined : waitOf(date.replace(/ ?(UTC|GMT)$/, "Z").replace(" ", "T"), now);
}

/** The wait that a text names: `6m0s`, seconds, seconds since 1970, or a date. */
function waitOf(text: string, now: number): number | undefined {
  const span = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/.exec(text);
  if (span && text !== "") {
    const [hours, minutes, seconds, ms] = span.slice(1).map((part) => Number(part ?? 0));
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  }
  const number = Number(text);
  if (Number.isFinite(number)) {
    const seconds = number > 1e12 ? number / 1000 : number;
    return Math.max(0, seconds > 1e9 ? seconds * 1000 - now : seconds * 1000);
  }
  const date = Date.parse(text);
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

/** Converts an error of `fetch` or of a body's reader. */
export function networkError(error: unknown, facts: { where: string; key: string; hasBegun: boolean }): QwenError {
  if (error instanceof QwenError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const text = withoutRoute(shownText(error instanceof Error ? `${error.message}${cause}` : String(error), facts.key));
  if (error instanceof RangeError) {
    return fail("provider_error", `${facts.where} sent too much: ${text}`, { cause: error });
  }
  if (facts.hasBegun) {
    return fail("provider_stream_cut", `The answer of ${facts.where} broke off: ${text}`, {
      cause: error,
      hint: RETRY_HINT,
    });
  }
  return fail("provider_unreachable", `${facts.where} could not be reached: ${text}`, {
    cause: error,
    hint: networkHint(text),
  });
}

function networkHint(text: string): string {
  if (/corrupt message|wrong version number/.test(text)) {
    return "It seems not to speak TLS: try http:// in place of https:// in the base URL.";
  }
  if (/certificate|unknown ?issuer|self.?signed/i.test(text)) {
    return "Its certificate is not trusted here, perhaps because a proxy has put its own in its place. Name the file of " +
      "the authority's certificate by DENO_CERT (also SSL_CERT_FILE or NODE_EXTRA_CA_CERTS, where Deno reads them).";
  }
  const proxy = proxyInUse();
  if (proxy) return `Check the network, the base URL, and the proxy ${proxy.host} of ${proxy.variable}.`;
  return "Check the network and the base URL.";
}

/** The system's message without the layers around it: the server is named already. */
function withoutRoute(text: string): string {
  return text.replace(/^(fetch failed: )?error sending request( for url \(\S*\))?: /i, "")
    .replace(/^client error \(\w+\): /, "")
    .replace(/^(tcp connect|dns) error: /, "")
    .replace(/^Fetch failed: /i, "");
}

/** The server and the options of a response. */
export interface ResponseFacts {
  where: string;
  options: ProviderOptions;
}

/** The error of a response that is no success. */
export async function responseError(response: Response, facts: ResponseFacts): Promise<QwenError> {
  const body = await readRefusal(response, facts.options.clock);
  // A redirect is not followed: it would send the key to a host that nobody configured.
  if (response.status >= 300 && response.status < 400) {
    const target = URL.parse(response.headers.get("location") ?? "", facts.options.baseUrl)?.host;
    return fail("provider_error", `${facts.where} redirects ${target ? `to ${target}` : "elsewhere"}`, {
      status: response.status,
      hint: "Set the base URL to the address that answers itself.",
    });
  }
  // Google sends the time to wait in the body.
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  const wait = retryAfter(response.headers, facts.options.clock.now()) ??
    (delay === undefined ? undefined : Math.ceil(Number(delay) * 1000));
  const reset = quotaReset(response.headers, { text: body, now: facts.options.clock.now() });
  return refusalError({
    where: facts.where,
    status: response.status,
    ...readErrorBody(body),
    ...(reset === undefined ? {} : { quotaResetMs: reset }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    key: facts.options.key,
  });
}

/** The error of a web page where an answer should be. */
export async function pageError(response: Response, { where, options }: ResponseFacts): Promise<QwenError> {
  await response.body?.cancel();
  return fail("provider_error", `${where} answered with a web page`, {
    status: response.status,
    hint: `Check the base URL: ${options.baseUrl}`,
  });
}

/** Reads the body of a refusal, bounded in size and time. */
async function readRefusal(response: Response, clock: Clock): Promise<string> {
  const decoder = new TextDecoder();
  const stop = new AbortController();
  const inTime = new AbortController();
  let text = "";
  const sink = new WritableStream<Uint8Array>({
    write(bytes): void {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_ERROR_CHARS) stop.abort();
    },
  });
  clock.sleep(REFUSAL_MS, inTime.signal).then(() => stop.abort(), () => {/* The body arrived in time. */});
  await response.body?.pipeTo(sink, { signal: stop.signal }).catch(() => {/* The text so far is enough. */});
  inTime.abort(SETTLED);
  return text;
}

/** The message and codes of an error object, or null when the value is none. */
export function readErrorValue(value: unknown): { text: string; codes: unknown[] } | null {
  const outer = Array.isArray(value) ? value[0] : value;
  if (!isObject(outer)) return null;
  const inner = outer.error ?? (outer.message !== undefined ? outer : undefined);
  if (typeof inner === "string") return { text: inner, codes: [outer.code, outer.type] };
  if (!isObject(inner)) return null;
  const text = typeof inner.message === "string" ? inner.message : JSON.stringify(inner);
  return { text, codes: [inner.code, inner.type, inner.status] };
}

/** The error of an answer that ended early without a network error. */
export function cutOffError(where: string): QwenError {
  return fail("provider_stream_cut", `The answer of ${where} ended before it was complete`, {
    hint: "Try again; where this happens every time, check the base URL.",
  });
}
