import type { Tool } from "../model/ports.ts";
import type { Skill } from "../model/project_file.ts";
import type { ToolNaming } from "../model/ports/tool_naming.ts";
import { askUserQuestion } from "./dialogue/ask_user_question.ts";
import { enterPlanMode } from "./dialogue/enter_plan_mode.ts";
import { exitPlanMode } from "./dialogue/exit_plan_mode.ts";
import { todoWrite } from "./dialogue/todo_write.ts";
import { applyPatch } from "./files/apply_patch.ts";
import { edit } from "./files/edit.ts";
import { glob } from "./files/glob.ts";
import { grepSearch } from "./files/grep_search.ts";
import { listDirectory } from "./files/list_directory.ts";
import { notebookEdit } from "./files/notebook_edit.ts";
import { readFile } from "./files/read_file.ts";
import { readManyFiles } from "./files/read_many_files.ts";
import { type MemoryFile, saveMemory } from "./files/save_memory.ts";
import { writeFile } from "./files/write_file.ts";
import { FOREIGN_TOOLS } from "./foreign_tools.ts";
import { skillTool } from "./skill.ts";
import { runShellCommand, shellTool } from "./shell/run_shell_command.ts";
import { taskOutput } from "./shell/task_output.ts";
import { taskStop } from "./shell/task_stop.ts";
import { taskCreate } from "./tasks/task_create.ts";
import { taskGet } from "./tasks/task_get.ts";
import { taskList } from "./tasks/task_list.ts";
import { taskUpdate } from "./tasks/task_update.ts";
import { webFetch, type WebFetchOptions } from "./web/web_fetch.ts";
import { type SearchBackend, webSearch } from "./web/web_search.ts";

/** What the built-in tools need beyond the context of a call. */
export interface BuiltInOptions {
  /** How web pages are fetched; by default directly from this machine. */
  web?: WebFetchOptions;
  /** Searches the web; without it there is no `web_search`. */
  search?: SearchBackend;
  /** Where facts are remembered; without it there is no `save_memory`. */
  memory?: MemoryFile;
  /** The skills that the model may use; without one there is no tool for them. */
  skills?: readonly Skill[];
  /** The time limit of commands whose call names none. */
  shellTimeoutMs?: number;
  /** The shell that runs commands, where it is not a POSIX shell. */
  shell?: string;
}

/** The built-in tools, in the order in which models see them. A new tool is one file and one line here. */
export function builtInTools(options: BuiltInOptions = {}): Tool[] {
  return [
    readFile,
    readManyFiles,
    listDirectory,
    glob,
    grepSearch,
    edit,
    applyPatch,
    writeFile,
    notebookEdit,
    options.shellTimeoutMs === undefined && options.shell === undefined ? runShellCommand : shellTool(options),
    taskOutput,
    taskStop,
    todoWrite,
    taskCreate,
    taskGet,
    taskUpdate,
    taskList,
    webFetch(options.web ?? {}),
    ...(options.search ? [webSearch(options.search)] : []),
    ...(options.memory ? [saveMemory(options.memory)] : []),
    enterPlanMode,
    ...(options.skills && options.skills.length > 0 ? [skillTool(options.skills)] : []),
    exitPlanMode,
    askUserQuestion,
  ];
}

/** Every built-in tool, whatever a session offers, with a memory that cannot be opened. */
export const ALL_TOOLS: readonly Tool[] = builtInTools({
  search: () => Promise.reject(new Error("No web search is configured")),
  memory: { path: "/dev/null", open: () => Promise.reject(new Error("There is no memory file")) },
  skills: [{ name: "NAME", description: "", body: "", folder: "", allowedTools: [] }],
});

/** How rules and hosts name tools: the built-in ones and those of other agents. */
export const BUILT_IN_NAMINGS: readonly ToolNaming[] = [...ALL_TOOLS, ...FOREIGN_TOOLS];
