/** Importing this ends the program with a message where it may open too few files: the runtime would panic later. */

const NEEDED = 24;

/** How many more files can be opened, up to the number that is needed. */
function countFree(): number {
  try {
    return Deno.build.os === "linux" ? countByProc() : countByOpening();
  } catch {
    // Without /proc, or where Deno does not show it.
    return countByOpening();
  }
}

/** Opens no more than one file at a time: the runtime's own threads panic if they cannot open theirs meanwhile. */
function countByProc(): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(Deno.readTextFileSync("/proc/self/limits"))?.[1] ?? Infinity);
  // One of them is the list itself. Inherited files may have numbers above the limit.
  const open = [...Deno.readDirSync("/proc/self/fd")].filter(({ name }) => Number(name) < limit).length - 1;
  return Math.min(NEEDED, Math.max(0, limit - open));
}

function countByOpening(): number {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < NEEDED) opened.push(Deno.openSync("/dev/null"));
    return NEEDED;
  } catch (error) {
    // Without the file nothing is known about the limit.
    return error instanceof Deno.errors.NotFound ? NEEDED : opened.length;
  } finally {
    for (const file of opened) file.close();
  }
}

if (Deno.build.os !== "windows") {
  const free = countFree();
  if (free < NEEDED) {
    const text = `qwen: only ${free} more files can be opened, and ${NEEDED} are needed: raise the limit (ulimit -n)\n`;
    Deno.stderr.writeSync(new TextEncoder().encode(text));
    Deno.exit(1);
  }
}
