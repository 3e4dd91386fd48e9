import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, firstWord, say } from "../slash_command.ts";
import { EXPORTERS } from "./export_formats.ts";
import { unescapePath } from "../at_token.ts";

/** `/export`: writes the conversation to a file of the workspace. */
export async function exportConversation(
  { args, raw, approved }: CommandCall,
  desk: SessionDesk,
): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const named = Object.hasOwn(EXPORTERS, word) ? rest : args.trim();
  const ending = named.slice(named.lastIndexOf(".") + 1).toLowerCase();
  const format = Object.hasOwn(EXPORTERS, word) ? word : Object.hasOwn(EXPORTERS, ending) ? ending : "md";
  if (named !== "" && ending !== format) {
    const formats = Object.keys(EXPORTERS).join(", ");
    return complain(`"${args.trim()}" names no file of a known format: use ${formats}, and a file name that ends so`);
  }
  const history = desk.history();
  if (history.length === 0) return complain("There is no conversation to export yet.");
  const { cwd, sessionId, model } = desk.info();
  const file = unescapePath(named) || `qwen-export-${sessionId}.${format}`;
  const path = file.startsWith("/") ? file : `${cwd}/${file}`;
  if (await desk.files.stat(path) && !approved.includes(raw)) {
    return { type: "confirm_action", prompt: `${file} exists already. Do you want to overwrite it?` };
  }
  const text = EXPORTERS[format]({ sessionId, model, at: desk.clock.now(), history });
  await desk.files.write(path, new TextEncoder().encode(text));
  return say(`Conversation exported to ${file} (${history.length} messages).`);
}
