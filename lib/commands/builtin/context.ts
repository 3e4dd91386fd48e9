import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";
import type { Message, Part } from "../../model/content.ts";

/** `/context`: what fills the context window. */
export async function context(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { model } = desk.info();
  const window = (await desk.models()).find(({ id }) => id === model)?.contextWindow ?? 0;
  const { contextTokens } = desk.usage();
  const memory = await desk.memory.show();
  const history = desk.history();
  const share = window > 0 ? ` of ${window} (${Math.round(contextTokens / window * 100)}%)` : "";
  return say([
    `Context of ${model}: ${contextTokens} tokens${share} in the last request`,
    "Estimated by length:",
    `- Conversation: ${tokens(textLength(history, "said"))} tokens in ${history.length} messages`,
    `- Tool results: ${tokens(textLength(history, "results"))} tokens`,
    `- Tool descriptions: ${tokens(sum(desk.tools().map((tool) => tool.description.length)))} tokens`,
    `- Memory files: ${tokens(sum(memory.map((file) => file.content.length)))} tokens in ${memory.length} files`,
  ].join("\n"));
}

function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function textLength(history: readonly Message[], what: "said" | "results"): number {
  return sum(history.flatMap((message) => message.parts.map((part) => lengthOf(part, what))));
}

function lengthOf(part: Part, what: "said" | "results"): number {
  if (part.kind === "tool_result") {
    return what === "results" ? sum(part.output.map((inner) => lengthOf(inner, "said"))) : 0;
  }
  if (what === "results") return 0;
  if (part.kind === "text" || part.kind === "thinking") return part.text.length;
  return part.kind === "tool_call" ? JSON.stringify(part.input).length : 0;
}
