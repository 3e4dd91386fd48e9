import { fail } from "../../../model/problem.ts";
import { compileLineCheck, type LineCheck, type LineFinding } from "../../../schema/line_check.ts";
import { faultOf } from "../../../stream/line_fault.ts";
import { linesOf } from "../../../stream/lines_of.ts";
import { RecordWriter } from "../../../stream/record_writer.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "../../limits.ts";
import { schemaText } from "../../schema_text.ts";
import { defineSubcommand, type SubcommandContext } from "../subcommand.ts";

/** `qwen validate --dialect DIALECT`: checks the lines on stdin against the schema of a dialect. */
export const validate = defineSubcommand({
  name: "validate",
  help: "Check lines on stdin against a dialect's schema (--dialect, --direction, --all)",
  words: [],
  flags: {
    "direction": {
      type: "choice",
      choices: ["in", "out"],
      metavar: "in|out",
      default: "out",
      help: "Lines that clients send, or lines that they read",
    },
    "all": { type: "boolean", help: "Continue after the first invalid line" },
  },
  listsFlag: ({ name }) => name === "dialect",
  async run(_words, { flags, pipes }): Promise<number> {
    const { dialect, direction = "out", all = false } = flags;
    if (dialect === undefined || dialect === "auto") {
      throw fail("usage_error", "qwen validate needs --dialect", { hint: "Write qwen validate --dialect chat." });
    }
    return await validateLines({ dialect, direction, all }, { flags, pipes });
  },
});

/** A finding and the number of its line, from 1. */
export interface NumberedFinding extends LineFinding {
  line: number;
}

/** What the lines are checked against. */
export interface ValidateOptions {
  dialect: string;
  direction: string;
  /** Whether to continue after the first invalid line. */
  all: boolean;
}

/** Prints a JSON line for each line on stdin that does not fit; returns 0 when all do, 1 otherwise. */
async function validateLines(
  { dialect, direction, all }: ValidateOptions,
  { flags, pipes }: Pick<SubcommandContext, "flags" | "pipes">,
): Promise<number> {
  const check = await compileLineCheck(readSchema(dialect, direction));
  const writer = new RecordWriter(pipes.stdout, {
    maxLineBytes: MAX_LINE_BYTES,
    shorten: () => Promise.reject(new RangeError("A finding is never that long")),
  });
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  let isSound = true;
  for await (const finding of findings(lines, check)) {
    isSound = false;
    await writer.write(finding);
    if (!all) break;
  }
  await writer.close();
  return isSound ? 0 : 1;
}

/** The findings of lines, in order. */
async function* findings(lines: ReadableStream<string>, check: LineCheck): AsyncGenerator<NumberedFinding> {
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

function readSchema(dialect: string, direction: string): Parameters<typeof compileLineCheck>[0] {
  return JSON.parse(schemaText(`${dialect}/${direction}.schema.json`));
}
