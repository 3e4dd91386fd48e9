import { isObject, type Message, textOf, type ToolMemory } from "../../../model/mod.ts";
import { isRemovedResult } from "../../../model/conversation/removed_result.ts";

/**
 * Forgets that files were read whose content is no longer in the conversation: reading one again must not answer
 * "unchanged". Files whose content is still there need not be read again before an edit.
 */
export function forgetHiddenFiles(memory: Pick<ToolMemory, "seen" | "contexts">, messages: readonly Message[]): void {
  // Instructions of folders may be gone as well; they are given again.
  delete memory.contexts;
  const visible = [...visiblePaths(messages)];
  for (const real of memory.seen.keys()) {
    if (!visible.some((path) => real === path || real.endsWith(`/${path}`))) memory.seen.delete(real);
  }
}

/** The paths of calls whose results are in the conversation, as the model wrote them. */
function visiblePaths(messages: readonly Message[]): Set<string> {
  const paths = new Map<string, string>();
  const visible = new Set<string>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind === "tool_call" && isObject(part.input)) {
      const path = part.input.file_path ?? part.input.path ?? part.input.absolute_path;
      if (typeof path === "string") paths.set(part.callId, path.replace(/^\.\//, ""));
    } else if (part.kind === "tool_result" && !part.isError && !isRemovedResult(textOf(part.output))) {
      const path = paths.get(part.callId);
      if (path !== undefined) visible.add(path);
    }
  }
  return visible;
}
