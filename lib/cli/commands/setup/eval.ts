import { fail } from "../../../model/mod.ts";
import { runTask, type TaskResult } from "../../eval/run_task.ts";
import { TASKS } from "../../eval/tasks.ts";
import { OwnRuns } from "../../process/own_runs.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen eval tools -m MODEL`: runs small tasks against a model and prints how it did. */
export const evaluate = defineSubcommand({
  name: "eval",
  help: "Run small tasks against a model and print how it did (-m, --only, --json)",
  words: [{ name: "tools", choices: ["tools"] }],
  flags: {
    "only": { type: "list", metavar: "TASK", help: "Run only these tasks" },
    "json": { type: "boolean", help: "Print one JSON object per task instead of a table" },
  },
  listsFlag: ({ name }) => ["model", "provider", "openai-base-url"].includes(name),
  async run(words, { flags, pipes, signals }): Promise<number> {
    if (words[0] !== "tools") throw fail("usage_error", "qwen eval needs the name of a set of tasks: qwen eval tools");
    const { only, json = false, model, provider, openaiBaseUrl } = flags;
    const args = [
      ...(model === undefined ? [] : ["--model", model]),
      ...(provider === undefined ? [] : ["--provider", provider]),
      ...(openaiBaseUrl === undefined ? [] : ["--openai-base-url", openaiBaseUrl]),
    ];
    return await evaluateTools({ args, only, format: json ? "json" : "table", signals }, pipes);
  },
});

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
async function evaluateTools(options: EvaluationOptions, pipes: Pipes): Promise<number> {
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

const HEAD = ["task", "result", "rounds", "tokens", "refused"];

/** The results as a table, with their sum in the last line. */
function resultTable(results: readonly TaskResult[]): string {
  const sum = (of: (result: TaskResult) => number): string =>
    String(results.reduce((total, each) => total + of(each), 0));
  const rows = results.map(({ name, isSolved, rounds, tokens, refused }) => [
    name,
    isSolved ? "solved" : "failed",
    ...[rounds, tokens, refused].map(String),
  ]);
  const solved = results.filter(({ isSolved }) => isSolved).length;
  const total = [
    "all",
    `${solved} of ${results.length}`,
    ...[sum(({ rounds }) => rounds), sum(({ tokens }) => tokens), sum(({ refused }) => refused)],
  ];
  const table = [HEAD, ...rows, total];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table.map((row) =>
    row.map((cell, column) => column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])).join("  ")
      .trimEnd()
  ).join("\n");
}
