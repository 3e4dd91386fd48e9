import type { Message } from "../../../model/content.ts";
import type { CommandContext, RestorePoint } from "../../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";

/** `/restore`: puts files back as they were before a tool call, and proposes the call again. */
export const restore: SlashCommand = {
  name: "restore",
  description: "Restore files and conversation to the state before a tool call",
  argumentHint: "[id]",
  complete: restorePoints,
  run: restoreState,
};

async function restoreState({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const id = args.trim();
  const points = (await context.restores.list()).flatMap((point) => [point, ...callPoint(point, context)]);
  if (id === "") {
    if (points.length === 0) return say("There is nothing to restore: no tool has changed a file yet.");
    const entries = points.map((point) => `- ${point.id}: ${point.label} (${new Date(point.at).toISOString()})`);
    return say(`States that can be restored:\n${entries.join("\n")}`);
  }
  const point: CallPoint | undefined = points.find((candidate) => candidate.id === id);
  if (!point) return refuse(`There is no state "${id}". /restore lists those that can be restored.`);
  const before = point.before ?? beforePrompt(id, context);
  // The history first, because that may be refused: files must not change alone while a prompt runs.
  if (before) await context.replaceHistory(before);
  const { files, history: kept } = await context.restores.restore(point.promptId ?? id);
  if (kept) await context.replaceHistory(kept);
  const history = kept ?? before;
  if (point.call) return { type: "tool", tool: point.call.tool, input: point.call.input };
  if (history) return { type: "load_history", history };
  return say(
    `Restored ${files.length} ${files.length === 1 ? "file" : "files"}${
      files.length > 0 ? `: ${files.join(", ")}` : ""
    }`,
  );
}

/** A state before a call: the files are those before its prompt, and the conversation ends before the call. */
interface CallPoint extends RestorePoint {
  promptId?: string;
  before?: Message[];
}

/** The state before the first call of a prompt that changed a file; none if a command may have changed one earlier. */
function callPoint(point: RestorePoint, context: CommandContext): CallPoint[] {
  const history = context.history();
  const start = history.findIndex((message) => message.id === point.id);
  if (start < 0 || point.call) return [];
  const kinds = new Map(context.tools().map(({ name, kind }) => [name, kind]));
  for (let at = start + 1; at < history.length && !isPrompt(history[at]); at++) {
    for (const part of history[at].parts) {
      if (part.kind !== "tool_call") continue;
      const kind = kinds.get(part.tool);
      if (kind !== "edit" && kind !== "read" && kind !== "info") return [];
      if (kind !== "edit") continue;
      const { callId, tool, input } = part;
      const label = `Before the call of ${tool}`;
      return [{ ...point, id: callId, label, call: { tool, input }, promptId: point.id, before: history.slice(0, at) }];
    }
  }
  return [];
}

function isPrompt({ role, isNote }: Message): boolean {
  return role === "user" && isNote !== true;
}

/** The conversation as it was before a prompt; null when the prompt is not in it. */
function beforePrompt(id: string, context: CommandContext): Message[] | null {
  const history = context.history();
  const at = history.findIndex((message) => message.id === id);
  return at < 0 ? null : history.slice(0, at);
}

async function restorePoints(context: CommandContext): Promise<ArgumentValue[]> {
  const points = (await context.restores.list()).flatMap((point) => [point, ...callPoint(point, context)]);
  return points.map(({ id, label }) => ({ value: id, description: label }));
}
