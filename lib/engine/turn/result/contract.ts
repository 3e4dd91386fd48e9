import type { Json, Problem, ToolSpec } from "../../../model/mod.ts";

/** The promise that a turn ends in a value of a given shape, kept by a tool whose first valid call ends the turn. */
export interface Contract {
  readonly spec: ToolSpec;
  /** How many invalid calls are answered with another try; null is no limit but the turn's own. */
  readonly maxRetries: number | null;
  judge(input: Json): { ok: true; value: Json; text: string } | { ok: false; message: string };
  /** A value that the model wrote as text; undefined when there is none. */
  fromText(text: string): Json | undefined;
  /** The note to a model that wrote the value as text, or wrote something else. */
  reminder(text: string): string;
  /** The result of a call beside the delivery, which does not run. */
  skipped(end: "accepted" | "refused"): string;
  /** The model ended with plain text. */
  missing(rounds: number, text: string): Problem;
  /** The model failed too often; the message includes the last complaint. */
  exhausted(retries: number, complaint: string): Problem;
  /** Extends the problem of a reached turn limit. */
  limitNote(problem: Problem): Problem;
}
