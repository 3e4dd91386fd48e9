import { isObject, type Json } from "../../model/json.ts";

/** Our tools under the names that hosts of Claude Code key their behaviour on. */
const NAMES: Readonly<Record<string, string>> = {
  run_shell_command: "Bash",
  read_file: "Read",
  write_file: "Write",
  edit: "Edit",
  glob: "Glob",
  grep_search: "Grep",
  list_directory: "LS",
  todo_write: "TodoWrite",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  agent: "Agent",
  skill: "Skill",
  notebook_edit: "NotebookEdit",
  exit_plan_mode: "ExitPlanMode",
  enter_plan_mode: "EnterPlanMode",
  ask_user_question: "AskUserQuestion",
  structured_output: "StructuredOutput",
  task_output: "TaskOutput",
  task_stop: "TaskStop",
};

const OWN_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NAMES).map(([own, name]) => [name, own])),
  Task: "agent",
};

/** A tool's name for the host. */
export function claudeTool(name: string): string {
  return Object.hasOwn(NAMES, name) ? NAMES[name] : name;
}

/** Our name of a tool that the host names. */
export function ownTool(name: string): string {
  return Object.hasOwn(OWN_NAMES, name) ? OWN_NAMES[name] : name;
}

/** Parameters that differ by nothing but their names: ours first. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run_shell_command: { is_background: "run_in_background" },
  grep_search: { limit: "head_limit" },
};

/** A call's input with the host's parameters. */
export function claudeInput(tool: string, input: Json): Json {
  if (!isObject(input)) return input;
  const renamed = rename(input, PARAMETERS[tool] ?? {});
  if (tool === "read_file" && typeof renamed.offset === "number") return { ...renamed, offset: renamed.offset + 1 };
  if (tool !== "todo_write" || !Array.isArray(renamed.todos)) return renamed;
  const todos = renamed.todos.map((todo) => {
    return isObject(todo) ? { content: todo.content, status: todo.status, activeForm: todo.content } : todo;
  });
  return { ...renamed, todos: todos as Json };
}

/** A call's input with our parameters. */
export function ownInput(tool: string, input: Json): Json {
  if (!isObject(input)) return input;
  const names = Object.entries(PARAMETERS[tool] ?? {}).map(([own, name]) => [name, own]);
  const renamed = rename(input, Object.fromEntries(names));
  if (tool === "read_file" && typeof renamed.offset === "number") {
    return { ...renamed, offset: Math.max(0, renamed.offset - 1) };
  }
  if (tool === "todo_write" && Array.isArray(renamed.todos)) {
    const todos = renamed.todos.map((todo, index) => {
      return isObject(todo) ? { id: String(index + 1), content: todo.content, status: todo.status } : todo;
    });
    return { ...renamed, todos: todos as Json };
  }
  return tool === "ask_user_question" ? indexedAnswers(renamed) : renamed;
}

/** Hosts name a question by its text, our tool by its place. */
function indexedAnswers(input: Record<string, Json>): Json {
  if (!isObject(input.answers) || !Array.isArray(input.questions)) return input;
  const answers: Record<string, Json> = {};
  for (const [index, entry] of input.questions.entries()) {
    const text = isObject(entry) && typeof entry.question === "string" ? entry.question : String(index);
    const answer = input.answers[text] ?? input.answers[String(index)];
    if (answer !== undefined) answers[String(index)] = answer as Json;
  }
  return { ...input, answers };
}

function rename(input: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [Object.hasOwn(names, key) ? names[key] : key, value as Json]),
  );
}
