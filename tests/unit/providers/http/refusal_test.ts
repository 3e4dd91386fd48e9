import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  networkError,
  readErrorBody,
  refusalError,
  retryAfter,
  shownText,
} from "../../../../lib/providers/http/refusal.ts";

/** What servers say, and what it means: the code, and whether it may be tried again. */
const SAYINGS: [status: number | undefined, body: string, code: string, retryable: boolean][] = [
  [400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", "context_overflow", false],
  [400, "prompt is too long: 210000 tokens > 200000 maximum", "context_overflow", false],
  [400, "The input token count (1200000) exceeds the maximum number of tokens allowed", "context_overflow", false],
  [400, "Range of input length should be [1, 129024]", "context_overflow", false],
  [400, "the request exceeds the available context size. try increasing the context size", "context_overflow", false],
  [413, '{"error":{"code":"context_length_exceeded","message":"too big"}}', "context_overflow", false],
  [
    413,
    "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000",
    "context_overflow",
    false,
  ],
  [400, "Invalid request: Your request exceeded model token limit: 131072", "context_overflow", false],
  [400, "Prompt exceeds max length", "context_overflow", false],
  [400, "Please reduce the length of the messages or completion", "context_overflow", false],
  [400, "max_tokens is too large: 100000. This model supports at most 16384", "provider_error", false],
  [
    429,
    "Rate limit reached for requests. Add a payment method at https://example.com/account/billing.",
    "provider_rate_limited",
    true,
  ],
  [429, "You exceeded your current quota, please check your plan and billing details.", "provider_rate_limited", false],
  [402, "Payment required", "provider_rate_limited", false],
  [503, "upstream connect error", "provider_overloaded", true],
  [408, "request timeout", "provider_overloaded", true],
  [422, "unknown field", "provider_error", false],
  [undefined, '{"error":{"type":"overloaded_error","message":"Overloaded"}}', "provider_overloaded", true],
  [undefined, '{"error":{"code":429,"message":"Too many requests"}}', "provider_rate_limited", true],
  [undefined, '{"error":{"code":"502","message":"Bad gateway"}}', "provider_overloaded", true],
  [undefined, '{"error":{"type":"authentication_error","message":"invalid x-api-key"}}', "provider_auth", false],
  [undefined, '{"error":"something odd"}', "provider_error", false],
];

Deno.test("refusalError understands what servers say", () => {
  for (const [status, body, code, retryable] of SAYINGS) {
    const told = status === undefined ? {} : { status };
    const { problem } = refusalError({ where: "model.test", key: "", ...told, ...readErrorBody(body) });
    assertEquals([problem.code, problem.retryable], [code, retryable], body);
  }
});

Deno.test("retryAfter reads seconds, milliseconds and dates", () => {
  const read = (headers: Record<string, string>): number | undefined => retryAfter(new Headers(headers), 1_000_000);
  assertEquals(read({ "retry-after": "1.5" }), 1500);
  assertEquals(read({ "retry-after": "9", "retry-after-ms": "20" }), 20);
  assertEquals(read({ "retry-after": new Date(1_005_000).toUTCString() }), 5000);
  assertEquals(read({ "retry-after": new Date(0).toUTCString() }), 0);
  assertEquals(read({ "retry-after": "soon" }), undefined);
  assertEquals(read({}), undefined);
});

Deno.test("networkError tells a server that was never reached from one that broke off", () => {
  const facts = { where: "model.test", key: "" };
  const codeOf = (error: unknown, hasBegun: boolean): string =>
    networkError(error, { ...facts, hasBegun }).problem.code;
  assertEquals(codeOf(new TypeError("refused"), false), "provider_unreachable");
  assertEquals(codeOf(new TypeError("reset"), true), "provider_stream_cut");
  assertEquals(codeOf(new RangeError("too long"), true), "provider_error");
});

Deno.test("networkError says what the system said, without the layers that passed it on, and what to do", () => {
  const route = "error sending request for url (https://api.example.com/v1/chat/completions): client error (Connect): ";
  const told = (message: string): [string, string | undefined] => {
    const facts = { where: "api.example.com", key: "", hasBegun: false };
    const { message: text, hint } = networkError(new TypeError(message), facts).problem;
    return [text, hint];
  };
  const [, untrusted = ""] = told(`${route}invalid peer certificate: UnknownIssuer`);
  for (const name of ["DENO_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"]) assertStringIncludes(untrusted, name);
  assertEquals(told(`${route}tcp connect error: Connection refused (os error 111)`), [
    "api.example.com could not be reached: Connection refused (os error 111)",
    "Check the network and the base URL.",
  ]);
  assertEquals(told(`fetch failed: ${route}dns error: failed to lookup address information: Name not known`), [
    "api.example.com could not be reached: failed to lookup address information: Name not known",
    "Check the network and the base URL.",
  ]);
  assertEquals(told(`${route}received corrupt message of type InvalidContentType`), [
    "api.example.com could not be reached: received corrupt message of type InvalidContentType",
    "It seems not to speak TLS: try http:// in place of https:// in the base URL.",
  ]);
});

Deno.test("refusalError says of every refusal what to do", () => {
  const statuses = [400, 401, 402, 403, 404, 405, 408, 413, 422, 429, 500, 502, 503, 529];
  const silent = statuses.filter((status) => {
    const { hint } = refusalError({ where: "api.example.com", status, text: "no", key: "" }).problem;
    return !hint?.endsWith(".");
  });
  assertEquals(silent, []);
});

Deno.test("refusalError says how long a throttling server asks to wait", () => {
  const refusal = { where: "api.example.com", status: 429, text: "slow down", key: "", retryAfterMs: 90_001 };
  assertEquals(refusalError(refusal).message, "api.example.com is throttling (429): slow down (it asks to wait 91 s)");
});

Deno.test("shownText removes keys and keeps text on one bounded line", () => {
  assertEquals(
    shownText("my-key\n Bearer abcdefghijklmnop1234 sk-abcdefghijklmnop https://x.test/?key=abc&a=b", "my-key"),
    "[redacted] Bearer [redacted] [redacted] https://x.test/?key=[redacted]&a=b",
  );
  assertEquals(shownText("x".repeat(5000), "").length, 2001);
});
