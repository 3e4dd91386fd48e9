import { fail, type QwenError } from "../model/problem.ts";
import { kebabCase } from "./flag_spec.ts";
import { flagNames, specOf } from "./flag_table.ts";
import { nearest } from "./nearest.ts";

/** The error of a flag that does not exist, with the one that was probably meant. */
export function unknownFlag(shown: string): QwenError {
  const word = shown.replace(/^-+/, "");
  const shownFlags = flagNames().filter((name) => !specOf(name).hidden);
  const candidates = shownFlags.flatMap((name) => [name, ...(specOf(name).also ?? [])]);
  const near = nearest(kebabCase(word), candidates);
  return fail("usage_error", `Unknown argument: ${word}`, {
    param: shown,
    hint: near === null
      ? "See --help flags for all of them."
      : `Did you mean --${near}? See --help flags for all of them.`,
  });
}
