import { assertEquals } from "@std/assert";
import { tryLock } from "../../../lib/store/lock.ts";
import { sessionLocked } from "../../../lib/store/session_locked.ts";

Deno.test("sessionLocked names the process that has the lock, as far as the system tells", async () => {
  const path = await Deno.makeTempFile();
  try {
    using file = await Deno.open(path, { read: true, write: true });
    await tryLock(file);
    const who = Deno.build.os === "linux" ? ` (pid ${Deno.pid})` : "";
    assertEquals((await sessionLocked("s", path)).problem, {
      code: "session_locked",
      message: `Session s is being written by another process${who}`,
      hint: "Wait until it has ended, or continue a copy of the session with --fork-session.",
      retryable: false,
    });
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("sessionLocked knows no holder of a file that is not there", async () => {
  assertEquals((await sessionLocked("s", "/no/such/file")).message, "Session s is being written by another process");
});
