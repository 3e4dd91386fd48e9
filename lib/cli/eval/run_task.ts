import { dirname, join } from "../../path/mod.ts";
import { isObject, type Json } from "../../model/mod.ts";
import type { OwnRuns } from "../process/own_runs.ts";
import type { EvalTask } from "./task.ts";

/** How a model did on a task. */
export interface TaskResult {
  name: string;
  isSolved: boolean;
  rounds: number;
  tokens: number;
  /** Calls that were refused or failed. */
  refused: number;
  /** Why the run itself failed; null where it ended by itself. */
  error: string | null;
}

/** Writes the repository of a task into a folder, with one commit where git is installed. */
export async function writeRepository(task: EvalTask, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(task.files)) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  }
  const identity = ["-c", "user.name=qwen", "-c", "user.email=qwen@example.com", "-c", "core.hooksPath=/dev/null"];
  for (const args of [["init", "-q"], ["add", "."], [...identity, "commit", "-qm", "start"]]) {
    try {
      await new Deno.Command("git", { args, cwd: folder, stdin: "null", stdout: "null" }).output();
    } catch {
      // The tasks do without a repository where there is no git.
      return;
    }
  }
}

/** Runs a task in a temporary folder; `args` choose the model. */
export async function runTask(
  task: EvalTask,
  { args, runs }: { args: readonly string[]; runs: OwnRuns },
): Promise<TaskResult> {
  const folder = await Deno.makeTempDir({ prefix: "qwen_eval_" });
  try {
    await writeRepository(task, folder);
    const { stdout } = await runs.run({ args: [...args, ...taskArguments(task)], cwd: folder });
    return resultOf(task.name, new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The arguments of a run of a task. The check runs in the sandbox, like every other command. */
export function taskArguments({ prompt, check }: EvalTask): string[] {
  const limits = ["--max-session-turns", "40", "--max-wall-time", "10m"];
  return ["-p", prompt, "-o", "json", "--yolo", ...limits, "--verify", check, "--verify-attempts", "1"];
}

/** Reads the records of a run. */
export function resultOf(name: string, stdout: string): TaskResult {
  const records = recordsOf(stdout);
  const result = records.findLast((record) => isObject(record) && record.type === "result");
  const none: TaskResult = { name, isSolved: false, rounds: 0, tokens: 0, refused: 0, error: "no result" };
  if (!isObject(result)) return none;
  const { verify, usage, num_turns: rounds, error } = result;
  return {
    name,
    isSolved: isObject(verify) && verify.passed === true,
    rounds: typeof rounds === "number" ? rounds : 0,
    tokens: isObject(usage) && typeof usage.total_tokens === "number" ? usage.total_tokens : 0,
    refused: records.flatMap(failedResults).length,
    error: isObject(error) && error.code !== "verify_failed" ? String(error.message) : null,
  };
}

function recordsOf(stdout: string): Json[] {
  try {
    const records: Json = JSON.parse(stdout);
    return Array.isArray(records) ? records : [records];
  } catch {
    // A run that could not start has written no JSON.
    return [];
  }
}

function failedResults(record: Json): Json[] {
  if (!isObject(record) || record.type !== "user" || !isObject(record.message)) return [];
  const { content } = record.message;
  return Array.isArray(content) ? content.filter((block) => isObject(block) && block.is_error === true) : [];
}
