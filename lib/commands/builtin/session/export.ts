import { resolve } from "../../../path/mod.ts";
import type { CommandContext } from "../../../model/ports.ts";
import {
  type CommandCall,
  type CommandResult,
  firstWord,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";
import { EXPORTERS } from "../support/export_formats.ts";
import { unescapePath } from "../../at_token.ts";

/** `/export`: writes the conversation to a file of the workspace. */
export const exportConversation: SlashCommand = {
  name: "export",
  description: "Export the conversation to a file (md, html, json, jsonl)",
  argumentHint: "[md|html|json|jsonl] [file]",
  complete: () => Object.keys(EXPORTERS).map((value) => ({ value })),
  run: writeTranscript,
};

async function writeTranscript(
  { args, raw, approved }: CommandCall,
  context: CommandContext,
): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const named = Object.hasOwn(EXPORTERS, word) ? rest : args.trim();
  const ending = named.slice(named.lastIndexOf(".") + 1).toLowerCase();
  const format = Object.hasOwn(EXPORTERS, word) ? word : Object.hasOwn(EXPORTERS, ending) ? ending : "md";
  if (named !== "" && ending !== format) {
    const formats = Object.keys(EXPORTERS).join(", ");
    return refuse(`"${args.trim()}" names no file of a known format: use ${formats}, and a file name that ends so`);
  }
  const history = context.history();
  if (history.length === 0) return refuse("There is no conversation to export yet.");
  const { cwd, sessionId, model } = context.info();
  const file = unescapePath(named) || `qwen-export-${sessionId}.${format}`;
  const path = resolve(cwd, file);
  if (await context.files.stat(path) && !approved.includes(raw)) {
    return { type: "confirm_action", prompt: `${file} exists already. Do you want to overwrite it?` };
  }
  const text = EXPORTERS[format]({ sessionId, model, at: context.clock.now(), history });
  await context.files.write(path, new TextEncoder().encode(text));
  return say(`Conversation exported to ${file} (${history.length} messages).`);
}
