import { textOf } from "../../model/content.ts";
import { type CommandResult, complain, type SlashCommand } from "../slash_command.ts";

/** `/copy`: hands the last answer to the host, which owns the clipboard. */
export const copyCommand: SlashCommand = {
  name: "copy",
  description: "Copy the last result or code snippet to clipboard",
  argumentHint: "[code]",
  run({ args }, desk): CommandResult {
    const answers = desk.history().filter((message) => message.role === "assistant" && textOf(message.parts) !== "");
    const last = answers[answers.length - 1];
    if (!last) return complain("There is no answer to copy yet.");
    const text = textOf(last.parts);
    if (args.trim() !== "code") return { type: "handled", text };
    const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map((match) => match[1]);
    if (blocks.length === 0) return complain("There is no code in the last answer.");
    return { type: "handled", text: blocks[blocks.length - 1] };
  },
};
