import { assertEquals } from "@std/assert";
import { tryLock } from "../../../lib/store/lock.ts";

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
