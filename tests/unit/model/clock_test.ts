import { assert, assertEquals, assertRejects } from "@std/assert";
import { systemClock } from "../../../lib/model/clock.ts";

Deno.test("systemClock.sleep takes the time it was given and keeps the process alive meanwhile", async () => {
  const script = `
    import { systemClock } from "./lib/model/clock.ts";
    const start = Date.now();
    await systemClock.sleep(60, new AbortController().signal);
    console.log(Date.now() - start >= 59 ? "slept" : "woke early");
  `;
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    cwd: new URL("../../../", import.meta.url),
  }).output();
  assertEquals({ success, text: new TextDecoder().decode(stdout) }, { success: true, text: "slept\n" });
});

Deno.test("systemClock.sleep ends with the reason of its signal, also before it began", async () => {
  const abort = new AbortController();
  const sleeping = systemClock.sleep(60_000, abort.signal);
  abort.abort(new Error("enough"));
  await assertRejects(() => sleeping, Error, "enough");
  await assertRejects(() => systemClock.sleep(1, abort.signal), Error, "enough");
});

Deno.test("systemClock.sleep serves several sleepers at once", async () => {
  const { signal } = new AbortController();
  const start = Date.now();
  await Promise.all([systemClock.sleep(20, signal), systemClock.sleep(1, signal), systemClock.sleep(0, signal)]);
  assert(Date.now() - start >= 19);
});

Deno.test("systemClock.after acts once when its time has come, and not at all when it was called off", async () => {
  const acts: string[] = [];
  const callOff = systemClock.after(1, () => acts.push("called off"));
  callOff();
  const done = Promise.withResolvers<void>();
  systemClock.after(1, () => acts.push("in time"));
  systemClock.after(20, done.resolve);
  await done.promise;
  assertEquals(acts, ["in time"]);
});
