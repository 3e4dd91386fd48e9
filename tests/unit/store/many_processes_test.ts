import { assert, assertEquals } from "@std/assert";
import { listSessions } from "../../../lib/store/lookup.ts";
import type { StorePaths } from "../../../lib/store/store_paths.ts";
import { loadSession } from "../../../lib/store/resume.ts";
import { usageFile } from "../../../lib/store/store_paths.ts";
import { recordsOf, SESSION, withStore } from "../../support/store.ts";

const WRITER = new URL("../../support/store_writer.ts", import.meta.url).pathname;

function start(paths: StorePaths, sessionId: string, { rounds }: { rounds: number }): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", WRITER, paths.base, paths.cwd, sessionId, String(rounds)],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

Deno.test("The store is whole after 20 processes wrote at once", async () => {
  await withStore(async (paths) => {
    const ids = Array.from({ length: 20 }, (_, index) => `${SESSION.slice(0, -2)}${String(index).padStart(2, "0")}`);
    const outputs = await Promise.all(ids.map((id) => start(paths, id, { rounds: 20 }).output()));
    assertEquals(outputs.map((output) => output.code), ids.map(() => 0));
    assertEquals((await listSessions(paths)).map((entry) => entry.sessionId).sort(), ids);
    for (const entry of await listSessions(paths)) {
      const saved = await loadSession(entry.path, { sessionId: entry.sessionId });
      assertEquals([saved.messages.length, saved.skippedLines, saved.repairedCalls], [60, 0, 0]);
    }
    const usage = await recordsOf(usageFile(paths.base));
    assertEquals(usage.map((record) => record.sessionId).sort(), ids);
  });
});

Deno.test("Of many processes on one session one writes at a time, and nothing is lost", async () => {
  await withStore(async (paths) => {
    const outputs = await Promise.all(Array.from({ length: 6 }, () => start(paths, SESSION, { rounds: 200 }).output()));
    const codes = outputs.map((output) => output.code).sort();
    assert(codes[0] === 0, `nobody wrote: ${codes}`);
    assert(codes.every((code) => code === 0 || code === 9), `unexpected: ${codes}`);
    const [entry] = await listSessions(paths);
    const saved = await loadSession(entry.path, { sessionId: SESSION });
    const winners = codes.filter((code) => code === 0).length;
    assertEquals([saved.messages.length, saved.skippedLines, saved.repairedCalls], [600 * winners, 0, 0]);
  });
});

Deno.test("A session survives kill -9 of its writer and is free at once", async () => {
  await withStore(async (paths) => {
    for (const after of [1, 700, 5_000, 40_000]) {
      const child = start(paths, SESSION, { rounds: 1_000_000 });
      let seen = 0;
      for await (const chunk of child.stdout) {
        seen += chunk.length;
        if (seen < after) continue;
        child.kill("SIGKILL");
        break;
      }
      await child.status;
      const [entry] = await listSessions(paths);
      const saved = await loadSession(entry.path, { sessionId: SESSION });
      assert(saved.messages.length > 0);
      for (const [index, message] of saved.messages.entries()) {
        const calls = message.parts.filter((part) => part.kind === "tool_call").length;
        if (calls > 0) assertEquals(saved.messages[index + 1].parts.length, calls);
      }
    }
  });
});
