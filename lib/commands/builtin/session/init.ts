import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, type SlashCommand, submit } from "../../slash_command.ts";

const MEMORY_FILE = "QWEN.md";

const PROMPT =
  `Analyze this project and write the file ${MEMORY_FILE}, which will be given to you as context in later sessions.

1. List the files and look at those that say most about the project: the README, build and package files, configuration, the entry points.
2. Read up to ten further files, chosen by what you learn on the way.
3. Write ${MEMORY_FILE} in the working folder, in Markdown:
   - what the project is for, its main technologies and its structure;
   - how it is built, run, tested and checked, with the exact commands;
   - the conventions that its code follows.

Write only what the files show. Where something is not to be found, leave it out.`;

/** `/init`: has the model describe the project in a memory file. */
export const init: SlashCommand = {
  name: "init",
  description: "Analyzes the project and creates a tailored QWEN.md file.",
  run: describeProject,
};

async function describeProject({ raw, approved }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const path = `${context.info().cwd}/${MEMORY_FILE}`;
  const info = await context.files.stat(path);
  if (info && info.size > 0 && !approved.includes(raw)) {
    return {
      type: "confirm_action",
      prompt: `A ${MEMORY_FILE} file already exists in this directory. Do you want to regenerate it?`,
    };
  }
  return submit(PROMPT);
}
