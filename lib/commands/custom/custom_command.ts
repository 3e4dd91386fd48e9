import type { CommandResult } from "../../model/event.ts";
import type { Part } from "../../model/content.ts";
import type { CommandContext } from "../../model/ports.ts";
import { expandReferences, REFERENCE_LIMITS } from "../references.ts";
import { typedReferences } from "../typed_references.ts";
import { type CommandCall, refuse, type SlashCommand } from "../slash_command.ts";
import type { PromptFile } from "./prompt_file.ts";
import { fillArguments, parseTemplate, type Segment, shellQuote, takesArguments } from "./prompt_template.ts";
import { runShellBlock } from "./shell_block.ts";

/** A longer prompt takes in no more files: a template may name any number of them. */
const MAX_TEXT = 2 * 1024 * 1024;
const LEFT_OUT = "[Left out: the prompt is too long]";

/** A command from a prompt file: it becomes a prompt for the model. */
export function customCommand(name: string, file: PromptFile): SlashCommand {
  const segments = parseTemplate(file.template);
  return {
    name,
    description: file.description || `Custom command ${name}`,
    argumentHint: file.argumentHint || (takesArguments(segments) ? "[arguments]" : ""),
    run: (call, context) => runTemplate({ name, segments, model: file.model }, call, context),
  };
}

interface CustomPrompt {
  name: string;
  segments: readonly Segment[];
  model: string | null;
}

async function runTemplate(prompt: CustomPrompt, call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const { segments } = prompt;
  const commands = segments.flatMap((segment) => segment.kind === "shell" ? [shellCommand(segment, call)] : []);
  const refusal = await judge(prompt.name, commands, { call, context });
  if (refusal) return refusal;
  let text = "";
  for (const segment of segments) {
    context.signal.throwIfAborted();
    if (text.length > MAX_TEXT && segment.kind !== "text") text += LEFT_OUT;
    else if (segment.kind === "shell") text += await runShellBlock(shellCommand(segment, call), context);
    else if (segment.kind === "file") text += await readFile(fillArguments(segment.path, call.args), context);
    else text += fillArguments([segment], call.args);
  }
  const args = call.args.trim();
  if (args !== "" && !takesArguments(segments)) text += `\n\n${args}`;
  // Only the typed arguments are searched for references, never command output or file content.
  const content: Part[] = [{ kind: "text", text }, ...await typedReferences(args, context)];
  return { type: "submit_prompt", content, ...(prompt.model ? { model: prompt.model } : {}) };
}

function shellCommand(segment: { command: Segment[] }, call: CommandCall): string {
  return fillArguments(segment.command, call.args, { quote: shellQuote });
}

/** Asks for the commands that neither the policy nor the host has allowed; null when all may run. */
async function judge(
  name: string,
  commands: readonly string[],
  { call, context }: { call: CommandCall; context: CommandContext },
): Promise<CommandResult | null> {
  const open = new Set<string>();
  for (const command of commands) {
    const verdict = await context.judgeShell(command);
    if (verdict.decision === "deny") {
      return refuse(`/${name} may not run "${command}": ${verdict.message} ${verdict.hint}`.trim());
    }
    if (verdict.decision === "ask" && !call.approved.includes(command)) open.add(command);
  }
  return open.size > 0 ? { type: "confirm_shell_commands", commands: [...open] } : null;
}

async function readFile(path: string, context: CommandContext): Promise<string> {
  const references = [{ original: "", resolved: path }];
  const request = { parts: [], references, cwd: context.info().cwd, files: context.files };
  const { parts, notes } = await expandReferences(request, context.signal, REFERENCE_LIMITS);
  const text = parts.flatMap((part) => part.kind === "text" ? [part.text] : []).join("");
  return text || `[${notes.join("; ")}]`;
}
