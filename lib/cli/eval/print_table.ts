import type { TaskResult } from "./run_task.ts";

const HEAD = ["task", "result", "rounds", "tokens", "refused"];

/** The results as a table, with their sum in the last line. */
export function resultTable(results: readonly TaskResult[]): string {
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
