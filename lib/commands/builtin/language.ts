import { type CommandResult, firstWord, say, type SlashCommand } from "../slash_command.ts";

/** `/language`: the language that answers are written in. */
export const languageCommand: SlashCommand = {
  name: "language",
  description: "Set the language of the answers",
  argumentHint: "[output] <language>",
  isSecondary: true,
  async run({ args }, desk): Promise<CommandResult> {
    const { word, rest } = firstWord(args);
    const language = word === "output" || word === "ui" ? rest : args.trim();
    if (language === "") return say("Usage: /language output <language>, for example /language output English");
    if (word === "ui") {
      return say("There is no user interface here; /language output <language> sets that of the answers.");
    }
    await desk.configure({ key: "settings", value: { general: { outputLanguage: language } } });
    return say(`Answers will be in ${language}.`);
  },
};
