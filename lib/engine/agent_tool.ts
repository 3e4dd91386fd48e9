import {
  type Access,
  fail,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type ToolContext,
  type ToolKind,
  type ToolOutcome,
  type ToolProgress,
} from "../model/mod.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import type { Crew } from "./crew.ts";
import { Interrupt } from "./interrupt.ts";
import { type AgentEnd, endText, type SubAgent } from "./sub_agent.ts";

const MAX_DESCRIPTION_CHARS = 500;

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
  readonly #crew: Crew;
  readonly #depth: number;

  constructor(crew: Crew, depth: number) {
    this.#crew = crew;
    this.#depth = depth;
  }

  get description(): string {
    const agents = this.#crew.agents.map(({ name, description }) =>
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

  async *run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
    const prompt = text(input.prompt);
    if (prompt === null || prompt.trim() === "") throw fail("tool_failed", "params/prompt must be a text");
    const agent = this.#crew.hire({
      agentName: text(input.subagent_type) || null,
      prompt,
      description: text(input.description) ?? "",
      callId: context.callId,
      depth: this.#depth,
    });
    // Hosts stop reading at the result, so that work in the background has to be asked for; and an agent that others
    // wait for has nobody to tell of the end of its own.
    const isWanted = input.run_in_background ?? agent.order.spec.background ?? false;
    const launched = isWanted === true && this.#depth === 0 ? this.#crew.launch(agent) : null;
    if (launched) return launchedOutcome(launched.taskId, agent);
    const work = agent.run(context.signal);
    for (;;) {
      const end = await Promise.race([work, agent.changed]);
      if (end) return this.#outcome(agent, { end, signal: context.signal });
      yield { kind: "display", display: agent.display };
    }
  }

  #outcome(agent: SubAgent, { end, signal }: { end: AgentEnd; signal: AbortSignal }): ToolOutcome {
    signal.throwIfAborted();
    const { outcome, usage } = end;
    if (outcome.kind === "interrupted") {
      // The host refused one of its calls and wants everything to stop.
      const reason = new Interrupt(outcome.by);
      this.#crew.interrupt(reason);
      throw reason;
    }
    const said = endText(end);
    const isError = outcome.kind !== "done";
    const data: JsonObject = {
      status: isError ? "failed" : "completed",
      ...about(agent),
      content: [{ type: "text", text: said }],
      totalTokens: usage.totalTokens,
      totalToolUseCount: usage.toolUses,
      totalDurationMs: usage.durationMs,
    };
    return { output: [{ kind: "text", text: said }], display: agent.display, isError, data };
  }
}

function launchedOutcome(taskId: string, agent: SubAgent): ToolOutcome {
  const said = `Background agent launched successfully.\ntask_id: ${taskId}\n` +
    "You will be told when it has ended. Do not wait for it by asking; go on with other work, or end your answer.";
  const data: JsonObject = { status: "async_launched", isAsync: true, taskId, ...about(agent) };
  return { output: [{ kind: "text", text: said }], display: agent.display, data };
}

function about({ order }: SubAgent): JsonObject {
  const { callId, spec, description, prompt } = order;
  return { agentId: callId, agentType: spec.name, description, prompt };
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
