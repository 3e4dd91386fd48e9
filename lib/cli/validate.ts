import { fail } from "../model/problem.ts";
import { compileLineCheck, type LineCheck, type LineFinding } from "../schema/line_check.ts";
import { faultOf } from "../stream/line_fault.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { linesOf } from "./compose.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "./limits.ts";
import { schemaText } from "./schema_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** A fault and the number of its line, from 1. */
export interface NumberedFinding extends LineFinding {
  line: number;
}

/** `qwen validate --dialect <d>`: a line of JSON for each line that does not fit; 0 when all do, 1 otherwise. */
export async function validate(_words: readonly string[], context: SubcommandContext): Promise<number> {
  const { parsed: { flags }, pipes } = context;
  const { dialect, direction = "out" } = flags;
  if (dialect === undefined || dialect === "auto") {
    throw fail("usage_error", "qwen validate needs --dialect", { hint: "Write qwen validate --dialect chat." });
  }
  const check = await compileLineCheck(await readSchema(dialect, direction));
  const writer = new RecordWriter(pipes.stdout, {
    maxLineBytes: MAX_LINE_BYTES,
    shorten: () => Promise.reject(new RangeError("A finding is never that long")),
  });
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  let isSound = true;
  for await (const finding of findings(lines, check)) {
    isSound = false;
    await writer.write(finding);
    if (!flags.all) break;
  }
  await writer.close();
  return isSound ? 0 : 1;
}

/** The faults of lines, in order. */
export async function* findings(lines: ReadableStream<string>, check: LineCheck): AsyncGenerator<NumberedFinding> {
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const found = findingOf(text, check);
    if (found) yield { line, ...found };
  }
}

function findingOf(text: string, check: LineCheck): LineFinding | null {
  const fault = faultOf(text);
  if (fault) return { path: "", message: fault.kind === "too_long" ? "is too long" : "is not valid UTF-8" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { path: "", message: "is not JSON" };
  }
  return check(value);
}

async function readSchema(dialect: string, direction: string): Promise<Parameters<typeof compileLineCheck>[0]> {
  return JSON.parse(await schemaText(`${dialect}/${direction}.schema.json`));
}
