import { currentFolder, join } from "../path/mod.ts";
import { presetAddress, PROVIDER_PRESETS, type ProviderPreset } from "../config/models/provider_presets.ts";
import { qwenHome } from "../config/settings/settings.ts";
import { type SettingWrite, writeSettings } from "../config/settings/write_setting.ts";
import { fail, problemOf } from "../model/problem.ts";
import { listModels } from "../providers/list_models.ts";
import type { Asker, Choice } from "../terminal/chat/prompts.ts";
import { openAsker } from "../terminal/open_asker.ts";
import { oneLine } from "../terminal/plain_text.ts";
import { unreadEnv } from "./assembly/config/use_preset.ts";
import type { Flags } from "./args/table/flag_table.ts";

/** How long a server on this machine may take to say that it is there. */
const KNOCK_MS = 400;

/** A preset, and the models of its server where it runs on this machine. */
interface Found {
  preset: ProviderPreset;
  models: string[] | null;
}

/** A provider and, for a server on this machine, one of its models. */
export interface ProviderChoice {
  provider: string;
  model?: string;
}

/** Lets a person without a provider choose one on stderr; null when the person leaves the list. */
export async function chooseFirstProvider(flags: Flags): Promise<ProviderChoice | null> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const { asker } = openAsker({ env, isPlain: flags.plain ?? false });
  asker.print(await unreadEnv(currentFolder()));
  const title = "No provider is configured yet. Which one do you want to use?";
  return await chooseProvider({ asker, title, env });
}

/** Lets a person choose a provider; null when the person leaves the list. The choice is kept after it was shown. */
export async function chooseProvider(
  { asker, title, env }: { asker: Asker; title: string; env: (name: string) => string | undefined },
): Promise<ProviderChoice | null> {
  const found = await Promise.all(PROVIDER_PRESETS.map((preset) => knock(preset, env)));
  const running = found.find(({ models }) => models !== null && models.length > 0);
  const ready = found.find(({ preset: { keyVar } }) => keyVar !== null && env(keyVar));
  const chosen = await asker.choose({
    title,
    choices: found.map((one) => choiceOf(one, env)),
    current: (running ?? ready ?? found[found.length - 1]).preset.name,
  });
  const one = found.find(({ preset }) => preset.name === chosen?.[0]);
  if (!one) return null;
  const { name, keyVar } = one.preset;
  if (keyVar !== null && !env(keyVar)) {
    throw fail("no_auth", `There is no key for ${name}: ${keyVar} is not set.`, {
      hint: `Set it and start again: export ${keyVar}=…, or write it into ~/.qwen/.env.`,
    });
  }
  const model = await modelOf(one, asker);
  if (model === null) return null;
  const choice = { provider: name, ...(model === undefined ? {} : { model }) };
  await keep(choice, { asker, file: join(qwenHome(env), "settings.json") });
  return choice;
}

async function knock(preset: ProviderPreset, env: (name: string) => string | undefined): Promise<Found> {
  if (!preset.isLocal) return { preset, models: null };
  const server = { provider: "openai", baseUrl: presetAddress(preset, env), key: "", timeoutMs: KNOCK_MS };
  return { preset, models: await listModels(server).catch(() => null) };
}

function choiceOf({ preset, models }: Found, env: (name: string) => string | undefined): Choice {
  const { name, keyVar, isLocal } = preset;
  const state = isLocal
    ? (models === null ? "does not answer" : `is running, ${models.length} models`)
    : keyVar === null
    ? "built in, needs neither key nor network"
    : `${keyVar} ${env(keyVar) ? "is set" : "is not set"}`;
  const address = presetAddress(preset, env);
  return { value: name, label: name, detail: address === "" ? state : `${state}, ${address}` };
}

/** The model of a local server; undefined where the preset has its own, null when the person leaves the list. */
async function modelOf({ preset, models }: Found, asker: Asker): Promise<string | null | undefined> {
  if (!preset.isLocal) return undefined;
  if (models === null || models.length === 0) {
    throw fail("no_auth", `${preset.name} does not answer at ${preset.baseUrl}, or has no model.`, {
      hint: "Start it, load a model, and start qwen again.",
    });
  }
  if (models.length === 1) return models[0];
  const choices = models.map((id): Choice => ({ value: id, label: oneLine(id, 80) }));
  return (await asker.choose({ title: "Model", choices }))?.[0] ?? null;
}

async function keep(
  { provider, model }: { provider: string; model?: string },
  { asker, file }: { asker: Asker; file: string },
): Promise<void> {
  const shown = { security: { auth: { selectedType: provider } }, ...(model ? { model: { name: model } } : {}) };
  asker.print([`For ${file}:`, ...JSON.stringify(shown, null, 2).split("\n").map((line) => `  ${line}`)]);
  const choices = [{ value: "yes", label: "Yes", key: "y" }, { value: "no", label: "No, only for this run", key: "n" }];
  const answer = await asker.choose({ title: "Write it?", choices });
  if (answer?.[0] !== "yes") return;
  const writes: SettingWrite[] = [{ path: ["security", "auth", "selectedType"], change: () => provider }];
  if (model) writes.push({ path: ["model", "name"], change: () => model });
  try {
    await writeSettings(file, writes);
  } catch (error) {
    asker.print([`Not written: ${problemOf(error).message}`]);
  }
}
