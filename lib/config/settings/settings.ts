/**
 * Settings from all sources, the later ones winning: system defaults, the user's file, the project's file, system
 * overrides, the command line. An untrusted project may only tighten; settings beyond that are listed as ignored.
 */
import { type FlatSettings, settingsOf, type SettingSource } from "./setting_source.ts";
import { unsafeFile } from "../unsafe_file.ts";
import { mergeSettings, type Refused } from "./setting_merge.ts";
import { readSettingFiles } from "./setting_files.ts";
import { parseEnv } from "../env_file.ts";
import { dirname, join, slashed } from "../../path/mod.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import type { SettingOrigin } from "../../model/ports.ts";
import { fail } from "../../model/problem.ts";
import { homeFolder } from "../home_folder.ts";
import { readSettingFile } from "./setting_file.ts";
import type { SettingKey, SettingValue } from "./setting_keys.ts";
import { readValueFile } from "../value_file.ts";

/** The merged settings. */
export class Settings {
  readonly #values: FlatSettings;

  constructor(values: FlatSettings = new Map()) {
    this.#values = values;
  }

  /** The value of a setting; undefined when it is not set. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key> | undefined {
    // The table checked the value when it was read.
    return this.#values.get(key) as SettingValue<Key> | undefined;
  }

  /** A number within a setting that is an object; undefined when it is not set. */
  number(key: "model.generationConfig", field: string): number | undefined {
    const value = this.get(key)?.[field];
    return typeof value === "number" ? value : undefined;
  }

  /** All values by path, for diagnosis. */
  toJSON(): JsonObject {
    return Object.fromEntries(this.#values);
  }
}

/** Which files are read. */
export type SettingScope = "system" | "user" | "project";

/** What loading depends on. */
export interface SettingOptions {
  cwd: string;
  env: (name: string) => string | undefined;
  /** All scopes by default; `--bare` reads none. */
  scopes?: readonly SettingScope[];
  /** Apply the project's settings as if they were the user's. */
  trustProject?: boolean;
  /** `--safe-mode`: leave out settings that could run commands or grant rights; prohibitions stay. */
  isSafe?: boolean;
  /** Settings from the command line, above all files but the system's own. */
  given?: JsonObject;
  /** Settings that nothing overrides. */
  managed?: JsonObject;
}

/** The settings, and what was noticed while loading them. */
export interface LoadedSettings {
  settings: Settings;
  /** The environment, extended by `~/.qwen/.env` and the setting `env`, which never override a variable. */
  env: (name: string) => string | undefined;
  warnings: string[];
  /** Settings of an untrusted project that were ignored. */
  ignored: { path: string; reason: string }[];
  /** The files that were read. */
  files: string[];
  /** The files of the user and of the project, whether they were used, and what was not. */
  found: { path: string; taken: boolean; reason?: string }[];
  /** The settings of each source, the later ones winning, without those that a project may not make. */
  sources: { origin: SettingOrigin; values: FlatSettings }[];
}

/** Settings that `--safe-mode` leaves out, whatever their source. */
const UNSAFE: readonly SettingKey[] = [
  "hooks",
  "mcpServers",
  "permissions.allow",
  "tools.allowed",
  "context.fileName",
  "context.includeDirectories",
];

/** The folder of the user's settings, sessions and memory. */
export function qwenHome(env: (name: string) => string | undefined): string {
  return slashed(env("QWEN_HOME") || join(homeFolder(env), ".qwen"));
}

/** Reads and merges all settings; throws a QwenError (exit 52) for a file that is unsafe or wrong. */
export async function loadSettings(options: SettingOptions): Promise<LoadedSettings> {
  const scopes = options.scopes ?? ["system", "user", "project"];
  const home = qwenHome(options.env);
  const homeEnv = scopes.includes("user") ? await readEnvFile(join(home, ".env")) : new Map<string, string>();
  const expand = (name: string): string | undefined => options.env(name) || homeEnv.get(name);
  const system = systemFiles(options.env);
  const systemFile = async (path: string): Promise<SettingSource | null> =>
    scopes.includes("system") ? await readSettingFile(path, { expand }) : null;
  const [defaults, own, overrides, given, managed] = await Promise.all([
    systemFile(system.defaults),
    readSettingFiles({ ...options, scopes, home, expand }),
    systemFile(system.overrides),
    givenSettings(options.given, { origin: "--settings", expand }),
    givenSettings(options.managed, { origin: "--managed-settings", expand }),
  ]);
  const all: { origin: SettingOrigin; source: SettingSource | null }[] = [
    { origin: "system", source: defaults },
    ...own.sources,
    { origin: "system", source: overrides },
    { origin: "flag", source: given },
    { origin: "system", source: managed },
  ];
  const sources = all.flatMap(({ source }) => source ?? []);
  const ofProject = own.sources.flatMap(({ origin, source }) => origin === "project" ? [source] : []);
  const { values, refused } = mergeSettings(sources, options.trustProject ? [] : ofProject);
  if (options.isSafe) { for (const key of UNSAFE) values.delete(key); }
  const fill = values.get("env");
  return {
    settings: new Settings(values),
    env: (name) => options.env(name) || homeEnv.get(name) || stringIn(fill, name),
    warnings: sources.flatMap((source) => source.warnings),
    ignored: [
      ...own.ignored,
      ...own.sources.flatMap(({ origin, source, unused }) =>
        origin === "project" && unused !== null ? [{ path: source.origin, reason: unused }] : []
      ),
      ...[...refused.values()].flat(),
    ],
    files: [defaults, ...own.sources.map(({ source }) => source), overrides].flatMap((source) => source?.origin ?? []),
    found: [
      ...own.ignored.map((file) => ({ ...file, taken: false })),
      ...own.sources.map(({ source, unused }) => ({
        path: source.origin,
        taken: true,
        ...remark(refused.get(source) ?? [], unused),
      })),
    ],
    sources: all.flatMap(({ origin, source }) => {
      if (!source) return [];
      const isAllowed = ([key]: [string, Json]): boolean => !refused.get(source)?.some(({ path }) => path === key);
      return [{ origin, values: new Map([...source.values].filter(isAllowed)) }];
    }),
  };
}

/** What is not used of a file that is used. */
function remark(refused: Refused, unused: string | null): { reason?: string } {
  const held = refused.length === 0
    ? []
    : [`Not used without --trust-project: ${refused.map(({ path }) => path).join(", ")}`];
  const reasons = [...held, ...(unused === null ? [] : [unused])];
  return reasons.length === 0 ? {} : { reason: reasons.join(". ") };
}

async function givenSettings(
  value: JsonObject | undefined,
  options: { origin: string; expand: (name: string) => string | undefined },
): Promise<SettingSource | null> {
  if (value === undefined) return null;
  return await settingsOf(value, options);
}

/** The settings files of the machine's operator. */
function systemFiles(env: (name: string) => string | undefined): { defaults: string; overrides: string } {
  const places: Partial<Record<typeof Deno.build.os, string>> = {
    darwin: "/Library/Application Support/QwenCode/settings.json",
    windows: "C:\\ProgramData\\qwen-code\\settings.json",
  };
  const overrides = env("QWEN_CODE_SYSTEM_SETTINGS_PATH") || (places[Deno.build.os] ?? "/etc/qwen-code/settings.json");
  const defaults = env("QWEN_CODE_SYSTEM_DEFAULTS_PATH") || join(dirname(overrides), "system-defaults.json");
  return { defaults, overrides };
}

function stringIn(value: Json | undefined, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

async function readEnvFile(path: string): Promise<Map<string, string>> {
  const unsafe = unsafeFile(path);
  if (unsafe === "missing") return new Map();
  if (unsafe) throw fail("config_invalid", `Cannot use ${path}: ${unsafe.reason}`, { hint: unsafe.hint });
  const file = await readValueFile(path, { regularOnly: true, maxBytes: 65536 });
  if (file.kind !== "text") throw fail("config_invalid", `Cannot read ${path}: ${file.message}`);
  return parseEnv(file.text);
}
