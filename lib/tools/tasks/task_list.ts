import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { withoutProgress } from "../without_progress.ts";
import { openBlockers, shownTodos, type Task, TASK_OFFER, tasksOf } from "./task.ts";

/** Lists the tasks of the session. */
export const taskList: Tool = {
  name: "task_list",
  description: "Lists the tasks of this session with their states.",
  kind: "other",
  parallel: true,
  aliases: ["TaskList"],
  ...TASK_OFFER,
  claude: { name: "TaskList" },
  input: { type: "object", properties: {} },
  title: () => "List the tasks",
  needs: () => [],
  run: (_input, context) => withoutProgress(() => run(context)),
};

function run(context: ToolContext): ToolOutcome {
  const tasks = tasksOf(context);
  const text = tasks.length === 0 ? "No tasks found." : tasks.map((task) => lineOf(task, tasks)).join("\n");
  return {
    output: [{ kind: "text", text }],
    display: { kind: "todos", todos: shownTodos(tasks) },
    data: {
      tasks: tasks.map((task) => ({
        id: task.id,
        subject: task.content,
        status: task.status,
        ...(task.owner === undefined ? {} : { owner: task.owner }),
        blockedBy: openBlockers(task, tasks),
      })),
    },
  };
}

function lineOf(task: Task, tasks: readonly Task[]): string {
  const { id, status, content, owner } = task;
  const blockers = openBlockers(task, tasks).map((one) => `#${one}`);
  const waits = blockers.length === 0 ? "" : ` [blocked by ${blockers.join(", ")}]`;
  return `#${id} [${status}] ${content}${owner === undefined ? "" : ` (${owner})`}${waits}`;
}
