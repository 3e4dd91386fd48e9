import { assertEquals } from "@std/assert";
import { Watchdog } from "../../../lib/sandbox/watchdog.ts";

Deno.test("Watchdog tells of a wait that goes on for the whole time", async () => {
  const late = Promise.withResolvers<void>();
  const watchdog = new Watchdog(20, late.resolve);
  const begun = performance.now();
  const wait = watchdog.begin();
  await late.promise;
  assertEquals(performance.now() - begun >= 19, true);
  watchdog.end(wait);
});

Deno.test("Watchdog lets a wait be that began after its timer, until the timer has come round again", async () => {
  let told = 0;
  const late = Promise.withResolvers<void>();
  const watchdog = new Watchdog(40, () => {
    told += 1;
    late.resolve();
  });
  const begun = performance.now();
  watchdog.end(watchdog.begin());
  const wait = watchdog.begin();
  await late.promise;
  assertEquals(performance.now() - begun >= 79, true, "one round of the timer that was under way, and one of its own");
  assertEquals(told, 1);
  watchdog.end(wait);
});

Deno.test("Watchdog keeps no process alive that waits for nothing", async () => {
  const module = new URL("../../../lib/sandbox/watchdog.ts", import.meta.url);
  const code = `const { Watchdog } = await import("${module}");
    const watchdog = new Watchdog(600_000, () => {});
    watchdog.end(watchdog.begin());`;
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-config", code] }).output();
  assertEquals(success, true);
});
