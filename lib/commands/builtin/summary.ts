import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, submit } from "../slash_command.ts";

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
export function summary(_call: CommandCall, desk: SessionDesk): CommandResult {
  if (desk.history().length === 0) return complain("There is no conversation to summarise yet.");
  return submit(PROMPT);
}
