import { fail } from "../../model/mod.ts";
import { printText } from "../commands/work/print_text.ts";
import { OwnRuns } from "../process/own_runs.ts";
import type { Pipes } from "../process/pipes.ts";
import type { Signals } from "../process/signals.ts";
import { resultTable } from "./print_table.ts";
import { runTask, type TaskResult } from "./run_task.ts";
import { TASKS } from "./tasks.ts";

/** What is evaluated, and how it is printed. */
export interface EvaluationOptions {
  /** Arguments that choose the model. */
  args: readonly string[];
  /** Names of the tasks; all of them when absent. */
  only?: readonly string[];
  format: "table" | "json";
  signals: Signals;
}

/** Runs the tasks one after the other; returns 0 when all are solved, else 1. */
export async function evaluateTools(options: EvaluationOptions, pipes: Pipes): Promise<number> {
  const { args, only, format, signals } = options;
  const unknown = only?.find((name) => !TASKS.some((task) => task.name === name));
  if (unknown !== undefined) {
    throw fail("usage_error", `There is no task ${unknown}`, {
      hint: `Known: ${TASKS.map(({ name }) => name).join(", ")}.`,
    });
  }
  const tasks = TASKS.filter(({ name }) => !only || only.includes(name));
  const results: TaskResult[] = [];
  const runs = new OwnRuns(signals);
  let running: Promise<unknown> = Promise.resolve();
  try {
    for (const task of tasks) {
      const ending = runTask(task, { args, runs });
      running = ending.catch(() => undefined);
      const result = await signals.unlessFired(ending);
      results.push(result);
      if (format === "json") await printText(JSON.stringify(result), pipes);
      else pipes.note(`qwen: ${result.name}: ${result.isSolved ? "solved" : result.error ?? "failed"}`);
    }
  } finally {
    await runs[Symbol.asyncDispose]();
    // The folder of the last task is removed after its run.
    await running;
  }
  if (format === "table") await printText(resultTable(results), pipes);
  return results.every(({ isSolved }) => isSolved) ? 0 : 1;
}
