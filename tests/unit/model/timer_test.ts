import { assertEquals } from "@std/assert";
import { after, pause } from "../../../lib/model/timer.ts";

Deno.test("after acts when its time is up, once, and not when it was cancelled", async () => {
  const fired: string[] = [];
  const begun = performance.now();
  const cancel = after(5, () => fired.push("cancelled"));
  const done = Promise.withResolvers<void>();
  const cancelLate = after(20, () => {
    fired.push("acted");
    done.resolve();
  });
  cancel();
  await done.promise;
  cancelLate();
  assertEquals(performance.now() - begun >= 19, true);
  assertEquals(fired, ["acted"]);
});

Deno.test("after waits for a time that is longer than any timer", async () => {
  const fired: number[] = [];
  const cancels = [2 ** 31, 2 ** 33, Number.MAX_SAFE_INTEGER, Infinity].map((ms) => after(ms, () => fired.push(ms)));
  await pause(20);
  for (const cancel of cancels) cancel();
  assertEquals(fired, []);
});

Deno.test("after splits a long delay into parts that a timer can hold, and can be cancelled in any of them", () => {
  const parts: number[] = [];
  const timers: (() => void)[] = [];
  const cleared: unknown[] = [];
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const fakeTimers = {
    setTimeout: (act: () => void, ms: number): number => (parts.push(ms), timers.push(act)),
    clearTimeout: (timer: unknown): unknown => cleared.push(timer),
  };
  Object.assign(globalThis, fakeTimers);
  try {
    const fired: string[] = [];
    after(2 ** 32, () => fired.push("acted"));
    timers[0]();
    timers[1]();
    assertEquals([parts, fired], [[2 ** 31 - 1, 2 ** 31 - 1, 2], []]);
    timers[2]();
    assertEquals(fired, ["acted"]);
    const cancel = after(Infinity, () => fired.push("never"));
    timers[3]();
    cancel();
    assertEquals([cleared, fired], [[5], ["acted"]]);
  } finally {
    Object.assign(globalThis, real);
  }
});

Deno.test("after keeps no process alive once it was cancelled", async () => {
  const module = new URL("../../../lib/model/timer.ts", import.meta.url);
  const code = `const { after } = await import("${module}"); after(600_000, () => {})();`;
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-config", code] }).output();
  assertEquals(success, true);
});
