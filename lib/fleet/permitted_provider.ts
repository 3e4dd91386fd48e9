import { fail } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports/provider.ts";

/** A provider that is asked only with permission: `mayAsk` is called just before each request. */
export function permittedProvider(provider: Provider, mayAsk: () => Promise<boolean>): Provider {
  return {
    name: provider.name,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
      if (!await mayAsk()) throw fail("cancelled", "The job belongs to another worker by now.");
      yield* provider.stream(request, signal);
    },
  };
}
