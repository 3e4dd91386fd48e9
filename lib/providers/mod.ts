/** The list of providers, and the choice of one. A new provider is a file and a row here; it is loaded when chosen. */
import { boundedProvider } from "./http/bounded_answer.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { fail, problem, QwenError } from "../model/problem.ts";
import type { Provider } from "../model/ports.ts";
import { redactKeys, type Redactor } from "../stream/redact.ts";
import type { OpenProvider, ProviderOptions } from "./options.ts";
import { withToolFallback } from "./text_tools.ts";
import { type Tuning, withTuning } from "./tuning.ts";

export { DEFAULT_TIMEOUTS, type Timeouts, timeoutsFrom } from "./http/deadlines.ts";
export { proxyInUse } from "./http/takes_connections.ts";
export type { ProviderOptions } from "./options.ts";
export { generationOf, type Tuning, tuningFrom } from "./tuning.ts";

/** A provider in the list. */
export interface ProviderRow {
  /** Value of `--auth-type` and `--provider`. */
  readonly name: string;
  /** Environment variables of the key, the base URL and the model; the first one that is set counts. */
  readonly keyVars: readonly string[];
  readonly baseUrlVars: readonly string[];
  readonly modelVars: readonly string[];
  readonly baseUrl: string;
  /** Whether the environment counts as complete only with a base URL. */
  readonly needsUrl: boolean;
  /** Whether only its name chooses it, because its variables mean another provider. */
  readonly onlyByName: boolean;
  /** The default model; null where the user has to name one. */
  readonly model: string | null;
  readonly load: () => Promise<{ openProvider: OpenProvider }>;
}

/** Every provider. The environment is searched in this order. */
export const PROVIDERS: readonly ProviderRow[] = [
  provider("openai", () => import("./openai.ts"), {
    keyVars: ["OPENAI_API_KEY"],
    baseUrlVars: ["OPENAI_BASE_URL"],
    modelVars: ["OPENAI_MODEL", "QWEN_MODEL"],
    baseUrl: "https://api.openai.com/v1",
    needsUrl: true,
    model: "qwen3.7-max",
  }),
  provider("openai-responses", () => import("./openai_responses.ts"), {
    keyVars: ["OPENAI_API_KEY"],
    baseUrlVars: ["OPENAI_BASE_URL"],
    modelVars: ["OPENAI_MODEL", "QWEN_MODEL"],
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-5",
    onlyByName: true,
  }),
  provider("gemini", () => import("./gemini.ts"), {
    keyVars: ["GEMINI_API_KEY"],
    baseUrlVars: ["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
    modelVars: ["GEMINI_MODEL"],
    baseUrl: "https://generativelanguage.googleapis.com",
    model: "gemini-2.5-pro",
  }),
  provider("vertex-ai", () => import("./gemini.ts"), {
    keyVars: ["GOOGLE_API_KEY"],
    baseUrlVars: ["GOOGLE_VERTEX_BASE_URL"],
    modelVars: ["GOOGLE_MODEL"],
    model: "gemini-2.5-pro",
  }),
  provider("anthropic", () => import("./anthropic.ts"), {
    keyVars: ["ANTHROPIC_API_KEY"],
    baseUrlVars: ["ANTHROPIC_BASE_URL"],
    modelVars: ["ANTHROPIC_MODEL"],
    baseUrl: "https://api.anthropic.com",
    needsUrl: true,
    model: "claude-sonnet-4-5",
  }),
  provider("demo", () => import("./demo.ts"), { model: "demo" }),
];

/** Names that `--provider` accepts: all providers, and a name of qwen-code that is refused. */
export const PROVIDER_NAMES: readonly string[] = [
  ...PROVIDERS.map(({ name }) => name),
  "qwen-oauth",
];

function provider(name: string, load: ProviderRow["load"], facts: Partial<ProviderRow>): ProviderRow {
  const none = {
    keyVars: [],
    baseUrlVars: [],
    modelVars: [],
    baseUrl: "",
    needsUrl: false,
    onlyByName: false,
    model: null,
  };
  return { ...none, ...facts, name, load };
}

/** Everything that decides on the provider. */
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

/** Settings of providers. */
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
  /** Settings that hold for this model only. */
  generationConfig?: JsonObject;
}

/** The models of the setting `modelProviders`; invalid entries are ignored. */
export function modelEntries(setting: unknown): Record<string, ModelEntry[]> {
  const models: Record<string, ModelEntry[]> = {};
  if (!isObject(setting)) return models;
  for (const [provider, list] of Object.entries(setting)) {
    if (!Array.isArray(list)) continue;
    models[provider] = list.filter(isObject).filter((entry) => typeof entry.id === "string").map((entry) => ({
      id: String(entry.id),
      ...(typeof entry.envKey === "string" ? { envKey: entry.envKey } : {}),
      ...(typeof entry.baseUrl === "string" ? { baseUrl: entry.baseUrl } : {}),
      ...(isObject(entry.generationConfig) ? { generationConfig: entry.generationConfig as JsonObject } : {}),
    }));
  }
  return models;
}

/** The chosen provider. */
export interface Selection {
  provider: string;
  model: string;
  /** Empty where none is needed. Never printed. */
  key: string;
  baseUrl: string;
  /** Set for Vertex AI. */
  vertex?: { project?: string; location?: string };
  /** Notices about the choice for the user. */
  notices: string[];
}

const WAYS =
  "Three ways to go on: set a key in the environment (OPENAI_API_KEY, GEMINI_API_KEY or ANTHROPIC_API_KEY); " +
  "name provider and key by flags (--auth-type openai --openai-api-key …) or in settings (security.auth); " +
  "or try it without any key: --provider demo.";

/** The default model at OpenAI itself. */
const OPENAI_MODEL = "gpt-4o";

/** Decides which provider, model, key and server a run uses. Throws QwenError `no_auth` or `config_invalid`. */
export function selectProvider(input: SelectionInput): Selection {
  const { flags, env, settings } = input;
  const notices: string[] = [];
  const asked = flags.provider ?? settings.provider ?? infer(input);
  const row = rowOf(asked);
  if (settings.enforced && settings.enforced !== asked) {
    throw fail(
      "no_auth",
      `The configured auth type is ${settings.enforced}, but the current auth type is ${asked}.`,
      { hint: `Use --auth-type ${settings.enforced}.` },
    );
  }
  const address = flags.baseUrl ?? first(env, row.baseUrlVars) ?? settings.baseUrl ?? row.baseUrl;
  const model = flags.model ?? settings.model ?? first(env, row.modelVars) ?? defaultModel(row, address);
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
  // Vertex AI can use the machine's own account, and a local server seldom needs a key.
  const needsKey = row.keyVars.length > 0 && !isLoopback(baseUrl) && !(vertex?.project && vertex.location);
  if (key === "" && needsKey) throw noKey(row, entry?.envKey);
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw fail("config_invalid", `The key for ${row.name} holds characters that cannot be sent.`, {
      hint: "Copy it again: a blank, a line break or a typographic character has slipped in.",
    });
  }
  return { provider: row.name, model, key, baseUrl, ...(vertex ? { vertex } : {}), notices };
}

/** The default model of a provider. OpenAI itself has no model of Qwen. */
function defaultModel({ name, model }: ProviderRow, address: string): string | null {
  return name === "openai" && URL.parse(address)?.hostname === "api.openai.com" ? OPENAI_MODEL : model;
}

/** Options of a provider that the selection does not decide. */
export interface OpenOptions extends Omit<ProviderOptions, "key" | "baseUrl" | "vertex"> {
  /** The options that hold for one model only; null where it has none of its own. */
  forModel?(
    model: string,
  ): Partial<Pick<ProviderOptions, "timeouts" | keyof Tuning>> | null;
}

/** Loads the chosen provider and opens it. */
export async function openProvider(selection: Selection, { forModel, ...options }: OpenOptions): Promise<Provider> {
  const row = rowOf(selection.provider);
  const module = await row.load();
  const { key, baseUrl, vertex } = selection;
  const open = (own: Partial<ProviderOptions>): Provider => {
    const all = { ...options, ...own, key, baseUrl, ...(vertex ? { vertex } : {}) };
    return boundedProvider(withToolFallback(withTuning(module.openProvider(all), all)));
  };
  const common = open({});
  if (!forModel) return common;
  const opened = new Map<string, Provider>();
  const providerOf = (model: string): Provider => {
    const known = opened.get(model);
    if (known) return known;
    const own = forModel(model);
    const provider = own === null ? common : open(own);
    opened.set(model, provider);
    return provider;
  };
  return { ...common, stream: (request, signal) => providerOf(request.model).stream(request, signal) };
}

/** An opened provider. */
export interface OpenedProvider {
  selection: Selection;
  provider: Provider;
  /** Resolves when a recording is complete on disk. */
  close(): Promise<void>;
}

/**
 * Chooses and opens a provider. `record` names a file to record it to; `replay` names a recording to play back instead,
 * which needs no key and no provider.
 */
export async function provide(
  input: SelectionInput & { record?: string; replay?: string; redactor?: Redactor },
  options: OpenOptions,
): Promise<OpenedProvider> {
  if (input.replay !== undefined) {
    const { openRecording } = await import("./recording/replay.ts");
    const provider = await openRecording(input.replay);
    const model = input.flags.model ?? provider.model ?? "replay";
    const selection: Selection = { provider: "replay", model, key: "", baseUrl: "", notices: [] };
    return { selection, provider, close: () => Promise.resolve() };
  }
  const selection = selectProvider(input);
  const provider = await openProvider(selection, options);
  if (input.record === undefined) return { selection, provider, close: () => Promise.resolve() };
  const { openRecordingFile, recordProvider } = await import("./recording/record.ts");
  const file = await openRecordingFile(input.record);
  const recorder = recordProvider(provider, {
    write: (line) => file.write(line),
    secrets: [selection.key],
    ...(input.redactor ? { redactor: input.redactor } : {}),
  });
  return { selection, provider: recorder, close: () => file.close() };
}

function rowOf(name: string): ProviderRow {
  if (name === "qwen-oauth") {
    throw fail("no_auth", "Signing in with a Qwen account (qwen-oauth) was discontinued by its operator.", {
      hint: WAYS,
    });
  }
  const row = PROVIDERS.find((candidate) => candidate.name === name);
  if (row) return row;
  const known = PROVIDERS.map((candidate) => candidate.name).join(", ");
  throw fail("config_invalid", `There is no provider ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `Known: ${known}.`,
  });
}

/**
 * The provider that the environment configures: the first complete one, else the only one with a key. Scripts rely on
 * a complete one coming first.
 */
function infer(input: SelectionInput): string {
  const { env, flags, settings } = input;
  if (env.QWEN_OAUTH) return "qwen-oauth";
  const listed = listedProvider(input);
  if (listed !== null) return listed;
  const rows = PROVIDERS.filter((row) => row.keyVars.length > 0 && !row.onlyByName);
  const withKey = rows.filter((row) => first(env, row.keyVars));
  const complete = withKey.find((row) => {
    return first(env, row.modelVars) && (!row.needsUrl || first(env, row.baseUrlVars));
  });
  if (complete) return complete.name;
  if (withKey.length === 1) return withKey[0].name;
  if (withKey.length > 1) {
    const names = withKey.map((row) => row.name).join(", ");
    throw fail("no_auth", `The environment holds keys of several providers: ${names}.`, {
      hint: `Choose one: --auth-type ${withKey[0].name}.`,
    });
  }
  // A key or a server without a provider's name means an OpenAI-compatible server.
  if (flags.apiKey || flags.baseUrl || settings.apiKey || first(env, ["OPENAI_BASE_URL"])) return "openai";
  throw new NoProviderError(problem("no_auth", `No provider is configured. ${WAYS}`));
}

/** The provider under which the settings list the chosen model with a key of its own. */
function listedProvider({ env, flags, settings }: SelectionInput): string | null {
  const model = flags.model ?? settings.model;
  const found = Object.entries(settings.models ?? {}).find(([, entries]) =>
    entries.some(({ id, envKey }) => id === model && envKey !== undefined && env[envKey]?.trim())
  );
  return found && PROVIDERS.some(({ name }) => name === found[0]) ? found[0] : null;
}

/** Neither flags, environment nor settings name a provider. */
export class NoProviderError extends QwenError {}

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
  throw fail("config_invalid", `The base URL of ${row.name} is not a web address: ${redactKeys(text).slice(0, 200)}`, {
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
