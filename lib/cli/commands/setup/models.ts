import { defineSubcommand } from "../subcommand.ts";
import { printText } from "../../process/pipes.ts";
import { plain } from "../../../terminal/plain_text.ts";
import { currentFolder } from "../../../path/mod.ts";
import { loadSettings } from "../../../config/settings/settings.ts";
import { listModels } from "../../../providers/list_models.ts";
import { selectProvider } from "../../../providers/mod.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { routeOf, selectionInput } from "../../assembly/config/load_config.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import { usePreset, withPresets } from "../../assembly/config/use_preset.ts";

/** `qwen models`: lists the models that the endpoint offers. */
export const models = defineSubcommand({
  name: "models",
  help: "List the models that the provider's server offers",
  words: [],
  flags: {
    "json": { type: "boolean", help: "Print JSON lines" },
  },
  async run(_words, { flags, pipes }): Promise<number> {
    const isJson = flags.json === true || (flags.outputFormat !== undefined && flags.outputFormat !== "text");
    const ids = await modelsOfRun(flags);
    if (ids.length === 0 && !isJson) pipes.note("The server lists no models.");
    for (const id of ids) await printText(isJson ? JSON.stringify({ id }) : plain(id), pipes);
    return 0;
  },
});

/** The models that the server of a run offers. Throws QwenError. */
async function modelsOfRun(flags: Flags): Promise<string[]> {
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
