/** Limits of commands, each exceeded by a real program. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";

import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";
import { processesWith, withProc } from "../../../support/proc.ts";

Deno.test(withProc({
  name: "a command with too many processes is ended, and so are all of them",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    const runId = crypto.randomUUID();
    await using bench = await SandboxBench.open({ shell: { runId, limits: { processes: 40 } } });
    const bomb = "for i in $(seq 60); do setsid sleep 300 >/dev/null 2>&1 & done; sleep 300";
    const text = await bench.run("workspace", bomb);
    assertStringIncludes(text, "more than 40 processes");
    assertEquals(await processesWith(runId), []);
    assertEquals(await bench.run("workspace", "echo on"), "on\n");
  },
}));

Deno.test({
  name: "a command with too much resident memory is ended; reserved memory does not count",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open({ shell: { limits: { memoryBytes: 200e6 } } });
    const reserve = `/usr/bin/python3 -c "import mmap, time; m = mmap.mmap(-1, 10**9); time.sleep(1); print('on')"`;
    assertEquals(await bench.run("workspace", reserve), "on\n");
    const fill = `/usr/bin/python3 -c "import time; b = bytearray(300 * 10**6); time.sleep(20); print('on')"`;
    for (const profile of ["workspace", "read-only"] as const) {
      const text = await bench.run(profile, fill);
      assert(text.includes("more than 200 MB of memory") && !text.includes("on\n"), `${profile}: ${text}`);
    }
  },
});

Deno.test({
  name: "a command can neither open endless files nor write an endless one",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const limits = "ulimit -Hn; ulimit -Hf; ulimit -Hc";
    const [files, blocks, core] = (await bench.run("workspace", limits)).trim().split("\n");
    assert(Number(files) <= 16_384, files);
    assertEquals([blocks, core], [String(8 * 1024 * 1024), "0"]);
    const text = await bench.run("workspace", "truncate -s 9G big 2>&1; stat -c %s big");
    assert(!text.includes(String(9 * 1024 ** 3)), text);
  },
});
