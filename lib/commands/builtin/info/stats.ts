import type { CommandContext } from "../../../model/ports.ts";
import { shownCost } from "../../../model/usage.ts";
import { say, type SlashCommand } from "../../slash_command.ts";
import { sessionStats } from "../support/session_stats.ts";

/** `/stats`: time, tokens and tool calls of the session. */
export const stats: SlashCommand = {
  name: "stats",
  description: "Check session stats. Usage: /stats [model|tools]",
  aliases: ["usage"],
  subcommands: [
    {
      name: "model",
      description: "Show model-specific usage statistics.",
      run: (_call, context) => say(modelStats(context)),
    },
    {
      name: "tools",
      description: "Show tool-specific usage statistics.",
      run: (_call, context) => say(toolStats(context)),
    },
  ],
  run: (_call, context) => say(sessionStats(context)),
};

function modelStats(context: CommandContext): string {
  const { stats: { models: used }, costs = {} } = context.usage();
  const models = Object.entries(used);
  if (models.length === 0) return "No model has been asked yet.";
  return models.map(([name, { requests, errors, latencyMs, usage }]) =>
    [
      name,
      `- Requests: ${requests} (${errors} failed), ${Math.round(latencyMs / Math.max(1, requests))} ms each`,
      `- Tokens: ${usage.inputTokens} in (${usage.cachedTokens} cached), ${usage.outputTokens} out, ${usage.thinkingTokens} thinking`,
      `- Cost: ${shownCost(costs[name] ?? null)}`,
    ].join("\n")
  ).join("\n");
}

function toolStats(context: CommandContext): string {
  const { tools, decisions } = context.usage().stats;
  const entries = Object.entries(tools);
  if (entries.length === 0) return "No tool has been called yet.";
  const table = entries.map(([name, { calls, failures, durationMs }]) =>
    `- ${name}: ${calls} calls, ${failures} failed, ${Math.round(durationMs / Math.max(1, calls))} ms each`
  );
  const { accept, reject, modify, autoAccept } = decisions;
  return [
    ...table,
    `Decisions: ${accept} accepted, ${autoAccept} allowed without asking, ${modify} changed, ${reject} rejected`,
  ]
    .join("\n");
}
