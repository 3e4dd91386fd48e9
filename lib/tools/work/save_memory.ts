import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { textField, toolFailure } from "../input.ts";
import type { MemoryFile } from "../save_memory.ts";

const HEADING = "## Qwen Added Memories";
const MAX_FACT_CHARS = 4000;

/** Remembers the fact. */
export async function run(input: JsonObject, context: ToolContext, memory: MemoryFile): Promise<ToolOutcome> {
  // One fact is one line: more lines could pretend to be instructions of the file itself.
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
