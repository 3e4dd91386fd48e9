import { assertEquals, assertRejects } from "@std/assert";
import { permittedProvider } from "../../../lib/fleet/permitted_provider.ts";
import type { ModelRequest, Provider } from "../../../lib/model/ports/provider.ts";
import { QwenError } from "../../../lib/model/problem.ts";

Deno.test("a provider is asked only with permission, which is sought anew for each request", async () => {
  let [asked, isAllowed] = [0, true];
  const provider: Provider = {
    name: "counting",
    // deno-lint-ignore require-yield -- it only counts.
    async *stream(): AsyncGenerator<never> {
      asked++;
    },
  };
  const permitted = permittedProvider(provider, () => Promise.resolve(isAllowed));
  const request = { model: "m", messages: [] } as Partial<ModelRequest> as ModelRequest;
  const ask = (): Promise<unknown> => Array.fromAsync(permitted.stream(request, new AbortController().signal));
  await ask();
  isAllowed = false;
  const { problem } = await assertRejects(ask, QwenError);
  isAllowed = true;
  await ask();
  assertEquals([permitted.name, problem.code, asked], ["counting", "cancelled", 2]);
});
