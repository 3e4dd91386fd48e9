/** Importing this ends the program with a message where it may open too few files: the runtime would panic later. */

const NEEDED = 24;

/** How many more files can be opened, up to the number that is needed. */
function countFree(): number {
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
