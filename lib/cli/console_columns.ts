const DEFAULT_COLUMNS = 80;

/** How wide the terminal is; 80 where there is none or it does not know. */
export function consoleColumns(): number {
  try {
    return Deno.consoleSize().columns || DEFAULT_COLUMNS;
  } catch {
    // None of the three streams is a terminal any more.
    return DEFAULT_COLUMNS;
  }
}
