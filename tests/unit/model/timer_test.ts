import { assertEquals } from "@std/assert";
import { after, pause } from "../../../lib/model/timer.ts";

Deno.test("after acts when its time is up, once, and not when it was called off", async () => {
  const told: string[] = [];
  const begun = performance.now();
  const callOff = after(5, () => told.push("called off"));
  const done = Promise.withResolvers<void>();
  const callOffLate = after(20, () => {
    told.push("acted");
    done.resolve();
  });
  callOff();
  await done.promise;
  callOffLate();
  assertEquals(performance.now() - begun >= 19, true);
  assertEquals(told, ["acted"]);
});

Deno.test("after waits for a time that is longer than any timer", async () => {
  const told: number[] = [];
  const callOffs = [2 ** 31, 2 ** 33, Number.MAX_SAFE_INTEGER, Infinity].map((ms) => after(ms, () => told.push(ms)));
  await pause(20);
  for (const callOff of callOffs) callOff();
  assertEquals(told, []);
});

Deno.test("after waits for a long time in slices, and is called off in any of them", async () => {
  const slices: number[] = [];
  const timeout = AbortSignal.timeout;
  AbortSignal.timeout = (ms): AbortSignal => {
    slices.push(ms);
    return timeout.call(AbortSignal, 1);
  };
  try {
    await pause(35_000);
    assertEquals(slices, [15_000, 15_000, 5_000]);
    const callOff = after(Infinity, () => {});
    await new Promise((resolve) => timeout.call(AbortSignal, 20).addEventListener("abort", resolve));
    callOff();
    const count = slices.length;
    assertEquals(count > 4, true);
    await new Promise((resolve) => timeout.call(AbortSignal, 20).addEventListener("abort", resolve));
    assertEquals(slices.length, count);
  } finally {
    AbortSignal.timeout = timeout;
  }
});

Deno.test("after keeps no process alive once it was called off", async () => {
  const module = new URL("../../../lib/model/timer.ts", import.meta.url);
  const code = `const { after } = await import("${module}"); after(600_000, () => {})();`;
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-config", code] }).output();
  assertEquals(success, true);
});
