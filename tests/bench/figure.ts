import type { ModelServer } from "./model_server.ts";
import type { Program } from "./program.ts";

/** One line of the table. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  /** The figure of a bare program in the same run; null where there is none. */
  floor: number | null;
  /** The aim; null where the figure is only shown. */
  target: Target | null;
}

/** An aim: at most so many times the floor, at least this share of it, or a limit of its own. */
export type Target = { times: number } | { share: number } | { atMost: number } | { atLeast: number };

/** The programs and services that rows use. */
export interface Bench {
  /** The program as an installed script. */
  qwen: Program;
  /** The program from its sources. */
  sources: Program;
  /** The program as an executable and an empty executable; null where DENORT_BIN names no runtime base. */
  compiled: { qwen: Program; empty: Program } | null;
  /** Other agents that are installed, for comparison. */
  peers: readonly Program[];
  model: ModelServer;
  /** How often to repeat what is repeated. */
  rounds: number;
  /** A program of the folder `floors`. */
  floor(name: string): Program;
}

/** A row of the list: its name, and how its figures are measured. */
export interface Row {
  name: string;
  measure(bench: Bench): Promise<Figure[]>;
}

/** Whether the aim is reached; null where there is none. */
export function isKept({ ours, floor, target }: Figure): boolean | null {
  if (!target) return null;
  if ("times" in target) return floor !== null && ours <= floor * target.times;
  if ("share" in target) return floor !== null && ours >= floor * target.share;
  return "atMost" in target ? ours <= target.atMost : ours >= target.atLeast;
}

/** A time without disturbance: the middle of the faster half. */
export function undisturbed(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 2];
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
