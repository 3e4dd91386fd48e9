import {
  presetAddress,
  presetLines,
  PROVIDER_PRESETS,
  type ProviderPreset,
} from "../../../config/models/provider_presets.ts";
import { fail, QwenError } from "../../../model/problem.ts";
import { listModels } from "../../../providers/list_models.ts";
import { NoProviderError, PROVIDERS, type SelectionInput } from "../../../providers/mod.ts";

/** How long a server on this machine may take to list its models. */
const LOCAL_MS = 2_000;

/** What is sent to a server on this machine in place of a key. */
export const LOCAL_KEY = "local";

type Env = (name: string) => string | undefined;

/** Replaces the name of a preset by its provider, address, key and model. Throws QwenError `no_auth`. */
export async function usePreset(input: SelectionInput, env: Env): Promise<SelectionInput> {
  const { flags, settings } = input;
  const asked = flags.provider ?? settings.provider ?? inferred(input, env);
  const preset = PROVIDER_PRESETS.find(({ name, provider }) => name === asked && provider !== name);
  if (!preset) return input;
  const isFromSettings = flags.provider === undefined && settings.provider === asked;
  const baseUrl = flags.baseUrl ?? (isFromSettings ? settings.baseUrl : undefined) ?? presetAddress(preset, env);
  const apiKey = flags.apiKey ?? (isFromSettings ? settings.apiKey : undefined) ?? keyOf(preset, env);
  const model = flags.model ?? settings.model ?? preset.model ?? await firstModel(preset, baseUrl);
  const { provider: _, ...rest } = settings;
  const enforced = settings.enforced === preset.name ? { enforced: preset.provider } : {};
  return { ...input, flags: { provider: preset.provider, baseUrl, apiKey, model }, settings: { ...rest, ...enforced } };
}

/** The preset whose key is the only one in the environment. */
function inferred({ flags, settings }: SelectionInput, env: Env): string | undefined {
  const others = PROVIDERS.flatMap(({ keyVars, baseUrlVars }) => [...keyVars, ...baseUrlVars]);
  const isChosen = flags.apiKey || flags.baseUrl || settings.apiKey || others.some((name) => env(name));
  const found = isChosen ? [] : PROVIDER_PRESETS.filter(({ keyVar }) => keyVar !== null && env(keyVar)?.trim());
  return found.length === 1 ? found[0].name : undefined;
}

function keyOf({ name, keyVar, isLocal }: ProviderPreset, env: Env): string {
  // A local server takes any key, and one on another machine in the house has to be sent some.
  if (keyVar === null) return isLocal ? LOCAL_KEY : "";
  const key = env(keyVar)?.trim();
  if (key) return key;
  throw fail("no_auth", `There is no key for ${name}: ${keyVar} is not set.`, {
    hint: `Set it: export ${keyVar}=…, or write it into ~/.qwen/.env.`,
  });
}

async function firstModel({ name }: ProviderPreset, baseUrl: string): Promise<string> {
  const models = await listModels({ provider: "openai", baseUrl, key: LOCAL_KEY, timeoutMs: LOCAL_MS }).catch(
    (error) => {
      throw fail("no_auth", `${name} does not answer at ${baseUrl}.`, {
        hint: `Start it, or name another address by --base-url.`,
        cause: error,
      });
    },
  );
  if (models.length > 0) return models[0];
  throw fail("no_auth", `${name} at ${baseUrl} has no model.`, { hint: "Load one, or name it by --model." });
}

/** The error of a run without a provider, with the presets, or without a key; other errors as they are. */
export async function withPresets(error: unknown, { env, cwd }: { env: Env; cwd: string }): Promise<unknown> {
  if (!(error instanceof QwenError) || error.problem.code !== "no_auth") return error;
  const unread = await unreadEnv(cwd);
  if (!(error instanceof NoProviderError)) {
    if (unread.length === 0) return error;
    const { hint } = error.problem;
    return new QwenError({ ...error.problem, hint: [...(hint ? [hint] : []), ...unread].join("\n") }, { cause: error });
  }
  const hint = ["Servers that need no more than a name:", ...presetLines(env), ...unread].join("\n");
  return new NoProviderError({ ...error.problem, hint }, { cause: error });
}

/** A `.env` of the project that holds a key and is not read. */
export async function unreadEnv(cwd: string): Promise<string[]> {
  try {
    const text = await Deno.readTextFile(`${cwd}/.env`);
    const name = /^\s*(?:export\s+)?(\w+_API_KEY)\s*=/m.exec(text)?.[1];
    if (name === undefined) return [];
    return [`${cwd}/.env has ${name}, but a project's .env is not read: put it into ~/.qwen/.env or export it.`];
  } catch {
    // There is none, or it cannot be read.
    return [];
  }
}
