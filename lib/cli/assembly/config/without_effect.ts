/** Flags and variables that are given and change nothing. */
import { isObject } from "../../../model/mod.ts";
import type { LoadedSettings } from "../../../config/settings/settings.ts";
import { modelEntries } from "../../../providers/mod.ts";
import { camelCase } from "../../args/table/flag_spec.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { allFlags, GENERAL_FLAGS } from "../../args/table/known_flags.ts";

const PREFIX = "QWEN_";

/** Variables that are read where they are needed; those of flags are in the flag table. */
export const READ_VARIABLES: ReadonlySet<string> = new Set([
  ...["QWEN_HOME", "QWEN_RUNTIME_DIR", "QWEN_MODEL", "QWEN_RELEASE_URL", "QWEN_CODE_MAX_OUTPUT_TOKENS", "QWEN_OAUTH"],
  ...["QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH"],
  // Commands and hooks of a run get these, and may start a run of their own.
  ...["QWEN_CODE", "QWEN_RUN_ID", "QWEN_COMMAND_ID", "QWEN_PROJECT_DIR"],
  // Of the installer and of the tests.
  ...["QWEN_INSTALL_DIR", "QWEN_BIN"],
]);

/** Variables of qwen-code that have no meaning here: `doctor` names them. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...["QWEN_CODE_MAX_TOOL_CONCURRENCY", "QWEN_CODE_SUPPRESS_YOLO_WARNING", "QWEN_CODE_UNATTENDED_RETRY"],
  ...["QWEN_DISABLE_AUTO_TITLE", "QWEN_USAGE_STATISTICS_ENABLED", "QWEN_SANDBOX_IMAGE"],
]);

/** The flags of a command line that change nothing, although they ask for something. */
export function flagsWithoutEffect(flags: Flags): { name: string; reason: string }[] {
  const given: Readonly<Record<string, unknown>> = { ...flags };
  return GENERAL_FLAGS.filter(({ name, spec }) => {
    const value = given[camelCase(name)];
    return spec.inert && !spec.met && value !== undefined && value !== false;
  }).map(({ name, spec: { help } }) => ({
    name: `--${name}`,
    reason: `${help.slice(0, 1).toLowerCase()}${help.slice(1)}`,
  }));
}

/** The variables of the environment with our prefix that change nothing; those of qwen-code only where asked for. */
export async function variablesWithoutEffect(
  { flags, loaded, names }: { flags: Flags; loaded: LoadedSettings; names: readonly string[] },
  { withForeign = false }: { withForeign?: boolean } = {},
): Promise<string[]> {
  const strangers = names.filter((name) => name.startsWith(PREFIX) && !READ_VARIABLES.has(name)).toSorted();
  if (strangers.length === 0) return [];
  const known = new Set((await allFlags()).flatMap(({ spec: { env, inert } }) => env && !inert ? [env] : []));
  const keys = Object.values(modelEntries(loaded.settings.get("modelProviders"))).flat().flatMap(({ envKey }) =>
    envKey ?? []
  );
  for (const name of [...keys, ...secretNames(flags), ...variablesOf(loaded)]) known.add(name);
  return strangers.filter((name) => !known.has(name) && (withForeign || !FOREIGN.has(name)));
}

/** `NAME@HOST` names a variable. */
function secretNames({ secret = [] }: Flags): string[] {
  return secret.map((text) => text.split("@", 1)[0]);
}

/** Variables that settings set for commands. */
function variablesOf({ settings }: LoadedSettings): string[] {
  const env: unknown = settings.get("env");
  return isObject(env) ? Object.keys(env) : [];
}
