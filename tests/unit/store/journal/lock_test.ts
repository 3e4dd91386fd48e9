import { assertEquals } from "@std/assert";
import { sessionLocked, tryLock } from "../../../../lib/store/journal/lock.ts";

/** A file as releases of Deno have it that only know a lock which waits. */
function olderFile(file: Deno.FsFile): Deno.FsFile {
  return { lock: (isExclusive?: boolean) => file.lock(isExclusive) } as Deno.FsFile;
}

for (const [name, asSeen] of [["", (file: Deno.FsFile) => file], [" on older releases", olderFile]] as const) {
  Deno.test(`tryLock has a lock once, and again when its holder has gone${name}`, async () => {
    const path = await Deno.makeTempFile();
    const first = await Deno.open(path, { read: true, write: true });
    const second = await Deno.open(path, { read: true, write: true });
    assertEquals(await tryLock(asSeen(first)), true);
    const late = tryLock(asSeen(second));
    assertEquals(await late, false);
    first.close();
    // The wait of an older release ends only now: what it was for has been given up.
    await second.lock(true);
    await second.unlock();
    second.close();
    const third = await Deno.open(path, { read: true, write: true });
    assertEquals(await tryLock(asSeen(third)), true);
    third.close();
    await Deno.remove(path);
  });
}

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
