import type { Tool } from "../model/ports.ts";
import { askUserQuestion } from "./ask_user_question.ts";
import { edit } from "./edit.ts";
import { exitPlanMode } from "./exit_plan_mode.ts";
import { glob } from "./glob.ts";
import { grepSearch } from "./grep_search.ts";
import { listDirectory } from "./list_directory.ts";
import { readFile } from "./read_file.ts";
import { readManyFiles } from "./read_many_files.ts";
import { runShellCommand, shellWithin } from "./run_shell_command.ts";
import { saveMemory } from "./save_memory.ts";
import type { MemoryFile } from "./save_memory.ts";
import { taskOutput } from "./task_output.ts";
import { taskStop } from "./task_stop.ts";
import { todoWrite } from "./todo_write.ts";
import { webFetch } from "./web_fetch.ts";
import type { WebFetchOptions } from "./web_fetch.ts";
import { writeFile } from "./write_file.ts";

/** What the built-in tools need beyond the context of a call. */
export interface BuiltInOptions {
  /** How the web is reached; by default as it is. */
  web?: WebFetchOptions;
  /** Where facts are remembered; without it that tool is not there. */
  memory?: MemoryFile;
  /** How long a command may take whose call names no time. */
  shellTimeoutMs?: number;
}

/** The tools that are built in, in the order in which models are told of them. */
export function builtInTools(options: BuiltInOptions = {}): Tool[] {
  return [
    readFile,
    readManyFiles,
    listDirectory,
    glob,
    grepSearch,
    edit,
    writeFile,
    options.shellTimeoutMs === undefined ? runShellCommand : shellWithin(options.shellTimeoutMs),
    taskOutput,
    taskStop,
    todoWrite,
    webFetch(options.web ?? {}),
    ...(options.memory ? [saveMemory(options.memory)] : []),
    exitPlanMode,
    askUserQuestion,
  ];
}
