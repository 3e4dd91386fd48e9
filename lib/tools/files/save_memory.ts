import type { JsonObject } from "../../model/json.ts";
import type { Files, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

/** Where remembered facts are kept. */
export interface MemoryFile {
  /** The absolute path, usually QWEN.md in the user's settings folder. */
  path: string;
  /** Opens files that may write there. */
  open: () => Promise<Files>;
}

const HEADING = "## Qwen Added Memories";
const MAX_FACT_CHARS = 4000;

/** Makes the tool that remembers facts for later sessions. */
export function saveMemory(memory: MemoryFile): Tool {
  return {
    name: "save_memory",
    description: `Remembers one fact for all later sessions. Use it only for facts that the user asks you to remember \
or clearly wants to be remembered.`,
    kind: "edit",
    parallel: false,
    aliases: ["SaveMemory", "SaveMemoryTool"],
    input: {
      type: "object",
      properties: { fact: { type: "string", minLength: 1, description: "The fact, as one clear sentence." } },
      required: ["fact"],
    },
    title: (input) => titleOf("Remember", input.fact),
    needs: () => [{ kind: "write", path: memory.path, purpose: "memory" }],
    run: (input, context) => withoutProgress(() => run(input, context, memory)),
  };
}

/** Remembers the fact. */
async function run(input: JsonObject, context: ToolContext, memory: MemoryFile): Promise<ToolOutcome> {
  // A fact is one line: further lines could pose as instructions of the file itself.
  const fact = textField(input, "fact").trim().replace(/^(-+\s*)+/, "").replace(/\s+/g, " ");
  if (fact === "") throw toolFailure('Parameter "fact" must be a non-empty string.');
  if (fact.length > MAX_FACT_CHARS) throw toolFailure(`The fact is longer than ${MAX_FACT_CHARS} characters.`);
  const files = await memory.open();
  const info = await files.stat(memory.path);
  const before = info ? new TextDecoder().decode(await files.read(memory.path)) : "";
  context.signal.throwIfAborted();
  await files.write(memory.path, new TextEncoder().encode(withFact(before, fact)));
  const text = `Okay, I've remembered that: "${fact}"`;
  return { output: [{ kind: "text", text }], display: { kind: "text", text }, data: { fact } };
}

/** The file with one more fact at the end of its section. */
function withFact(before: string, fact: string): string {
  const at = before.indexOf(HEADING);
  if (at < 0) {
    const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    return `${before}${gap}${HEADING}\n- ${fact}\n`;
  }
  const next = before.indexOf("\n## ", at + HEADING.length);
  const end = next < 0 ? before.length : next;
  return `${before.slice(0, end).trimEnd()}\n- ${fact}\n${before.slice(end)}`;
}
