import type { FileInfo, Files, JsonObject, Tool, ToolContext, ToolMemory } from "../../model/mod.ts";
import { withWrites } from "../../model/ports.ts";
import type { NestedContext } from "../session/session_parts.ts";

/** The absolute paths of the files that a call needs. */
export function pathsOf(tool: Tool, { input, context }: { input: JsonObject; context: ToolContext }): string[] {
  return tool.needs(input, context).flatMap((need) => need.kind === "read" || need.kind === "write" ? [need.path] : []);
}

/** Instructions for the folders that the conversation has come to with the files of a call. */
export async function nestedNotes(
  paths: readonly string[],
  { nestedContext, memory }: { nestedContext?: NestedContext; memory: ToolMemory },
): Promise<string[]> {
  if (!nestedContext) return [];
  memory.contexts ??= new Set();
  const texts: string[] = [];
  for (const path of paths) texts.push(...await nestedContext(path, memory.contexts));
  return texts;
}

/** Files that refuse writes once the call was cancelled: cancel means stopped. */
export function stoppable(files: Files, signal: AbortSignal): Files {
  return withWrites(files, {
    write(path, content): Promise<FileInfo> {
      signal.throwIfAborted();
      return files.write(path, content);
    },
    change(changes): Promise<(FileInfo | null)[]> {
      signal.throwIfAborted();
      return files.change(changes);
    },
  });
}
