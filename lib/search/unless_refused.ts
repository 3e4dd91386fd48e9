import { QwenError } from "../model/problem.ts";

/** The result of a file operation, or null when it is refused: one refused file must not end a search through many. */
export async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QwenError && error.problem.code === "tool_failed") return null;
    throw error;
  }
}
