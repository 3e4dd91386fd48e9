import { EDIT_TASKS } from "./edit_tasks.ts";
import { SEARCH_TASKS } from "./search_tasks.ts";
import { SHELL_TASKS } from "./shell_tasks.ts";
import type { EvalTask } from "./task.ts";

/** Every task, in the order in which they are run. */
export const TASKS: readonly EvalTask[] = [...EDIT_TASKS, ...SEARCH_TASKS, ...SHELL_TASKS];
