import type {
  Access,
  AgentSpec,
  Json,
  JsonObject,
  JsonSchema,
  Tool,
  ToolContext,
  ToolKind,
  ToolOutcome,
  ToolProgress,
} from "../model/mod.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import type { Crew } from "./crew.ts";

const MAX_DESCRIPTION_CHARS = 500;

/** Where tools find the agents that can be called. */
export interface AgentPool {
  readonly agents: readonly AgentSpec[];
  /** Those who work on tasks; loaded when first asked for, the same for all who ask. */
  crew(): Promise<Crew>;
}

/** Gives a task to another agent, which has a conversation of its own. */
export class AgentTool implements Tool {
  readonly name = "agent";
  readonly kind: ToolKind = "agent";
  /** Agents work beside each other; whether what they do is allowed is asked for each of their own calls. */
  readonly parallel = true;
  readonly aliases = ["Agent", "AgentTool", "Task", "TaskTool", "task"];
  readonly input: JsonSchema = {
    type: "object",
    properties: {
      description: { type: "string", description: "The task in three to five words." },
      prompt: { type: "string", description: "The whole task. The agent knows nothing but this text." },
      subagent_type: { type: "string", description: `The agent to call; ${DEFAULT_AGENT} when left out.` },
      run_in_background: {
        type: "boolean",
        description: "Do not wait: go on with other work and be told when the agent has ended. False when left out.",
      },
    },
    required: ["description", "prompt"],
  };
  readonly #pool: AgentPool;
  readonly #depth: number;

  constructor(pool: AgentPool, depth: number) {
    this.#pool = pool;
    this.#depth = depth;
  }

  get description(): string {
    const agents = this.#pool.agents.map(({ name, description }) =>
      `- ${name}: ${description.slice(0, MAX_DESCRIPTION_CHARS)}`
    );
    return `Gives a task to another agent that works by itself and returns its last message. Use it for searches and \
work that would fill this conversation with detail, or for tasks that can be done side by side: several calls in one \
step run together. Write the task so that it can be understood without this conversation, and say what to return.

Agents:
${agents.join("\n")}`;
  }

  title(input: JsonObject): string {
    return `${text(input.subagent_type) ?? DEFAULT_AGENT}: ${(text(input.description) ?? "").slice(0, 200)}`;
  }

  needs(input: JsonObject): Access[] {
    return [{ kind: "agent", name: text(input.subagent_type) ?? DEFAULT_AGENT }];
  }

  ready(): Promise<unknown> {
    return this.#pool.crew();
  }

  async *run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
    const crew = await this.#pool.crew();
    context.signal.throwIfAborted();
    return yield* crew.work(input, { context, depth: this.#depth });
  }
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
