import type { Deadlines } from "./deadlines.ts";
import { wellFormed } from "./post_events.ts";
import type { ProviderOptions } from "../options.ts";
import { pageError, responseError } from "./refusal.ts";

/** A `fetch` for packages with their own client: it reports the headers to the deadlines and throws QwenError on a refusal. */
export function watchedFetch(
  options: ProviderOptions,
  facts: { where: string; deadlines: Deadlines; signal: AbortSignal },
): typeof globalThis.fetch {
  const { where, deadlines, signal } = facts;
  return async (input, init) => {
    const response = await (options.fetch ?? fetch)(input, {
      ...init,
      ...(typeof init?.body === "string" ? { body: wellFormed(init.body) } : {}),
      redirect: "manual",
      signal,
    });
    deadlines.connected();
    if (!response.ok) throw await responseError(response, { where, options });
    if ((response.headers.get("content-type") ?? "").includes("text/html")) {
      throw await pageError(response, { where, options });
    }
    return response;
  };
}
