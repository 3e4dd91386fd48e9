import type { Tool, ToolDeclaration, ToolOutcome, ToolProgress } from "../../model/mod.ts";
import type { SubAgents } from "./sub_agents.ts";

/** What rules, hosts and the policy know of the tool. */
export const LIST_AGENTS_DECLARATION: ToolDeclaration = {
  name: "list_agents",
  kind: "other",
  aliases: ["ListAgents"],
  isEssential: true,
  isForMainAgent: true,
  needs: () => [],
};

/** The tool that lists the agents that can be called, and those that run in the background. */
export function listAgentsTool(subAgents: SubAgents): Tool {
  return {
    ...LIST_AGENTS_DECLARATION,
    description: "Lists the agents, and those that work in the background with their task ids.",
    parallel: true,
    input: { type: "object", properties: {} },
    title: () => "List agents",
    // deno-lint-ignore require-yield -- it has no progress to report.
    async *run(): AsyncGenerator<ToolProgress, ToolOutcome> {
      const known = subAgents.specs.map(({ name, description }) => `- ${name}: ${description}`);
      const tasks = subAgents.background.map(({ id, isRunning, description }) =>
        `- ${id} (${isRunning ? "running" : "ended"}): ${description}`
      );
      const lines = ["Agents:", ...known, "", "In the background:", ...(tasks.length > 0 ? tasks : ["(none)"])];
      return { output: [{ kind: "text", text: lines.join("\n") }] };
    },
  };
}
