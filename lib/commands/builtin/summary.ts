import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

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

/** `/summary`: has the model say where the work stands, and keeps it in a file that tools may not write. */
export async function summary(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  if (desk.history().length === 0) return complain("There is no conversation to summarise yet.");
  const { cwd } = desk.info();
  for (const path of [FOLDER, FILE]) {
    if (await isLink(`${cwd}/${path}`)) return complain(`${path} is a link: nothing is written through it.`);
  }
  const text = await desk.ask(PROMPT);
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
