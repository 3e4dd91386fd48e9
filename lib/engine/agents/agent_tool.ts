import type {
  Json,
  JsonObject,
  JsonSchema,
  Tool,
  ToolContext,
  ToolDeclaration,
  ToolOutcome,
  ToolProgress,
} from "../../model/mod.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import type { SubAgents } from "./sub_agents.ts";

const MAX_DESCRIPTION_CHARS = 500;

/** What rules, hosts and the policy know of the tool. */
export const AGENT_DECLARATION: ToolDeclaration = {
  name: "agent",
  kind: "agent",
  aliases: ["Agent", "AgentTool", "Task", "TaskTool", "task"],
  isEssential: true,
  isForMainAgent: true,
  claude: { name: "Agent", formerNames: ["Task"] },
  needs: (input) => [{ kind: "agent", name: text(input.subagent_type) ?? DEFAULT_AGENT }],
};

/** Gives a task to a sub-agent with its own conversation. */
export class AgentTool implements Tool {
  readonly name = AGENT_DECLARATION.name;
  readonly kind = AGENT_DECLARATION.kind;
  readonly aliases = AGENT_DECLARATION.aliases;
  readonly isEssential = AGENT_DECLARATION.isEssential;
  readonly isForMainAgent = AGENT_DECLARATION.isForMainAgent;
  readonly claude = AGENT_DECLARATION.claude;
  readonly needs = AGENT_DECLARATION.needs;
  /** Agents run in parallel; permission is asked for each of their own calls. */
  readonly parallel = true;
  readonly input: JsonSchema = {
    type: "object",
    properties: {
      description: { type: "string", description: "The task in three to five words." },
      prompt: { type: "string", description: "The whole task. The agent knows nothing but this text." },
      subagent_type: { type: "string", description: `The agent to call; ${DEFAULT_AGENT} when left out.` },
      model: { type: "string", description: "The id of the model that the agent uses; its own when left out." },
      resume: {
        type: "string",
        description: "The agentId of an agent that has ended and is to go on with this prompt.",
      },
      run_in_background: {
        type: "boolean",
        description: "Do not wait; the end is reported.",
      },
    },
    required: ["description", "prompt"],
  };
  readonly #subAgents: SubAgents;
  readonly #depth: number;

  constructor(subAgents: SubAgents, depth: number) {
    this.#subAgents = subAgents;
    this.#depth = depth;
  }

  get description(): string {
    const agents = this.#subAgents.specs.map(({ name, description }) =>
      `- ${name}: ${description.slice(0, MAX_DESCRIPTION_CHARS)}`
    );
    return `Gives a task to another agent that works by itself and returns its last message. Use it for work that \
would fill this conversation with detail, and for tasks side by side: calls in one step run together. Write the task \
so that it needs no other context, and say what to return.

Agents:
${agents.join("\n")}`;
  }

  title(input: JsonObject): string {
    return `${text(input.subagent_type) ?? DEFAULT_AGENT}: ${(text(input.description) ?? "").slice(0, 200)}`;
  }

  run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
    return this.#subAgents.work(input, { context, depth: this.#depth });
  }
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
