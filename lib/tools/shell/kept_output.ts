import type { ToolContext } from "../../model/ports.ts";
import { problemOf } from "../../model/problem.ts";

/** The most bytes of outputs that one session keeps. */
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

/** A line that names the file with the whole of an output of which the model sees only head and tail. */
export async function keptOutputLine(
  { text, isWhole }: { text: string; isWhole: boolean },
  context: ToolContext,
): Promise<string> {
  const { memory, keepOutput } = context;
  const { files, bytes } = memory.kept ?? { files: 0, bytes: 0 };
  const content = new TextEncoder().encode(text);
  if (!keepOutput || bytes + content.length > MAX_KEPT_BYTES) {
    return "To see the middle, run the command again with its output in a file of the workspace, or filter it.";
  }
  try {
    const path = await keepOutput(`output-${files + 1}.txt`, content);
    memory.kept = { files: files + 1, bytes: bytes + content.length };
    const what = isWhole ? "The whole output is" : `The first ${content.length} bytes of the output are`;
    return `${what} in ${path}: read_file, grep_search and commands can open it.`;
  } catch (error) {
    const { message } = problemOf(error);
    return `The whole output could not be kept (${message}). To see the middle, run the command again and filter it.`;
  }
}
