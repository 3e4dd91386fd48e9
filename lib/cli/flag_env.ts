import { fail } from "../model/problem.ts";
import { splitList } from "./flag_scan.ts";
import { camelCase, type FlagSpec } from "./flag_spec.ts";
import { flagNames, type Flags, specOf } from "./flag_table.ts";
import { parseDuration } from "./flag_values.ts";

const TRUE = /^(1|true|yes|on)$/i;
const FALSE = /^(0|false|no|off)$/i;

/** The flags, filled up from the environment variables that stand in for some of them; what was given stays. */
export function fillFromEnvironment(flags: Flags, env: (name: string) => string | undefined): Flags {
  const found: Record<string, unknown> = {};
  for (const name of flagNames()) {
    const spec = specOf(name);
    // Keys and servers of providers are looked up with the provider.
    if (!spec.env || spec.inert || spec.env.startsWith("OPENAI_")) continue;
    const text = env(spec.env)?.trim();
    if (!text) continue;
    const value = valueOf(spec, text, spec.env);
    if (value !== undefined) found[camelCase(name)] = value;
  }
  return { ...found, ...flags };
}

function valueOf(spec: FlagSpec, text: string, variable: string): unknown {
  switch (spec.type) {
    case "boolean":
      return TRUE.test(text) ? true : FALSE.test(text) ? false : undefined;
    case "list":
      return splitList(text);
    case "duration": {
      const value = variable.endsWith("_MS") ? parseDuration(`${text}ms`) : parseDuration(text);
      if (value === null) throw fail("config_invalid", `Invalid ${variable}: ${JSON.stringify(text)} is no duration`);
      return value;
    }
    case "optional": {
      // Other programs use DEBUG for their own filters; only a plain yes is meant for us.
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
