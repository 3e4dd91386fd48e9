import type { ShownCall, ToolCompleted, ToolResult } from "../../model/mod.ts";

/** A longer diff is not kept with the conversation. */
const MAX_DIFF = 200_000;

/** The result of a call as the conversation keeps it, with what people saw of the call. */
export function toolResult(end: ToolCompleted, answered: ShownCall["answered"]): ToolResult {
  const { callId, tool, output, isError, entryId, display } = end;
  const shown: ShownCall = { ...(answered ? { answered } : {}) };
  if (display?.kind === "diff" && display.diff.length <= MAX_DIFF) {
    const { file, diff, added, removed, original } = display;
    shown.change = { file, isNew: original === null, diff, added, removed };
  }
  return {
    ...{ kind: "tool_result", callId, tool, output, isError },
    ...(entryId === undefined ? {} : { entryId }),
    ...(Object.keys(shown).length === 0 ? {} : { shown }),
  };
}
