import { defineSubcommand } from "../subcommand.ts";
import { modelsOfRun } from "../../assembly/config/models_of_run.ts";
import { printText } from "../../process/pipes.ts";
import { plain } from "../../../terminal/plain_text.ts";

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
