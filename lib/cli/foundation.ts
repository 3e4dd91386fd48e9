import { deferred, fail, type Provider } from "../model/mod.ts";
import {
  modelEntries,
  type OpenedProvider,
  provide,
  type Selection,
  type SelectionInput,
  timeoutsFrom,
  tuningFrom,
} from "../providers/mod.ts";
import type { Audit } from "./audited.ts";
import type { ParsedFlags } from "./flags.ts";
import type { Flags } from "./flag_table.ts";
import { sealSecrets } from "./secrets.ts";
import { readKey } from "./key_source.ts";
import { defined } from "./defined.ts";
import { type LoadedSettings, loadSettings, qwenHome, settingChoices, type Settings } from "./settings.ts";
import { systemClock } from "./world.ts";

/** What a run is made from: the command line, the settings and the environment, read once. */
export interface Foundation {
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
  /** Where every decision is written down; null where nobody asked for it. */
  audit: Audit | null;
  /** Ends what belongs to the whole run. */
  close(): Promise<void>;
}

/** Reads settings and opens the provider. Throws QwenError where the configuration is wrong. */
export async function layFoundation(
  parsed: ParsedFlags,
  options: { isHosted: boolean; version: string },
): Promise<Foundation> {
  const { flags, host } = parsed;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = await workFolder(flags);
  const loaded = await loadSettings({
    cwd,
    env,
    ...settingChoices(flags),
  });
  const opened = await openModel(flags, { loaded, version: options.version });
  const entries = Object.values(modelEntries(loaded.settings.get("modelProviders"))).flat();
  sealSecrets({ key: opened.selection.key, keyNames: entries.flatMap(({ envKey }) => envKey ?? []) });
  const audit = flags.audit === undefined ? null : await openAudit(flags.audit);
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
    close: async () => {
      audit?.close();
      await opened.close();
    },
  };
}

async function openAudit(path: string): Promise<Audit> {
  const { openAudit }: typeof import("./audited.ts") = await import(deferred("./audited.ts"));
  return await openAudit(path);
}

/** The folder that the run works in. */
async function workFolder(flags: Flags): Promise<string> {
  if (flags.worktree !== undefined) {
    const { enterWorktree }: typeof import("./worktree.ts") = await import(deferred("./worktree.ts"));
    Deno.chdir((await enterWorktree(flags.worktree, Deno.cwd())).path);
  }
  return Deno.cwd();
}

/** How the provider is reached, where it is not the usual way. */
function routeOf(flags: Flags, settings: Settings): { fetch?: typeof fetch } {
  if (flags.insecure) {
    throw fail("config_invalid", "--insecure: certificates are always checked here", {
      hint: "Trust the server's authority instead: put its certificate into a file and name it by DENO_CERT.",
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

/** What the choice of provider, model and key is made from. */
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
  const input = await selectionInput(flags, loaded);
  const { env } = input;
  return await provide({ ...input, ...defined({ record: flags.record, replay: flags.replay }) }, {
    clock: systemClock,
    timeouts: {
      ...defined({ firstByteMs: settings.number("model.generationConfig", "timeout") }),
      ...timeoutsFrom(env),
      ...defined({
        connectMs: flags.timeoutConnect,
        firstByteMs: flags.timeoutFirstByte,
        idleMs: flags.timeoutIdle,
        totalMs: flags.timeoutTotal,
      }),
    },
    ...routeOf(flags, settings),
    ...tuningFrom(settings.get("model.generationConfig"), env),
    userAgent: `QwenCode/${version} (${Deno.build.os}; ${Deno.build.arch})`,
  });
}

/** The environment as providers look at it: by name, and only the names they know. */
function environment(env: (name: string) => string | undefined): Readonly<Record<string, string | undefined>> {
  return new Proxy({}, { get: (_, name) => typeof name === "string" ? env(name) : undefined });
}
