import type { ToolProgress } from "../model/event.ts";
import type { ToolOutcome } from "../model/ports.ts";

/** Runs a tool that reports no progress. */
// deno-lint-ignore require-yield
export async function* withoutProgress(
  work: () => ToolOutcome | Promise<ToolOutcome>,
): AsyncGenerator<ToolProgress, ToolOutcome> {
  return await work();
}
