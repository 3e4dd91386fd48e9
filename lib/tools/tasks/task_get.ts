import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { titleOf } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { namedTask, TASK_OFFER, taskData } from "./task.ts";

/** Shows one task of the session's list. */
export const taskGet: Tool = {
  name: "task_get",
  description: "Shows a task of the list with its description and the tasks that it waits for.",
  kind: "other",
  parallel: true,
  aliases: ["TaskGet"],
  ...TASK_OFFER,
  claude: { name: "TaskGet" },
  input: {
    type: "object",
    properties: { taskId: { type: "string", description: "The id of the task." } },
    required: ["taskId"],
  },
  title: (input) => titleOf("Show the task", input.taskId),
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const task = namedTask(input, context);
  const { id, content, status, description, owner, blocks = [], blockedBy = [], metadata } = task;
  const list = (ids: readonly string[]): string => ids.map((one) => `#${one}`).join(", ");
  const lines = [
    `Task #${id}: ${content}`,
    `Status: ${status}`,
    ...(owner === undefined ? [] : [`Owner: ${owner}`]),
    ...(description === undefined ? [] : [`Description: ${description}`]),
    ...(blockedBy.length === 0 ? [] : [`Blocked by: ${list(blockedBy)}`]),
    ...(blocks.length === 0 ? [] : [`Blocks: ${list(blocks)}`]),
    ...(metadata === undefined ? [] : [`Metadata: ${JSON.stringify(metadata)}`]),
  ];
  return { output: [{ kind: "text", text: lines.join("\n") }], data: { task: taskData(task) } };
}
