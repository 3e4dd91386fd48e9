import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, firstWord, say } from "../slash_command.ts";

/** A name is put into the instructions of the model: it must not bring instructions of its own. */
const LANGUAGE = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} ()_-]{0,39}$/u;

/** `/language`: the language that answers are written in. */
export async function language({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const language = word === "output" || word === "ui" ? rest : args.trim();
  if (language === "") return say("Usage: /language output <language>, for example /language output English");
  if (word === "ui") {
    return say("There is no user interface here; /language output <language> sets that of the answers.");
  }
  if (language === "default") {
    await desk.configure({ key: "language", value: null });
    return say("The model chooses the language of its answers.");
  }
  if (!LANGUAGE.test(language)) return complain(`"${language}" is no name of a language`);
  await desk.configure({ key: "language", value: language });
  return say(`Answers will be in ${language}.`);
}
