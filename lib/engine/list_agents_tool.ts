import type { Tool, ToolOutcome, ToolProgress } from "../model/mod.ts";
import type { AgentPool } from "./agent_tool.ts";

/** Lists the agents that can be called, and those that work in the background. */
export function listAgentsTool(pool: AgentPool): Tool {
  return {
    name: "list_agents",
    description: "Lists the agents that can be called, and those that work in the background with their task ids.",
    kind: "other",
    parallel: true,
    aliases: ["ListAgents"],
    input: { type: "object", properties: {} },
    title: () => "List agents",
    needs: () => [],
    // deno-lint-ignore require-yield -- it has no progress to tell.
    async *run(): AsyncGenerator<ToolProgress, ToolOutcome> {
      const known = pool.agents.map(({ name, description }) => `- ${name}: ${description}`);
      const { background } = await pool.crew();
      const tasks = background.map(({ id, isRunning, description }) =>
        `- ${id} (${isRunning ? "running" : "ended"}): ${description}`
      );
      const lines = ["Agents:", ...known, "", "In the background:", ...(tasks.length > 0 ? tasks : ["(none)"])];
      return { output: [{ kind: "text", text: lines.join("\n") }] };
    },
  };
}
