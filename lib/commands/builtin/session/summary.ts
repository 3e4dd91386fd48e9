import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

const FOLDER = ".qwen";
const FILE = `${FOLDER}/PROJECT_SUMMARY.md`;

const PROMPT = `Summarise this conversation for the next session, in Markdown and nothing else, with these sections:

# Project Summary
## Overall Goal
One sentence.
## Key Knowledge
Technologies, decisions, commands and constraints that matter.
## Recent Actions
What was done and found out.
## Current Plan
Steps with [DONE], [IN PROGRESS] or [TODO].`;

/** `/summary`: has the model summarize the work, and keeps the summary in a file that tools may not write. */
export const summary: SlashCommand = {
  name: "summary",
  description: "Generate a project summary and save it to .qwen/PROJECT_SUMMARY.md",
  run: saveSummary,
};

async function saveSummary(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  if (context.history().length === 0) return refuse("There is no conversation to summarise yet.");
  const { cwd } = context.info();
  for (const path of [FOLDER, FILE]) {
    if (await isLink(`${cwd}/${path}`)) return refuse(`${path} is a link: nothing is written through it.`);
  }
  const text = await context.ask(PROMPT);
  await Deno.mkdir(`${cwd}/${FOLDER}`, { recursive: true });
  await Deno.writeTextFile(`${cwd}/${FILE}`, `${text.trim()}\n`);
  return say(`The project summary was saved to ${FILE}.`);
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
