import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/stats`: time, tokens and tool calls of the session. */
export function stats(_call: CommandCall, desk: SessionDesk): CommandResult {
  return say(sessionStats(desk));
}

/** `/stats model`: requests and tokens of each model. */
export function statsOfModels(_call: CommandCall, desk: SessionDesk): CommandResult {
  return say(modelStats(desk));
}

/** `/stats tools`: calls of each tool. */
export function statsOfTools(_call: CommandCall, desk: SessionDesk): CommandResult {
  return say(toolStats(desk));
}

/** The figures of the session as a whole. */
export function sessionStats(desk: SessionDesk): string {
  const { total, stats, startedAt, prompts } = desk.usage();
  const calls = Object.values(stats.tools);
  const count = calls.reduce((sum, tool) => sum + tool.calls, 0);
  const failures = calls.reduce((sum, tool) => sum + tool.failures, 0);
  return [
    `Session ${desk.info().sessionId}`,
    `Time: ${duration(desk.clock.now() - startedAt)}`,
    `Prompts: ${prompts}`,
    `Tokens: ${total.inputTokens} in (${total.cachedTokens} cached), ${total.outputTokens} out, ${total.totalTokens} in all`,
    `Tool calls: ${count} (${failures} failed)`,
    `Lines changed: +${stats.linesAdded} -${stats.linesRemoved}`,
  ].join("\n");
}

function modelStats(desk: SessionDesk): string {
  const models = Object.entries(desk.usage().stats.models);
  if (models.length === 0) return "No model has been asked yet.";
  return models.map(([name, { requests, errors, latencyMs, usage }]) =>
    [
      name,
      `- Requests: ${requests} (${errors} failed), ${Math.round(latencyMs / Math.max(1, requests))} ms each`,
      `- Tokens: ${usage.inputTokens} in (${usage.cachedTokens} cached), ${usage.outputTokens} out, ${usage.thinkingTokens} thinking`,
    ].join("\n")
  ).join("\n");
}

function toolStats(desk: SessionDesk): string {
  const { tools, decisions } = desk.usage().stats;
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

function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [hours > 0 ? `${hours}h` : "", hours > 0 || minutes > 0 ? `${minutes}m` : "", `${seconds % 60}s`];
  return parts.filter((part) => part !== "").join(" ");
}
