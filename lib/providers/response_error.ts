import { fail, type QwenError } from "../model/problem.ts";
import type { Clock } from "../model/ports.ts";
import { SETTLED } from "../model/within.ts";
import type { ProviderOptions } from "./options.ts";
import { readErrorBody, refusalError, retryAfter } from "./refusal.ts";

const MAX_ERROR_CHARS = 64 * 1024;
/** How long the words of a refusal are waited for: its status says the most already. */
const REFUSAL_MS = 5_000;

/** Who answered, and how it was asked. */
export interface ResponseFacts {
  where: string;
  options: ProviderOptions;
}

/** The error of a response that is no success. */
export async function responseError(response: Response, facts: ResponseFacts): Promise<QwenError> {
  const body = await readRefusal(response, facts.options.clock);
  // A redirect is not followed: it would carry the key to a host nobody has named.
  if (response.status >= 300 && response.status < 400) {
    const target = URL.parse(response.headers.get("location") ?? "", facts.options.baseUrl)?.host;
    return fail("provider_error", `${facts.where} redirects ${target ? `to ${target}` : "elsewhere"}`, {
      status: response.status,
      hint: "Set the base URL to the address that answers itself.",
    });
  }
  // Google tells the time to wait in the body.
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  const wait = retryAfter(response.headers, facts.options.clock.now()) ??
    (delay === undefined ? undefined : Math.ceil(Number(delay) * 1000));
  return refusalError({
    where: facts.where,
    status: response.status,
    ...readErrorBody(body),
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

/** What a server says to its refusal; one that does not come to an end with it is not waited for. */
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
  clock.sleep(REFUSAL_MS, inTime.signal).then(() => stop.abort(), () => {/* It came in time. */});
  await response.body?.pipeTo(sink, { signal: stop.signal }).catch(() => {/* What has come says enough. */});
  inTime.abort(SETTLED);
  return text;
}
