import type { JsonObject } from "../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";
import { jobOf } from "./task_output.ts";

/** Ends a command or an agent in the background. */
export const taskStop: Tool = {
  name: "task_stop",
  description: "Ends a command or an agent that runs in the background, with all that it has started.",
  kind: "other",
  parallel: false,
  aliases: ["TaskStop", "KillShell"],
  input: {
    type: "object",
    properties: { task_id: { type: "string", description: "The id that run_shell_command or agent returned." } },
    required: ["task_id"],
  },
  title: (input) => titleOf("Stop", input.task_id),
  needs: () => [],
  run: (input, context) => quietly(() => run(input, context)),
};

async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const job = jobOf(input, context);
  const text = job.isRunning ? `Stopped the background task ${job.id}.` : `The background task ${job.id} had ended.`;
  await job.stop();
  return { output: [{ kind: "text", text }], data: { taskId: job.id } };
}
