import { currentFolder, realPath } from "../../../path/mod.ts";
import { type Audit, openAudit } from "../output/audited.ts";
import { enterWorktree } from "./worktree.ts";
import { fail, isObject, type Provider } from "../../../model/mod.ts";
import {
  generationOf,
  modelEntries,
  type OpenedProvider,
  provide,
  type Selection,
  type SelectionInput,
  type Timeouts,
  timeoutsFrom,
  type Tuning,
  tuningFrom,
} from "../../../providers/mod.ts";
import { type Telemetry, telemetryOf } from "../output/telemetry.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { takeHostSecrets } from "./host_secrets.ts";
import type { HostSecret } from "../../../sandbox/network/secret_headers.ts";
import { sealSecrets, secrets } from "./secrets.ts";
import { readKey } from "./key_source.ts";
import { usePreset, withPresets } from "./use_preset.ts";
import { defined } from "../../../config/defined.ts";
import { type LoadedSettings, loadSettings, qwenHome, type Settings } from "../../../config/settings/settings.ts";
import { systemClock } from "../../../model/clock.ts";
import { settingChoices } from "./setting_choices.ts";

/** The configuration of a run: command line, settings and environment, read once. */
export interface RunConfig {
  flags: Flags;
  host: ParsedFlags["host"];
  settings: Settings;
  loaded: LoadedSettings;
  env: (name: string) => string | undefined;
  cwd: string;
  /** The folder of the user's settings, sessions and memory. */
  home: string;
  version: string;
  selection: Selection;
  provider: Provider;
  /** Whether a client drives the run line by line. */
  isHosted: boolean;
  /** Records every decision; null without `--audit`. */
  audit: Audit | null;
  /** Reports the work as spans; null where no endpoint is set. */
  telemetry: Telemetry | null;
  /** The secrets of `--secret`. */
  hostSecrets: readonly HostSecret[];
  /** Further variables of commands, beside those of this process. */
  commandEnv?: Readonly<Record<string, string>>;
  /** Closes the audit file, the telemetry and the provider. */
  close(): Promise<void>;
}

/** Reads settings and opens the provider. Throws QwenError where the configuration is wrong. */
export async function loadConfig(
  parsed: ParsedFlags,
  options: { isHosted: boolean; version: string },
): Promise<RunConfig> {
  const { flags, host } = parsed;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = await workFolder(flags);
  const loaded = await loadSettings({ cwd, env, ...settingChoices(flags) });
  const hostSecrets = takeHostSecrets(flags.secret ?? []);
  const opened = await openModel(flags, { loaded, version: options.version }).catch(async (error) => {
    throw await withPresets(error, { env: loaded.env, cwd });
  });
  const entries = Object.values(modelEntries(loaded.settings.get("modelProviders"))).flat();
  sealSecrets({ key: opened.selection.key, keyNames: entries.flatMap(({ envKey }) => envKey ?? []) });
  const audit = flags.audit === undefined ? null : await openAudit(flags.audit);
  const note = (text: string): unknown => loaded.warnings.push(text);
  const telemetry = await telemetryOf(flags, { env, version: options.version, note });
  return {
    flags,
    host,
    settings: loaded.settings,
    loaded,
    env,
    cwd,
    home: qwenHome(env),
    version: options.version,
    selection: opened.selection,
    provider: opened.provider,
    isHosted: options.isHosted,
    audit,
    telemetry,
    hostSecrets,
    close: async () => {
      audit?.close();
      await telemetry?.close();
      await opened.close();
    },
  };
}

/** The folder that the run works in. */
async function workFolder(flags: Flags): Promise<string> {
  if (flags.worktree !== undefined) {
    Deno.chdir(
      (await enterWorktree(flags.worktree, { cwd: currentFolder(), ...defined({ sandbox: flags.sandbox }) })).path,
    );
  }
  return currentFolder();
}

/** The `fetch` for the provider where a proxy is set. */
export function routeOf(flags: Flags, settings: Settings): { fetch?: typeof fetch } {
  if (flags.insecure) {
    throw fail("config_invalid", "--insecure: certificates are always checked here", {
      hint: "Trust the server's authority instead: put its certificate into a file and set DENO_CERT to its path.",
    });
  }
  const proxy = flags.proxy ?? settings.get("proxy");
  if (proxy === undefined) return {};
  const url = URL.parse(proxy);
  if (!url) {
    const origin = flags.proxy === undefined ? "The setting proxy" : "--proxy";
    throw fail("config_invalid", `${origin} is not a URL: ${JSON.stringify(proxy)}`, {
      hint: "It looks like http://proxy.example.com:3128.",
    });
  }
  const basicAuth = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const address = `${url.protocol}//${url.host}`;
  const client = Deno.createHttpClient({
    proxy: { url: address, ...(basicAuth.username === "" ? {} : { basicAuth }) },
  });
  const viaProxy: typeof fetch = (input, init) => {
    const options: RequestInit & { client: Deno.HttpClient } = { ...init, client };
    return fetch(input, options);
  };
  return { fetch: viaProxy };
}

/** The facts from which provider, model and key are chosen. */
export async function selectionInput(flags: Flags, { settings, env }: LoadedSettings): Promise<SelectionInput> {
  return {
    flags: defined({
      provider: flags.provider,
      model: flags.model,
      apiKey: await readKey(flags) ?? flags.openaiApiKey,
      baseUrl: flags.openaiBaseUrl,
    }),
    env: environment(env),
    settings: defined({
      provider: flags.bare ? undefined : settings.get("security.auth.selectedType"),
      enforced: settings.get("security.auth.enforcedType"),
      apiKey: settings.get("security.auth.apiKey"),
      baseUrl: settings.get("security.auth.baseUrl") ?? settings.get("model.baseUrl"),
      model: settings.get("model.name"),
      models: modelEntries(settings.get("modelProviders")),
    }),
  };
}

/** Chooses and opens the provider of a run. */
export async function openModel(
  flags: Flags,
  around: { loaded: LoadedSettings; version: string },
): Promise<OpenedProvider> {
  const { loaded, version } = around;
  const { settings } = loaded;
  const input = await usePreset(await selectionInput(flags, loaded), loaded.env);
  const { env } = input;
  const recording = defined({ record: flags.record, replay: flags.replay });
  const common = settings.get("model.generationConfig");
  const timeouts = (generation: unknown): Partial<Timeouts> => {
    const timeout = isObject(generation) ? generation.timeout : undefined;
    return {
      ...defined({ firstByteMs: typeof timeout === "number" ? timeout : undefined }),
      ...timeoutsFrom(env),
      ...defined({
        connectMs: flags.timeoutConnect,
        firstByteMs: flags.timeoutFirstByte,
        idleMs: flags.timeoutIdle,
        totalMs: flags.timeoutTotal,
      }),
    };
  };
  const forModel = (model: string): Tuning & { timeouts: Partial<Timeouts> } | null => {
    const own = Object.values(input.settings.models ?? {}).flat().find(({ id }) => id === model)?.generationConfig;
    if (!own) return null;
    const generation = generationOf(common, own);
    return { timeouts: timeouts(generation), ...tuningFrom(generation, env) };
  };
  return await provide({ ...input, ...recording, redactor: secrets }, {
    clock: systemClock,
    timeouts: timeouts(common),
    forModel,
    ...routeOf(flags, settings),
    ...tuningFrom(common, env),
    userAgent: `QwenCode/${version} (${Deno.build.os}; ${Deno.build.arch})`,
  });
}

/** The environment as a record that reads each variable when a provider asks for it. */
function environment(env: (name: string) => string | undefined): Readonly<Record<string, string | undefined>> {
  return new Proxy({}, { get: (_, name) => typeof name === "string" ? env(name) : undefined });
}

/** The configuration of a run for a session in a folder, whose own settings then count. Throws QwenError. */
export async function configInFolder(config: RunConfig, folder: string): Promise<RunConfig> {
  const cwd = await realFolder(folder);
  if (cwd === config.cwd) return config;
  const loaded = await loadSettings({ cwd, env: config.env, ...settingChoices(config.flags) });
  return { ...config, cwd, loaded, settings: loaded.settings };
}

async function realFolder(folder: string): Promise<string> {
  const facts = { param: "cwd", detail: "invalid_params", hint: "Name an existing folder." };
  try {
    const real = await realPath(folder);
    if ((await Deno.stat(real)).isDirectory) return real;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) throw error;
  }
  throw fail("config_invalid", `The working folder ${JSON.stringify(folder)} does not exist`, facts);
}
