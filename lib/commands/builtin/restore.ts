import type { Message } from "../../model/content.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { type ArgumentValue, type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** Values for the argument of `/restore`. */
export async function complete(desk: SessionDesk): Promise<ArgumentValue[]> {
  return (await desk.restores.list()).map(({ id, label }) => ({ value: id, description: label }));
}

/** `/restore`: puts files back as they were before a tool call, and proposes the call again. */
export async function restore({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const id = args.trim();
  const points = await desk.restores.list();
  if (id === "") {
    if (points.length === 0) return say("There is nothing to restore: no tool has changed a file yet.");
    const entries = points.map((point) => `- ${point.id}: ${point.label} (${new Date(point.at).toISOString()})`);
    return say(`States that can be restored:\n${entries.join("\n")}`);
  }
  const point = points.find((candidate) => candidate.id === id);
  if (!point) return complain(`There is no state "${id}". /restore lists those that can be restored.`);
  const before = beforePrompt(id, desk);
  // First what may be refused: files must not go back alone while a prompt is being worked on.
  if (before) await desk.replaceHistory(before);
  const { files, history: kept } = await desk.restores.restore(id);
  if (kept) await desk.replaceHistory(kept);
  const history = kept ?? before;
  if (point.call) return { type: "tool", tool: point.call.tool, input: point.call.input };
  if (history) return { type: "load_history", history };
  return say(
    `Restored ${files.length} ${files.length === 1 ? "file" : "files"}${
      files.length > 0 ? `: ${files.join(", ")}` : ""
    }`,
  );
}

/** The conversation as it was before a prompt; null when the prompt is not in it. */
function beforePrompt(id: string, desk: SessionDesk): Message[] | null {
  const history = desk.history();
  const at = history.findIndex((message) => message.id === id);
  return at < 0 ? null : history.slice(0, at);
}
