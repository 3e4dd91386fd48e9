import { isObject } from "../model/json.ts";
import { DEFAULT_DIALECT, type DialectEntry, DIALECTS } from "./mod.ts";

/** What is known about a client before its dialect is. */
export interface Clues {
  /** The command line as it was given. */
  argv: readonly string[];
  /** Reads an environment variable. */
  environment(name: string): string | undefined;
  outputFormat: string;
  /** The first complete line of input; null when the prompt came with the command line. */
  firstLine: string | null;
}

/** The name of the dialect that `auto` stands for. The signs are tried from the strongest to the weakest. */
export function detectDialect(clues: Clues): string {
  const line = parse(clues.firstLine);
  const flags = new Set(clues.argv.map((word) => word.split("=", 1)[0]));
  return first(({ recognises }) => line !== null && recognises?.(line) === true) ??
    first(({ outputFormats }) => outputFormats?.includes(clues.outputFormat) === true) ??
    first((entry) => entry.flags?.some((flag) => flags.has(flag)) === true) ??
    // Without a line, a variable that the shell may have inherited says nothing about who reads the output.
    first(({ variable }) => line !== null && variable !== undefined && clues.environment(variable) !== undefined) ??
    first(({ resembles }) => line !== null && resembles?.(line) === true) ??
    DEFAULT_DIALECT;
}

function first(matches: (entry: DialectEntry) => boolean): string | undefined {
  return Object.keys(DIALECTS).find((name) => matches(DIALECTS[name]));
}

function parse(line: string | null): Record<string, unknown> | null {
  if (line === null) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    // A line that is not JSON says nothing about its writer; the dialect itself will refuse it.
    return null;
  }
}
