import { deferred } from "../model/deferred.ts";
import { fail } from "../model/problem.ts";
import type { FlagSpec } from "./flag_spec.ts";
import type { FileText } from "./value_file.ts";

/** Reads the file that a value names; it must not throw for a file that is absent or unfit. */
export type ReadValueFile = (path: string, options: { regularOnly: boolean; maxBytes: number }) => Promise<FileText>;

/** Longest text that a value may bring in from a file. */
export const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/** What a conversion needs to know besides the text. */
export interface Written {
  /** The flag as the user wrote it. */
  shown: string;
  name: string;
  readFile: ReadValueFile;
}

/** A duration such as `90`, `30s`, `1.5h` in milliseconds; null when it is none. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h)?$/i.exec(text.trim());
  if (!match) return null;
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match[2] ?? "s").toLowerCase()] ?? 1000;
  return Math.round(Number(match[1]) * factor);
}

/** The value of a flag, from its text. */
export async function convert(spec: FlagSpec, text: string, written: Written): Promise<unknown> {
  switch (spec.type) {
    case "boolean":
    case "list":
      return text;
    case "choice":
      return toChoice(spec.choices, spec.same?.[text] ?? text, written);
    case "optional":
      return spec.choices ? toChoice(spec.choices, spec.same?.[text] ?? text, written) : text;
    case "string":
      if (!spec.file) return text;
  }
  // Most command lines hold no such value.
  const { readFlagValue }: typeof import("./read_flag_value.ts") = await import(deferred("./read_flag_value.ts"));
  return await readFlagValue(spec, text, written);
}

/** One of the choices, or the message that names them all. */
export function toChoice(choices: readonly string[], text: string, written: { shown: string; name: string }): string {
  if (choices.includes(text)) return text;
  const known = choices.map((choice) => JSON.stringify(choice)).join(", ");
  throw fail(
    "usage_error",
    `Invalid values:\n  Argument: ${written.name}, Given: ${JSON.stringify(text)}, Choices: ${known}`,
    { param: written.shown },
  );
}
