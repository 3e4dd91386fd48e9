/** What this terminal is like. */

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
const encoder = new TextEncoder();

/** The size of the terminal; 80 by 24 where it is not known. */
export function consoleSize(): { columns: number; rows: number } {
  try {
    const { columns, rows } = Deno.consoleSize();
    return { columns: columns || DEFAULT_COLUMNS, rows: rows || DEFAULT_ROWS };
  } catch {
    // None of the three streams is a terminal.
    return { columns: DEFAULT_COLUMNS, rows: DEFAULT_ROWS };
  }
}

/** Whether the terminal shows characters beyond ASCII. */
export function hasUnicode(env: (name: string) => string | undefined): boolean {
  if (Deno.build.os === "windows" || Deno.build.os === "darwin") return true;
  return /utf-?8/i.test(env("LC_ALL") || env("LC_CTYPE") || env("LANG") || "");
}

/** Writes to stderr at once; a closed one is ignored. */
export function writeErrorNow(text: string): void {
  try {
    const bytes = encoder.encode(text);
    for (let sent = 0; sent < bytes.length;) sent += Deno.stderr.writeSync(bytes.subarray(sent));
  } catch {
    // Nobody reads it; the run continues.
  }
}
