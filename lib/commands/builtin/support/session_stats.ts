import type { CommandContext } from "../../../model/ports.ts";
import { shownCost, totalCost } from "../../../model/usage.ts";

/** The figures of the session as a whole. */
export function sessionStats(context: CommandContext): string {
  const { total, stats, startedAt, prompts, costs = {} } = context.usage();
  const calls = Object.values(stats.tools);
  const count = calls.reduce((sum, tool) => sum + tool.calls, 0);
  const failures = calls.reduce((sum, tool) => sum + tool.failures, 0);
  return [
    `Session ${context.info().sessionId}`,
    `Time: ${duration(context.clock.now() - startedAt)}`,
    `Prompts: ${prompts}`,
    `Tokens: ${total.inputTokens} in (${total.cachedTokens} cached), ${total.outputTokens} out, ${total.totalTokens} in all`,
    `Cost: ${shownCost(totalCost(costs))}`,
    `Tool calls: ${count} (${failures} failed)`,
    `Lines changed: +${stats.linesAdded} -${stats.linesRemoved}`,
  ].join("\n");
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [hours > 0 ? `${hours}h` : "", hours > 0 || minutes > 0 ? `${minutes}m` : "", `${seconds % 60}s`];
  return parts.filter((part) => part !== "").join(" ");
}
