/**
 * Settings from all sources, the later ones winning: system defaults, the user's file, the project's file, system
 * overrides, what the host handed over. An untrusted project may only tighten; what it tried beyond that is listed.
 */
import { deferred } from "../model/deferred.ts";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { Glance } from "../sandbox/glance.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import type { SettingOrigin } from "../model/ports.ts";
import { fail } from "../model/problem.ts";
import type { Flags } from "./flag_table.ts";
import { isThere } from "../sandbox/is_there.ts";
import { homeFolder } from "./home_folder.ts";
import { type FlatSettings, readSettingFile, type SettingSource, unsafeFile } from "./setting_file.ts";
import type { SettingKey, SettingValue } from "./setting_keys.ts";
import { readValueFile } from "./value_file.ts";

/** The merged settings. */
export class Settings {
  readonly #values: FlatSettings;

  constructor(values: FlatSettings = new Map()) {
    this.#values = values;
  }

  /** The value of a setting; undefined when nobody set it. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key> | undefined {
    // The table checked the value when it was read.
    return this.#values.get(key) as SettingValue<Key> | undefined;
  }

  /** A number within a setting that is an object; undefined when nobody set it. */
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

/** What loading needs to know of the world. */
export interface SettingOptions {
  cwd: string;
  env: (name: string) => string | undefined;
  /** All scopes unless said; `--bare` reads none. */
  scopes?: readonly SettingScope[];
  /** Obey the project's settings as if they were the user's. */
  trustProject?: boolean;
  /** `--safe-mode`: leave out what could run commands or grant rights; what forbids stays. */
  isSafe?: boolean;
  /** Settings from the command line, above all files but the system's own. */
  given?: JsonObject;
  /** Settings that nothing overrides. */
  managed?: JsonObject;
}

/** The settings and what there is to say about them. */
export interface LoadedSettings {
  settings: Settings;
  /** The environment, filled up from `~/.qwen/.env` and the setting `env`; what is set is never overridden. */
  env: (name: string) => string | undefined;
  warnings: string[];
  /** What an untrusted project asked for in vain. */
  ignored: { path: string; reason: string }[];
  /** The files that were read. */
  files: string[];
  /** What each source says, the later ones win; what a project may not say is left out. */
  sources: { origin: SettingOrigin; values: FlatSettings }[];
}

/** Settings that `--safe-mode` leaves out, whoever made them. */
const UNSAFE: readonly SettingKey[] = [
  "hooks",
  "mcpServers",
  "permissions.allow",
  "tools.allowed",
  "context.fileName",
  "context.includeDirectories",
];

/** Who is behind each source, in the order in which they are read. */
const ORIGINS: readonly SettingOrigin[] = ["system", "user", "project", "system", "flag", "system"];

/** What the command line says about settings. */
export function settingChoices(flags: Flags): Omit<SettingOptions, "cwd" | "env"> {
  const named = flags.settingSources?.filter((scope) => scope === "user" || scope === "project");
  return {
    scopes: flags.bare ? [] : named ? ["system", ...named] : ["system", "user", "project"],
    trustProject: flags.trustProject ?? false,
    isSafe: flags.safeMode ?? false,
    ...(flags.settings ? { given: flags.settings } : {}),
    ...(flags.managedSettings ? { managed: flags.managedSettings } : {}),
  };
}

/** The folder of the user's settings, sessions and memory. */
export function qwenHome(env: (name: string) => string | undefined): string {
  return env("QWEN_HOME") || join(homeFolder(env), ".qwen");
}

/** Reads and merges all settings; throws a QwenError (exit 52) for a file that is unsafe or wrong. */
export async function loadSettings(options: SettingOptions): Promise<LoadedSettings> {
  const scopes = options.scopes ?? ["system", "user", "project"];
  const home = qwenHome(options.env);
  const glance = new Glance([home, options.cwd, "/etc"]);
  const envFile = join(home, ".env");
  const hasEnv = scopes.includes("user") && !glance.isAbsent(envFile);
  const homeEnv = hasEnv ? await readEnvFile(envFile) : new Map<string, string>();
  const expand = (name: string): string | undefined => options.env(name) || homeEnv.get(name);
  const userFile = join(home, "settings.json");
  const projectFile = join(options.cwd, ".qwen", "settings.json");
  const system = systemFiles(options.env);
  const read = async (scope: SettingScope, path: string): Promise<SettingSource | null> =>
    scopes.includes(scope) && !glance.isAbsent(path)
      ? await readSettingFile(path, { expand: scope === "project" ? null : expand })
      : null;
  const ignored: LoadedSettings["ignored"] = [];
  const readProject = async (): Promise<SettingSource | null> => {
    if (projectFile === userFile || !scopes.includes("project") || glance.isAbsent(projectFile)) return null;
    const reason = options.trustProject ? null : await distrust(projectFile, options.cwd);
    if (reason === null) return await read("project", projectFile);
    ignored.push({ path: projectFile, reason });
    return null;
  };
  const [defaults, user, project, overrides] = await Promise.all([
    read("system", system.defaults),
    read("user", userFile),
    readProject(),
    read("system", system.overrides),
  ]);
  const given = await givenSettings(options.given, { origin: "--settings", expand });
  const managed = await givenSettings(options.managed, { origin: "--managed-settings", expand });
  const all = [defaults, user, project, overrides, given, managed];
  const sources = all.filter((source) => source !== null);
  const untrusted = options.trustProject ? null : project;
  const { values, refused } = await merged(sources, untrusted);
  ignored.push(...refused);
  if (options.isSafe) { for (const key of UNSAFE) values.delete(key); }
  const fill = values.get("env");
  return {
    settings: new Settings(values),
    env: (name) => options.env(name) || homeEnv.get(name) || stringIn(fill, name),
    warnings: sources.flatMap((source) => source.warnings),
    ignored,
    files: [defaults, user, project, overrides].flatMap((source) => source ? [source.origin] : []),
    sources: ORIGINS.flatMap((origin, index) => {
      const source = all[index];
      if (!source) return [];
      const isHeard = ([key]: [string, Json]): boolean =>
        source !== project || !refused.some(({ path }) => path === key);
      return [{ origin, values: new Map([...source.values].filter(isHeard)) }];
    }),
  };
}

async function givenSettings(
  value: JsonObject | undefined,
  options: { origin: string; expand: (name: string) => string | undefined },
): Promise<SettingSource | null> {
  if (value === undefined) return null;
  const { settingsOf }: typeof import("./setting_source.ts") = await import(deferred("./setting_source.ts"));
  return await settingsOf(value, options);
}

/** What all sources say together, and what an untrusted one among them said in vain. */
async function merged(
  sources: readonly SettingSource[],
  untrusted: SettingSource | null,
): Promise<{ values: FlatSettings; refused: LoadedSettings["ignored"] }> {
  if (sources.length === 0) return { values: new Map(), refused: [] };
  const { mergeSettings }: typeof import("./setting_merge.ts") = await import(deferred("./setting_merge.ts"));
  return mergeSettings(sources, untrusted);
}

/** Why the settings file of an untrusted project is not even read, or null: nothing that it is may stop the run. */
async function distrust(path: string, cwd: string): Promise<string | null> {
  if (!isThere(path)) return null;
  const real = await Deno.realPath(path).catch(() => null);
  if (real === null) return "It is a link to nothing";
  if (!real.startsWith(`${await Deno.realPath(cwd)}/`)) return `It is a link that leads out of the project, to ${real}`;
  const unsafe = unsafeFile(path);
  return unsafe === null || unsafe === "missing" ? null : `It is not safe: ${unsafe.reason}`;
}

/** Where the operator of the machine puts settings. */
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
  const { parseEnv }: typeof import("./env_file.ts") = await import(deferred("./env_file.ts"));
  return parseEnv(file.text);
}
