import type { CommandContext } from "../../../model/ports.ts";
import {
  type CommandCall,
  type CommandResult,
  firstWord,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";

/** A name is put into the instructions of the model: it must not bring instructions of its own. */
const LANGUAGE = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} ()_-]{0,39}$/u;

/** `/language`: the language that answers are written in. */
export const language: SlashCommand = {
  name: "language",
  description: "Set the language of the answers",
  argumentHint: "[output] <language>",
  isSecondary: true,
  run: setLanguage,
};

async function setLanguage({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const language = word === "output" || word === "ui" ? rest : args.trim();
  if (language === "") return say("Usage: /language output <language>, for example /language output English");
  if (word === "ui") {
    return say("There is no user interface here; /language output <language> sets that of the answers.");
  }
  if (language === "default") {
    await context.configure({ key: "language", value: null });
    return say("The model chooses the language of its answers.");
  }
  if (!LANGUAGE.test(language)) return refuse(`"${language}" is no name of a language`);
  await context.configure({ key: "language", value: language });
  return say(`Answers will be in ${language}.`);
}
