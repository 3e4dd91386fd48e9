import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, firstWord, say } from "../slash_command.ts";

/** `/language`: the language that answers are written in. */
export async function language({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const language = word === "output" || word === "ui" ? rest : args.trim();
  if (language === "") return say("Usage: /language output <language>, for example /language output English");
  if (word === "ui") {
    return say("There is no user interface here; /language output <language> sets that of the answers.");
  }
  await desk.configure({ key: "settings", value: { general: { outputLanguage: language } } });
  return say(`Answers will be in ${language}.`);
}
