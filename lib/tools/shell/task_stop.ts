import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { titleOf } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { jobOf } from "./task_output.ts";

/** Stops a background command or agent. */
export const taskStop: Tool = {
  name: "task_stop",
  description: "Stops a background command or agent and all processes that it started.",
  kind: "other",
  parallel: false,
  aliases: ["TaskStop", "KillShell"],
  fieldAliases: { id: "task_id", bash_id: "task_id", shell_id: "task_id" },
  isEssential: true,
  claude: { name: "TaskStop" },
  input: {
    type: "object",
    properties: { task_id: { type: "string", description: "The id that run_shell_command or agent returned." } },
    required: ["task_id"],
  },
  title: (input) => titleOf("Stop", input.task_id),
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const job = jobOf(input, context);
  const text = job.isRunning ? `Stopped the background task ${job.id}.` : `The background task ${job.id} had ended.`;
  await job.stop();
  await job.ended;
  // The model has asked for this end, so it need not be announced.
  job.takeEnd?.();
  return { output: [{ kind: "text", text }], data: { taskId: job.id } };
}
