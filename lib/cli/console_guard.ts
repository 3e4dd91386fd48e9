/**
 * Importing this binds `console.*` to stderr: stdout is protocol only, and no dependency may write there.
 * It is the first import of main, so it holds before anything else is loaded.
 */
const encoder = new TextEncoder();
let filter = (text: string): string => text;

/** Puts everything that goes to stderr through a filter. */
export function filterConsole(clean: (text: string) => string): void {
  filter = clean;
}

function toStderr(...values: unknown[]): void {
  const line = values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" ");
  try {
    Deno.stderr.writeSync(encoder.encode(filter(line) + "\n"));
  } catch {
    // Nobody reads stderr: a lost log line must not end the run.
  }
}

for (const method of ["log", "info", "debug", "warn", "error", "trace", "table", "dir"] as const) {
  console[method] = toStderr;
}
