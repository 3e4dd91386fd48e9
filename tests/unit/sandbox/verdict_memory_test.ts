import { assertEquals } from "@std/assert";
import type { ProbeResult } from "../../../lib/sandbox/probe.ts";
import { VerdictMemory } from "../../../lib/sandbox/verdict_memory.ts";

const HOLDS: ProbeResult = { works: true, filesystem: true, network: true, processes: true, detail: "runs" };
const HOUR = 60 * 60 * 1000;
const hasBootId = Deno.build.os === "linux";

async function temporary(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test({
  name: "VerdictMemory keeps what a canary found for a day, for the same program",
  ignore: !hasBootId,
  async fn(): Promise<void> {
    await using folder = await temporary();
    const path = `${folder.path}/tmp/walls.json`;
    const program = `${folder.path}/bwrap`;
    await Deno.writeTextFile(program, "one");
    await new VerdictMemory(path, () => 0).keep("kind", program, HOLDS);
    const at = (ms: number): VerdictMemory => new VerdictMemory(path, () => ms);
    assertEquals(await at(23 * HOUR).recall("kind", program), HOLDS);
    assertEquals(await at(0).recall("other", program), null);
    assertEquals(await at(25 * HOUR).recall("kind", program), null);
    assertEquals(at(25 * HOUR).isEmpty, true);
    await Deno.writeTextFile(program, "another");
    assertEquals(await at(0).recall("kind", program), null);
  },
});

Deno.test({
  name: "VerdictMemory forgets soon what did not hold",
  ignore: !hasBootId,
  async fn(): Promise<void> {
    await using folder = await temporary();
    const path = `${folder.path}/walls.json`;
    const failed = { ...HOLDS, works: false };
    await new VerdictMemory(path, () => 0).keep("kind", "/bin/sh", failed);
    assertEquals(await new VerdictMemory(path, () => HOUR / 12).recall("kind", "/bin/sh"), failed);
    assertEquals(await new VerdictMemory(path, () => HOUR).recall("kind", "/bin/sh"), null);
  },
});

Deno.test("VerdictMemory passes over a file that is of no use", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/walls.json`;
  for (const text of ["", "[]", '{"kind":{}}', '{"kind":{"stamp":"x","at":0,"result":{"works":1}}}']) {
    await Deno.writeTextFile(path, text);
    assertEquals(await new VerdictMemory(path, () => 0).recall("kind", "/bin/sh"), null);
  }
});
