import type { ToolProgress } from "../model/event.ts";
import type { ToolOutcome } from "../model/ports.ts";

/** The run of a tool that has no progress to tell. */
// deno-lint-ignore require-yield
export async function* quietly(
  work: () => ToolOutcome | Promise<ToolOutcome>,
): AsyncGenerator<ToolProgress, ToolOutcome> {
  return await work();
}
