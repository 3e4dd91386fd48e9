/** The list of providers, and which of them a run uses. Nothing is loaded before it is chosen. */
import { deferred } from "../model/deferred.ts";
import { isObject } from "../model/json.ts";
import { fail, type QwenError } from "../model/problem.ts";
import type { Provider } from "../model/ports.ts";
import { redact } from "./redact.ts";
import type { OpenProvider, ProviderOptions } from "./options.ts";

export { DEFAULT_TIMEOUTS, type Timeouts, timeoutsFrom } from "./deadlines.ts";
export type { ProviderOptions } from "./options.ts";
export { type Tuning, tuningFrom } from "./tuning.ts";

/** A provider, as the list has it. */
export interface ProviderRow {
  /** Value of `--auth-type` and `--provider`. */
  readonly name: string;
  /** Environment variables that hold its key, the base URL and the model; the first one that is set counts. */
  readonly keyVars: readonly string[];
  readonly baseUrlVars: readonly string[];
  readonly modelVars: readonly string[];
  readonly baseUrl: string;
  /** Whether the environment counts as complete only with a base URL. */
  readonly wantsUrl: boolean;
  /** Null where a model has to be named. */
  readonly model: string | null;
  readonly load: () => Promise<{ openProvider: OpenProvider }>;
}

/** Every provider; the order is the order in which the environment is searched. */
export const PROVIDERS: readonly ProviderRow[] = [
  {
    name: "openai",
    keyVars: ["OPENAI_API_KEY"],
    baseUrlVars: ["OPENAI_BASE_URL"],
    modelVars: ["OPENAI_MODEL", "QWEN_MODEL"],
    baseUrl: "https://api.openai.com/v1",
    wantsUrl: true,
    model: "qwen3.7-max",
    load: () => import(deferred("./openai.ts")),
  },
  {
    name: "gemini",
    keyVars: ["GEMINI_API_KEY"],
    baseUrlVars: ["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
    modelVars: ["GEMINI_MODEL"],
    baseUrl: "https://generativelanguage.googleapis.com",
    wantsUrl: false,
    model: "gemini-2.5-pro",
    load: () => import(deferred("./gemini.ts")),
  },
  {
    name: "vertex-ai",
    keyVars: ["GOOGLE_API_KEY"],
    baseUrlVars: ["GOOGLE_VERTEX_BASE_URL"],
    modelVars: ["GOOGLE_MODEL"],
    baseUrl: "",
    wantsUrl: false,
    model: "gemini-2.5-pro",
    load: () => import(deferred("./gemini.ts")),
  },
  {
    name: "anthropic",
    keyVars: ["ANTHROPIC_API_KEY"],
    baseUrlVars: ["ANTHROPIC_BASE_URL"],
    modelVars: ["ANTHROPIC_MODEL"],
    baseUrl: "https://api.anthropic.com",
    wantsUrl: true,
    model: "claude-sonnet-4-5",
    load: () => import(deferred("./anthropic.ts")),
  },
  {
    name: "demo",
    keyVars: [],
    baseUrlVars: [],
    modelVars: [],
    baseUrl: "",
    wantsUrl: false,
    model: "demo",
    load: () => import(deferred("./demo.ts")),
  },
];

/** What the choice is made from. */
export interface SelectionInput {
  flags: {
    /** `--auth-type` or `--provider`. */
    provider?: string;
    model?: string;
    apiKey?: string;
    baseUrl?: string;
  };
  /** A snapshot of the environment. */
  env: Readonly<Record<string, string | undefined>>;
  settings: ProviderSettings;
}

/** What settings say about providers. */
export interface ProviderSettings {
  /** `security.auth.selectedType`. */
  provider?: string;
  /** `security.auth.enforcedType`: any other choice is refused. */
  enforced?: string;
  /** `security.auth.apiKey`. */
  apiKey?: string;
  /** `security.auth.baseUrl` or `model.baseUrl`. */
  baseUrl?: string;
  /** `model.name`. */
  model?: string;
  /** `modelProviders`: by provider, the models that have a key or a server of their own. */
  models?: Readonly<Record<string, readonly ModelEntry[]>>;
}

/** A model that has a key or a server of its own. */
export interface ModelEntry {
  id: string;
  /** Name of the environment variable that holds its key. */
  envKey?: string;
  baseUrl?: string;
}

/** The models of the setting `modelProviders`; what is not understood is left out. */
export function modelEntries(setting: unknown): Record<string, ModelEntry[]> {
  const models: Record<string, ModelEntry[]> = {};
  if (!isObject(setting)) return models;
  for (const [provider, list] of Object.entries(setting)) {
    if (!Array.isArray(list)) continue;
    models[provider] = list.filter(isObject).filter((entry) => typeof entry.id === "string").map((entry) => ({
      id: String(entry.id),
      ...(typeof entry.envKey === "string" ? { envKey: entry.envKey } : {}),
      ...(typeof entry.baseUrl === "string" ? { baseUrl: entry.baseUrl } : {}),
    }));
  }
  return models;
}

/** The choice. */
export interface Selection {
  provider: string;
  model: string;
  /** Empty where none is needed. Never shown. */
  key: string;
  baseUrl: string;
  /** Set for Vertex AI. */
  vertex?: { project?: string; location?: string };
  /** What the user should know about the choice. */
  notices: string[];
}

const WAYS =
  "Three ways to go on: set a key in the environment (OPENAI_API_KEY, GEMINI_API_KEY or ANTHROPIC_API_KEY); " +
  "name provider and key by flags (--auth-type openai --openai-api-key …) or in settings (security.auth); " +
  "or try it without any key: --provider demo.";

/** Decides which provider, model, key and server a run uses. Throws QwenError `no_auth` or `config_invalid`. */
export function selectProvider(input: SelectionInput): Selection {
  const { flags, env, settings } = input;
  const notices: string[] = [];
  const asked = flags.provider ?? settings.provider ?? infer(input);
  const row = rowOf(asked, notices);
  if (settings.enforced && settings.enforced !== asked) {
    throw fail(
      "no_auth",
      `The configured auth type is ${settings.enforced}, but the current auth type is ${asked}.`,
      { hint: `Use --auth-type ${settings.enforced}.` },
    );
  }
  const model = flags.model ?? settings.model ?? first(env, row.modelVars) ?? row.model;
  if (!model) {
    throw fail("no_auth", `No model is named for ${row.name}.`, {
      hint: `Use --model, or set ${row.modelVars[0]}.`,
    });
  }
  const entry = settings.models?.[row.name]?.find((candidate) => candidate.id === model);
  const ownKey = entry?.envKey ? env[entry.envKey] : undefined;
  const given = entry?.baseUrl ?? flags.baseUrl ?? first(env, row.baseUrlVars) ?? settings.baseUrl;
  const baseUrl = checkUrl(given ?? row.baseUrl, row);
  const key = (ownKey ?? flags.apiKey ?? first(env, row.keyVars) ?? settings.apiKey ?? "").trim();
  const vertex = row.name === "vertex-ai" ? vertexPlace(env) : undefined;
  // Vertex AI knows a machine's own account, and a server on this machine seldom wants a key.
  const needsKey = row.keyVars.length > 0 && !isLoopback(baseUrl) && !(vertex?.project && vertex.location);
  if (key === "" && needsKey) throw noKey(row, entry?.envKey);
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw fail("config_invalid", `The key for ${row.name} holds characters that cannot be sent.`, {
      hint: "Copy it again: a blank, a line break or a typographic character has slipped in.",
    });
  }
  return { provider: row.name, model, key, baseUrl, ...(vertex ? { vertex } : {}), notices };
}

/** Loads the chosen provider and opens it. */
export async function openProvider(
  selection: Selection,
  options: Omit<ProviderOptions, "key" | "baseUrl" | "vertex">,
): Promise<Provider> {
  const row = rowOf(selection.provider, []);
  const module = await row.load();
  const { key, baseUrl, vertex } = selection;
  return module.openProvider({ ...options, key, baseUrl, ...(vertex ? { vertex } : {}) });
}

/** A provider that is ready to be asked. */
export interface OpenedProvider {
  selection: Selection;
  provider: Provider;
  /** Resolves when a recording is complete on disk. */
  close(): Promise<void>;
}

/**
 * Everything in one: chooses and opens a provider, records it to the file `record`, or plays the file `replay` back
 * instead, for which no key and no provider is needed.
 */
export async function provide(
  input: SelectionInput & { record?: string; replay?: string },
  options: Omit<ProviderOptions, "key" | "baseUrl" | "vertex">,
): Promise<OpenedProvider> {
  if (input.replay !== undefined) {
    const { openRecording }: typeof import("./replay.ts") = await import(deferred("./replay.ts"));
    const provider = await openRecording(input.replay);
    const model = input.flags.model ?? provider.model ?? "replay";
    const selection: Selection = { provider: "replay", model, key: "", baseUrl: "", notices: [] };
    return { selection, provider, close: () => Promise.resolve() };
  }
  const selection = selectProvider(input);
  const provider = await openProvider(selection, options);
  if (input.record === undefined) return { selection, provider, close: () => Promise.resolve() };
  const { openRecordingFile, recordProvider }: typeof import("./record.ts") = await import(deferred("./record.ts"));
  const file = await openRecordingFile(input.record);
  const recorder = recordProvider(provider, { write: (line) => file.write(line), secrets: [selection.key] });
  return { selection, provider: recorder, close: () => file.close() };
}

function rowOf(name: string, notices: string[]): ProviderRow {
  if (name === "qwen-oauth") {
    throw fail("no_auth", "Signing in with a Qwen account (qwen-oauth) was discontinued by its operator.", {
      hint: WAYS,
    });
  }
  if (name === "openai-responses") {
    notices.push("The auth type openai-responses is served by chat completions of the same server.");
    return rowOf("openai", notices);
  }
  const row = PROVIDERS.find((candidate) => candidate.name === name);
  if (row) return row;
  const known = PROVIDERS.map((candidate) => candidate.name).join(", ");
  throw fail("config_invalid", `There is no provider ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `Known: ${known}.`,
  });
}

/**
 * The provider that the environment stands for: the first one that is complete, else the only one with a key.
 * A complete one comes first because that is what scripts around the tool rely on.
 */
function infer(input: SelectionInput): string {
  const { env, flags, settings } = input;
  if (env.QWEN_OAUTH) return "qwen-oauth";
  const rows = PROVIDERS.filter((row) => row.keyVars.length > 0);
  const withKey = rows.filter((row) => first(env, row.keyVars));
  const complete = withKey.find((row) => {
    return first(env, row.modelVars) && (!row.wantsUrl || first(env, row.baseUrlVars));
  });
  if (complete) return complete.name;
  if (withKey.length === 1) return withKey[0].name;
  if (withKey.length > 1) {
    const names = withKey.map((row) => row.name).join(", ");
    throw fail("no_auth", `The environment holds keys of several providers: ${names}.`, {
      hint: `Choose one: --auth-type ${withKey[0].name}.`,
    });
  }
  // A key or a server without a name has always meant the OpenAI-compatible kind.
  if (flags.apiKey || flags.baseUrl || settings.apiKey || first(env, ["OPENAI_BASE_URL"])) return "openai";
  throw fail("no_auth", `No provider is configured. ${WAYS}`);
}

function noKey(row: ProviderRow, envKey: string | undefined): QwenError {
  const variable = envKey ?? row.keyVars[0];
  return fail("no_auth", `There is no key for ${row.name}: ${variable} is not set. ${WAYS}`);
}

function first(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): string | undefined {
  for (const name of names) if (env[name]?.trim()) return env[name]?.trim();
  return undefined;
}

function checkUrl(text: string, row: ProviderRow): string {
  if (text === "" && row.baseUrl === "") return "";
  const url = URL.parse(text);
  if (url?.username || url?.password) {
    throw fail("config_invalid", `The base URL of ${row.name} holds a user name or a password.`, {
      hint: "Leave them out and give the key by its variable or flag.",
    });
  }
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw fail("config_invalid", `The base URL of ${row.name} is not a web address: ${redact(text, "").slice(0, 200)}`, {
    hint: "It looks like https://api.example.com/v1.",
  });
}

function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

function vertexPlace(env: SelectionInput["env"]): { project?: string; location?: string } {
  const project = first(env, ["GOOGLE_CLOUD_PROJECT"]);
  const location = first(env, ["GOOGLE_CLOUD_LOCATION"]);
  return { ...(project ? { project } : {}), ...(location ? { location } : {}) };
}
