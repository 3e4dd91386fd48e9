import { type CommandResult, complain, firstWord, say, type SlashCommand } from "../slash_command.ts";
import { EXPORTERS } from "./export_formats.ts";
import { unescapePath } from "../at_token.ts";

/** `/export`: writes the conversation to a file of the workspace. */
export const exportCommand: SlashCommand = {
  name: "export",
  description: "Export the conversation to a file (md, html, json, jsonl)",
  argumentHint: "[md|html|json|jsonl] [file]",
  complete: () => Promise.resolve(Object.keys(EXPORTERS).map((value) => ({ value }))),
  async run({ args }, desk): Promise<CommandResult> {
    const { word, rest } = firstWord(args);
    const named = Object.hasOwn(EXPORTERS, word) ? rest : args.trim();
    const ending = named.slice(named.lastIndexOf(".") + 1).toLowerCase();
    const format = Object.hasOwn(EXPORTERS, word) ? word : Object.hasOwn(EXPORTERS, ending) ? ending : "md";
    if (named !== "" && !Object.hasOwn(EXPORTERS, word) && ending !== format) {
      return complain(`"${args.trim()}" names no format: use ${Object.keys(EXPORTERS).join(", ")}, then a file name`);
    }
    const history = desk.history();
    if (history.length === 0) return complain("There is no conversation to export yet.");
    const { cwd, sessionId, model } = desk.info();
    const file = unescapePath(named) || `qwen-export-${sessionId}.${format}`;
    const path = file.startsWith("/") ? file : `${cwd}/${file}`;
    const text = EXPORTERS[format]({ sessionId, model, at: desk.clock.now(), history });
    await desk.files.write(path, new TextEncoder().encode(text));
    return say(`Conversation exported to ${file} (${history.length} messages).`);
  },
};
