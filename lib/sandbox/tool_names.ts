/** Names of tools in rules: the wire name, its aliases here and in other agents, and the groups that a rule covers. */

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  read_file: ["Read", "ReadFile", "ReadFileTool"],
  read_many_files: ["ReadManyFiles", "ReadManyFilesTool"],
  zoom_image: ["ZoomImage", "ZoomImageTool"],
  glob: ["Glob", "GlobTool", "FindFiles"],
  grep_search: ["Grep", "GrepTool", "SearchFiles", "SearchFilesTool", "search_file_content"],
  list_directory: ["LS", "ListFiles", "ListFilesTool", "ReadFolder"],
  edit: ["Edit", "EditTool", "MultiEdit", "replace"],
  write_file: ["Write", "WriteFile", "WriteFileTool"],
  notebook_edit: ["NotebookEdit", "NotebookEditTool"],
  run_shell_command: ["Bash", "Shell", "ShellTool"],
  monitor: ["Monitor", "MonitorTool"],
  todo_write: ["TodoList", "TodoWrite", "TodoWriteTool"],
  web_fetch: ["WebFetch", "WebFetchTool"],
  web_search: ["WebSearch", "WebSearchTool"],
  save_memory: ["SaveMemory", "SaveMemoryTool"],
  agent: ["Agent", "AgentTool", "Task", "TaskTool", "task"],
  skill: ["Skill", "SkillTool"],
  ask_user_question: ["AskUserQuestion", "AskUserQuestionTool"],
  enter_plan_mode: ["EnterPlanMode", "EnterPlanModeTool"],
  exit_plan_mode: ["ExitPlanMode", "ExitPlanModeTool"],
  structured_output: ["StructuredOutput"],
  task_output: ["TaskOutput", "BashOutput"],
  task_stop: ["TaskStop", "KillShell"],
};

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  read_file: ["read_many_files", "zoom_image", "grep_search", "glob", "list_directory"],
  edit: ["write_file", "notebook_edit"],
  run_shell_command: ["monitor"],
};

/** Tools that `--core-tools` can leave out; all others ignore it. */
const CORE = new Set([
  ...["read_file", "read_many_files", "zoom_image", "write_file", "edit", "notebook_edit", "glob", "grep_search"],
  ...["run_shell_command", "list_directory", "read_mcp_resource", "web_fetch", "web_search", "todo_write"],
  ...["save_memory", "lsp", "cron_create", "cron_list", "cron_delete", "loop_wakeup", "create_sub_session", "monitor"],
]);

const CANONICAL = new Map<string, string>();
for (const [name, aliases] of Object.entries(ALIASES)) {
  for (const alias of [name, ...aliases]) CANONICAL.set(alias, name).set(alias.toLowerCase(), name);
}

/** The wire name of a tool that may be called by an alias. */
export function canonicalTool(name: string): string {
  return CANONICAL.get(name) ?? CANONICAL.get(name.toLowerCase()) ?? name;
}

/** Every name and alias of a tool that a rule may speak of. */
export function toolWords(): string[] {
  return [...Object.entries(ALIASES).flatMap(([name, aliases]) => [...aliases, name]), ...CORE];
}

/** Whether a wire name is that of a tool, here or in another agent. */
export function isKnownTool(name: string): boolean {
  return CANONICAL.has(name) || CORE.has(name) || name === "list_agents";
}

/** Whether a rule for one tool speaks of another one too; both by wire name. */
export function ruleCovers(ruled: string, tool: string): boolean {
  return ruled === tool || (GROUPS[ruled]?.includes(tool) ?? false);
}

/** Whether `--core-tools` can leave this tool out. */
export function isCoreTool(tool: string): boolean {
  return CORE.has(tool);
}
