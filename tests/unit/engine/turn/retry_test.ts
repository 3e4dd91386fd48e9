import { assertEquals } from "@std/assert";
import { DEFAULT_RETRY, retryDelay } from "../../../../lib/engine/turn/retry.ts";
import { problem } from "../../../../lib/model/problem.ts";

const BUSY = problem("provider_overloaded", "busy");

function delays(fault = BUSY, { random = 0.5, hasContent = false } = {}): number[] {
  const all: number[] = [];
  let waitedMs = 0;
  for (let attempt = 1; attempt < 100; attempt++) {
    const delay = retryDelay(fault, { rules: DEFAULT_RETRY, attempt, waitedMs, random: () => random, hasContent });
    if (delay === null) break;
    waitedMs += delay;
    all.push(delay);
  }
  return all;
}

Deno.test("retryDelay doubles from try to try and ends", () => {
  assertEquals(delays(), [1_000, 2_000, 4_000, 8_000]);
});

Deno.test("retryDelay spreads the waits", () => {
  assertEquals([delays(BUSY, { random: 0 })[0], delays(BUSY, { random: 0.999 })[0]], [700, 1_299]);
});

Deno.test("retryDelay waits as long as the provider asks, within the time for all waits", () => {
  assertEquals(delays({ ...BUSY, retryAfterMs: 50_000 }), [50_000, 50_000]);
  assertEquals(delays({ ...BUSY, retryAfterMs: 121_000 }), []);
  assertEquals(delays({ ...BUSY, retryAfterMs: 0 }), [0, 0, 0, 0]);
});

Deno.test("retryDelay gives a server that fell silent one more chance, and none in the middle of an answer", () => {
  for (const code of ["timeout.first_byte", "timeout.idle"] as const) {
    const fault = problem(code, "silent");
    assertEquals([delays(fault), delays(fault, { random: 0.5, hasContent: true })], [[1_000], []]);
  }
  assertEquals(delays(problem("timeout.connect", "not there")).length, DEFAULT_RETRY.maxRetries);
  assertEquals(delays(BUSY, { random: 0.5, hasContent: true }).length, DEFAULT_RETRY.maxRetries);
});

Deno.test("retryDelay does not try again what cannot succeed", () => {
  assertEquals(delays(problem("provider_auth", "no")), []);
});
