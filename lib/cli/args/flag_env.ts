import { fail } from "../../model/problem.ts";
import { camelCase, type Flag, type FlagSpec } from "./table/flag_spec.ts";
import type { Flags } from "./table/flag_table.ts";
import { parseDuration } from "./flag_values.ts";
import { GENERAL_FLAGS } from "./table/known_flags.ts";
import { splitList } from "./scan_args.ts";

const TRUE = /^(1|true|yes|on)$/i;
const FALSE = /^(0|false|no|off)$/i;

/** Where missing flags may come from. */
export interface FlagEnvironment {
  env: (name: string) => string | undefined;
  /** The flags that are looked for; those of every run by default. */
  known?: readonly Flag[];
}

/** Adds the flags that environment variables set; flags on the command line win. */
export function fillFromEnvironment(flags: Flags, { env, known = GENERAL_FLAGS }: FlagEnvironment): Flags {
  const found: Record<string, unknown> = {};
  for (const { name, spec } of known) {
    // The provider itself reads its key and its server.
    if (!spec.env || spec.inert || spec.env.startsWith("OPENAI_")) continue;
    const text = env(spec.env)?.trim();
    if (!text) continue;
    const value = valueOf(spec, { text, variable: spec.env });
    if (value !== undefined) found[camelCase(name)] = value;
  }
  return { ...found, ...flags };
}

function valueOf(spec: FlagSpec, { text, variable }: { text: string; variable: string }): unknown {
  switch (spec.type) {
    case "boolean":
      if (TRUE.test(text) || FALSE.test(text)) return TRUE.test(text);
      throw fail("config_invalid", `Invalid ${variable}: ${JSON.stringify(text)} is neither true nor false`);
    case "list":
      return splitList(text);
    case "duration": {
      const value = variable.endsWith("_MS") ? parseDuration(`${text}ms`) : parseDuration(text);
      if (value === null) throw fail("config_invalid", `Invalid ${variable}: ${JSON.stringify(text)} is no duration`);
      return value;
    }
    case "optional": {
      // Other programs use DEBUG for their own filters; only a plain yes counts here.
      if (!spec.choices) return TRUE.test(text) ? spec.bare : undefined;
      const word = TRUE.test(text) ? spec.bare : FALSE.test(text) ? "off" : spec.same?.[text] ?? text;
      if (spec.choices.includes(word)) return word;
      throw fail(
        "config_invalid",
        `Invalid ${variable}: ${JSON.stringify(text)} is none of ${spec.choices.join(", ")}`,
      );
    }
    default:
      return text;
  }
}
