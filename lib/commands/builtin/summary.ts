import { complain, type SlashCommand, submit } from "../slash_command.ts";

const PROMPT =
  `Summarise this conversation for the next session and write the summary to .qwen/PROJECT_SUMMARY.md, in Markdown, with these sections:

# Project Summary
## Overall Goal
One sentence.
## Key Knowledge
Technologies, decisions, commands and constraints that matter.
## Recent Actions
What was done and found out.
## Current Plan
Steps with [DONE], [IN PROGRESS] or [TODO].

Then say in one sentence where the file is.`;

/** `/summary`: has the model write down where the work stands. */
export const summaryCommand: SlashCommand = {
  name: "summary",
  description: "Generate a project summary and save it to .qwen/PROJECT_SUMMARY.md",
  run: (_call, desk) =>
    desk.history().length === 0 ? complain("There is no conversation to summarise yet.") : submit(PROMPT),
};
