/** Longest line that is read back; longer ones are skipped and counted. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Whether a file ends within a line: its writer died, or its disk was full. */
export function endsInLine(file: Deno.FsFile): boolean {
  const { size } = file.statSync();
  if (size === 0) return false;
  file.seekSync(-1, Deno.SeekMode.End);
  const last = new Uint8Array(1);
  file.readSync(last);
  return last[0] !== 10;
}

/**
 * Adds whole lines to the end of a file, in one write, so that lines of many processes never mix; a line that was cut
 * off before is closed first. Throws what the disk says.
 */
export function appendLines(path: string, text: string): void {
  // At once and not in turns: a few bytes are written sooner than a thread is woken five times.
  const file = Deno.openSync(path, { read: true, append: true, create: true, mode: 0o600 });
  try {
    const bytes = new TextEncoder().encode(endsInLine(file) ? `\n${text}` : text);
    for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
  } finally {
    file.close();
  }
}
