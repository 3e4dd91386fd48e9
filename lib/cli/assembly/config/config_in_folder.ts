import { realPath } from "../../../path/mod.ts";
import { loadSettings } from "../../../config/settings/settings.ts";
import { fail } from "../../../model/mod.ts";
import type { RunConfig } from "./load_config.ts";
import { settingChoices } from "./setting_choices.ts";

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
