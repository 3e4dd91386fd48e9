import { currentFolder } from "../../../path/mod.ts";
import { loadSettings } from "../../../config/settings/settings.ts";
import { listModels } from "../../../providers/list_models.ts";
import { selectProvider } from "../../../providers/mod.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { routeOf, selectionInput } from "./load_config.ts";
import { settingChoices } from "./setting_choices.ts";
import { usePreset, withPresets } from "./use_preset.ts";

/** The models that the server of a run offers. Throws QwenError. */
export async function modelsOfRun(flags: Flags): Promise<string[]> {
  const cwd = currentFolder();
  const env = (name: string): string | undefined => Deno.env.get(name);
  const loaded = await loadSettings({ cwd, env, ...settingChoices(flags) });
  try {
    const input = await usePreset(await selectionInput(flags, loaded), loaded.env);
    const { provider, baseUrl, key } = selectProvider(input);
    return await listModels({ provider, baseUrl, key, ...routeOf(flags, loaded.settings) });
  } catch (error) {
    throw await withPresets(error, { env: loaded.env, cwd });
  }
}
