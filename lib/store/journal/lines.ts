/** The longest line that is read; longer ones are skipped and counted. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Whether a file ends within a line, because its writer died or the disk was full. */
export function endsInLine(file: Deno.FsFile): boolean {
  const { size } = file.statSync();
  if (size === 0) return false;
  file.seekSync(-1, Deno.SeekMode.End);
  const last = new Uint8Array(1);
  file.readSync(last);
  return last[0] !== 10;
}

/**
 * Appends whole lines to a file in one write, so that lines of several processes never mix. If the file ends within a
 * line, a newline ends it first. Throws the error of the file system.
 */
export function appendLines(path: string, text: string): void {
  const file = Deno.openSync(path, { read: true, append: true, create: true, mode: 0o600 });
  try {
    const bytes = new TextEncoder().encode(endsInLine(file) ? `\n${text}` : text);
    for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
  } finally {
    file.close();
  }
}
