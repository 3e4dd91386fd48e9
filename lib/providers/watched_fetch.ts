import type { Deadlines } from "./deadlines.ts";
import { wellFormed } from "./http.ts";
import type { ProviderOptions } from "./options.ts";
import { pageError, responseError } from "./response_error.ts";

/** A `fetch` for packages that bring their own client: it is watched, and throws QwenError where a server refuses. */
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
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller): void {
        deadlines.heard();
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body?.pipeThrough(watch), response);
  };
}
