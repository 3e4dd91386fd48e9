import type { ModelServer } from "./model_server.ts";
import type { Program } from "./program.ts";

/** One line of the table. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  /** What a bare program needed for the same in the same run; null where there is none. */
  floor: number | null;
  /** What is promised; null where the figure is only shown. */
  target: Target | null;
}

/** A promise: how many times the floor, or at most or at least so much. */
export type Target = { times: number } | { atMost: number } | { atLeast: number };

/** What a row is measured with. */
export interface Bench {
  /** The program in the form that is shipped. */
  qwen: Program;
  /** The same from its sources. */
  sources: Program;
  /** Other agents that are installed, to be measured beside it. */
  peers: readonly Program[];
  model: ModelServer;
  /** How often to repeat what is repeated. */
  rounds: number;
  /** A program of the folder `floors`. */
  floor(name: string): Program;
}

/** A row of the list: its name, and how its figures are had. */
export interface Row {
  name: string;
  measure(bench: Bench): Promise<Figure[]>;
}

/** Whether a promise is kept; null where there is none. */
export function isKept({ ours, floor, target }: Figure): boolean | null {
  if (!target) return null;
  if ("times" in target) return floor !== null && ours <= floor * target.times;
  return "atMost" in target ? ours <= target.atMost : ours >= target.atLeast;
}

/** What a time is when nothing else disturbs: the middle of the faster half. */
export function undisturbed(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 2];
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
