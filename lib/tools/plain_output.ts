// Escape sequences: colours and cursor moves (CSI), titles and links (OSC), other two-character ones.
// deno-lint-ignore no-control-regex -- the control characters are what is removed.
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-~])/g;
// deno-lint-ignore no-control-regex -- the control characters are what is removed.
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]/g;

/** The output of a program as a terminal would show it at the end: no escape sequences, no overwritten lines. */
export function plainOutput(text: string): string {
  const clean = text.includes("\x1b") ? text.replace(ESCAPES, "") : text;
  const lines = clean.includes("\r") ? clean.replace(/\r+\n/g, "\n").split("\n").map(lastWritten).join("\n") : clean;
  return lines.replace(CONTROLS, "");
}

/** A line after its carriage returns: what comes later overwrites what was there. */
function lastWritten(line: string): string {
  if (!line.includes("\r")) return line;
  let shown = "";
  for (const piece of line.split("\r")) shown = piece + shown.slice(piece.length);
  return shown;
}
