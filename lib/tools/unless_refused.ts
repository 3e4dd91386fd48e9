import { QwenError } from "../model/problem.ts";

/** What was asked of a file, or null where it cannot be had: one such file does not spoil a search through many. */
export async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QwenError && error.problem.code === "tool_failed") return null;
    throw error;
  }
}
