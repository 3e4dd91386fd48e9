import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";
import type { Message, Part } from "../../../model/content.ts";

/** `/context`: what fills the context window. */
export const context: SlashCommand = {
  name: "context",
  description: "Show what fills the context window",
  isSecondary: true,
  run: describeContext,
};

async function describeContext(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const { model } = context.info();
  const window = (await context.models()).find(({ id }) => id === model)?.contextWindow ?? 0;
  const { contextTokens } = context.usage();
  const memory = await context.memory.show();
  const history = context.history();
  const share = window > 0 ? ` of ${window} (${Math.round(contextTokens / window * 100)}%)` : "";
  return say([
    `Context of ${model}: ${contextTokens} tokens${share} in the last request`,
    "Estimated by length:",
    `- Conversation: ${tokens(textLength(history, "conversation"))} tokens in ${history.length} messages`,
    `- Tool results: ${tokens(textLength(history, "results"))} tokens`,
    `- Tool descriptions: ${tokens(sum(context.tools().map((tool) => tool.description.length)))} tokens`,
    `- Memory files: ${tokens(sum(memory.map((file) => file.content.length)))} tokens in ${memory.length} files`,
  ].join("\n"));
}

function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function textLength(history: readonly Message[], what: "conversation" | "results"): number {
  return sum(history.flatMap((message) => message.parts.map((part) => lengthOf(part, what))));
}

function lengthOf(part: Part, what: "conversation" | "results"): number {
  if (part.kind === "tool_result") {
    return what === "results" ? sum(part.output.map((inner) => lengthOf(inner, "conversation"))) : 0;
  }
  if (what === "results") return 0;
  if (part.kind === "text" || part.kind === "thinking") return part.text.length;
  return part.kind === "tool_call" ? JSON.stringify(part.input).length : 0;
}
