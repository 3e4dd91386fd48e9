import type { CommandResult } from "../../model/event.ts";
import type { Part } from "../../model/content.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { expandReferences, REFERENCE_LIMITS } from "../references.ts";
import { typedReferences } from "../typed_references.ts";
import { type CommandCall, complain, type SlashCommand } from "../slash_command.ts";
import type { PromptFile } from "./prompt_file.ts";
import { fillArguments, parseTemplate, type Segment, shellQuote, takesArguments } from "./prompt_template.ts";
import { runShellBlock } from "./shell_block.ts";

/** A prompt that is longer than this takes in nothing more: a template may name files without end. */
const MAX_TEXT = 2 * 1024 * 1024;
const LEFT_OUT = "[Left out: the prompt is too long]";

/** A command made of a prompt file: it becomes a prompt for the model. */
export function customCommand(name: string, file: PromptFile): SlashCommand {
  const segments = parseTemplate(file.template);
  return {
    name,
    description: file.description || `Custom command ${name}`,
    argumentHint: file.argumentHint || (takesArguments(segments) ? "[arguments]" : ""),
    run: (call, desk) => runTemplate({ name, segments, model: file.model }, call, desk),
  };
}

interface CustomPrompt {
  name: string;
  segments: readonly Segment[];
  model: string | null;
}

async function runTemplate(prompt: CustomPrompt, call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { segments } = prompt;
  const commands = segments.flatMap((segment) => segment.kind === "shell" ? [shellCommand(segment, call)] : []);
  const refusal = await judge(prompt.name, commands, { call, desk });
  if (refusal) return refusal;
  let text = "";
  for (const segment of segments) {
    desk.signal.throwIfAborted();
    if (text.length > MAX_TEXT && segment.kind !== "text") text += LEFT_OUT;
    else if (segment.kind === "shell") text += await runShellBlock(shellCommand(segment, call), desk);
    else if (segment.kind === "file") text += await readFile(fillArguments(segment.path, call.args), desk);
    else text += fillArguments([segment], call.args);
  }
  const args = call.args.trim();
  if (args !== "" && !takesArguments(segments)) text += `\n\n${args}`;
  // Only what was typed is searched for references, never the output of a command or the content of a file.
  const content: Part[] = [{ kind: "text", text }, ...await typedReferences(args, desk)];
  return { type: "submit_prompt", content, ...(prompt.model ? { model: prompt.model } : {}) };
}

function shellCommand(segment: { command: Segment[] }, call: CommandCall): string {
  return fillArguments(segment.command, call.args, shellQuote);
}

/** Asks for the commands that neither the policy nor the host has allowed; null when all may run. */
async function judge(
  name: string,
  commands: readonly string[],
  { call, desk }: { call: CommandCall; desk: SessionDesk },
): Promise<CommandResult | null> {
  const open = new Set<string>();
  for (const command of commands) {
    const verdict = await desk.judgeShell(command);
    if (verdict.decision === "deny") {
      return complain(`/${name} may not run "${command}": ${verdict.message} ${verdict.hint}`.trim());
    }
    if (verdict.decision === "ask" && !call.approved.includes(command)) open.add(command);
  }
  return open.size > 0 ? { type: "confirm_shell_commands", commands: [...open] } : null;
}

async function readFile(path: string, desk: SessionDesk): Promise<string> {
  const references = [{ original: "", resolved: path }];
  const request = { parts: [], references, cwd: desk.info().cwd, files: desk.files };
  const { parts, notes } = await expandReferences(request, desk.signal, REFERENCE_LIMITS);
  const text = parts.flatMap((part) => part.kind === "text" ? [part.text] : []).join("");
  return text || `[${notes.join("; ")}]`;
}
