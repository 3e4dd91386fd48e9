import { assertEquals, assertRejects } from "@std/assert";
import { RateGate } from "../../../lib/fleet/rate_gate.ts";
import { fail, QwenError } from "../../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../../lib/model/ports/provider.ts";
import { FakeClock } from "../../support/fake_clock.ts";

const request = {} as ModelRequest;

/** A provider that counts its requests and refuses the first ones. */
class Refusing implements Provider {
  readonly name = "refusing";
  requests = 0;

  constructor(
    private readonly refusals: readonly { code: "provider_rate_limited" | "provider_error"; ms?: number }[],
  ) {}

  // deno-lint-ignore require-yield -- it ends at once.
  async *stream(): AsyncGenerator<ModelChunk[]> {
    const refusal = this.refusals[this.requests++];
    await Promise.resolve();
    if (refusal) {
      throw fail(refusal.code, "no", refusal.ms === undefined ? {} : { retryAfterMs: refusal.ms });
    }
  }
}

async function ask(provider: Provider): Promise<void> {
  await Array.fromAsync(provider.stream(request, new AbortController().signal));
}

Deno.test("a refusal with a time holds back every provider of the gate for that time, and is told once", async () => {
  const clock = new FakeClock(1_000);
  const held: number[] = [];
  const gate = new RateGate({ clock, onHold: (ms) => held.push(ms) });
  const [first, second] = [
    new Refusing([{ code: "provider_rate_limited", ms: 300 }]),
    new Refusing([{ code: "provider_error", ms: 100 }]),
  ];
  await assertRejects(() => ask(gate.guard(first)), QwenError);
  const waiting = ask(gate.guard(second));
  await Promise.resolve();
  assertEquals([held, second.requests, clock.sleeping], [[300], 0, 1]);
  await clock.advance(299);
  assertEquals(second.requests, 0);
  await clock.advance(1);
  await assertRejects(() => waiting, QwenError);
  assertEquals([held, second.requests], [[300, 100], 1]);
});

Deno.test("a failure that names no time holds back nothing, and a rate limit without one a second", async () => {
  const clock = new FakeClock(1_000);
  const held: number[] = [];
  const gate = new RateGate({ clock, onHold: (ms) => held.push(ms) });
  const failing = gate.guard(new Refusing([{ code: "provider_error" }, { code: "provider_rate_limited" }]));
  await assertRejects(() => ask(failing), QwenError);
  assertEquals([held, clock.sleeping], [[], 0]);
  await assertRejects(() => ask(failing), QwenError);
  assertEquals(held, [1_000]);
});
