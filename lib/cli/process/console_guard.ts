/**
 * Importing this module binds `console.*` to stderr: stdout carries protocol records only, and no dependency may write
 * there. It is the first import of main, so that it takes effect before anything else is loaded.
 */
const encoder = new TextEncoder();
let filter = (text: string): string => text;

/** A line that went to stderr. */
export interface ConsoleLine {
  level: "log" | "info" | "debug" | "warn" | "error";
  text: string;
}

/** Lines that wait for a client; the oldest are dropped when there are too many. */
const MAX_LINES = 200;
let waiting: ConsoleLine[] = [];

/** The lines that went to stderr since the last call. */
export function takeConsoleLines(): readonly ConsoleLine[] {
  if (waiting.length === 0) return NO_LINES;
  const lines = waiting;
  waiting = [];
  return lines;
}

const NO_LINES: readonly ConsoleLine[] = [];

/** Filters everything that is written to stderr from now on. */
export function filterConsole(clean: (text: string) => string): void {
  filter = clean;
}

function toStderr(level: ConsoleLine["level"], values: readonly unknown[]): void {
  const text = filter(values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" "));
  waiting.push({ level, text });
  if (waiting.length > MAX_LINES) waiting.shift();
  try {
    Deno.stderr.writeSync(encoder.encode(`${text}\n`));
  } catch {
    // Stderr is closed: a lost log line must not end the run.
  }
}

for (const method of ["log", "info", "debug", "warn", "error"] as const) {
  console[method] = (...values: unknown[]) => toStderr(method, values);
}
for (const method of ["trace", "table", "dir"] as const) {
  console[method] = (...values: unknown[]) => toStderr("log", values);
}
