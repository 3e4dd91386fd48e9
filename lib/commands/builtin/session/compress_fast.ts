import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";
import type { Message, Part } from "../../../model/content.ts";

const KEPT_MESSAGES = 6;
const PLACEHOLDER = "[An old tool result was cleared to save context.]";

/** `/compress-fast`: empties old tool results, without asking the model. */
export const compressFast: SlashCommand = {
  name: "compress-fast",
  description: "Clear old tool results without asking the model.",
  isSecondary: true,
  run: clearResults,
};

async function clearResults(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const history = context.history();
  const { messages, cleared } = clearOldResults(history);
  if (cleared === 0) return say("There are no old tool results to clear.");
  await context.replaceHistory(messages);
  return say(`Cleared ${cleared} old tool ${cleared === 1 ? "result" : "results"}.`);
}

function clearOldResults(history: readonly Message[]): { messages: Message[]; cleared: number } {
  const old = history.length - KEPT_MESSAGES;
  let cleared = 0;
  const messages = history.map((message, index): Message => {
    if (index >= old || message.role !== "tool") return message;
    const parts = message.parts.map((part): Part => {
      if (part.kind !== "tool_result" || isCleared(part.output)) return part;
      cleared++;
      return { ...part, output: [{ kind: "text", text: PLACEHOLDER }] };
    });
    return { ...message, parts };
  });
  return { messages, cleared };
}

function isCleared(output: readonly Part[]): boolean {
  return output.length === 0 || (output.length === 1 && output[0].kind === "text" && output[0].text === PLACEHOLDER);
}
