import { defined } from "../../../config/defined.ts";
import { qwenHome } from "../../../config/settings/settings.ts";
import { openTranslation, READABLE_DIALECTS, type Translation } from "../../../dialects/translate.ts";
import { randomIds, systemClock } from "../../../model/clock.ts";
import { fail } from "../../../model/problem.ts";
import { linesOf } from "../../../stream/lines_of.ts";
import { RecordWriter } from "../../../stream/record_writer.ts";
import { shortenRecords } from "../../assembly/output/shorten_records.ts";
import { TOOL_NAMINGS } from "../../assembly/session/tool_names.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "../../limits.ts";
import { VERSION } from "../../version.ts";
import { defineSubcommand, type SubcommandContext } from "../subcommand.ts";

/** `qwen translate --from DIALECT --to DIALECT`: translates recorded lines on stdin. */
export const translate = defineSubcommand({
  name: "translate",
  help: "Translate recorded lines of one dialect into another (--from, --to)",
  words: [],
  flags: {
    "from": {
      type: "choice",
      choices: READABLE_DIALECTS,
      metavar: "DIALECT",
      help: "The dialect of the lines on stdin",
    },
    "to": { type: "choice", choices: READABLE_DIALECTS, metavar: "DIALECT", help: "The dialect to write" },
  },
  async run(_words, { flags, pipes }): Promise<number> {
    const { from, to } = flags;
    if (from === undefined || to === undefined) {
      const hint = `Known dialects are ${READABLE_DIALECTS.join(", ")}.`;
      throw fail("usage_error", "qwen translate needs --from and --to", { hint });
    }
    return await translateLines({ from, to }, { flags, pipes });
  },
});

/**
 * Translates the lines on stdin and writes the result to stdout. Returns 1 when a line was not a record, or when there
 * were lines and none of them meant anything in the dialect.
 */
async function translateLines(
  { from, to }: { from: string; to: string },
  { flags, pipes }: Pick<SubcommandContext, "flags" | "pipes">,
): Promise<number> {
  const { outputFormat: format = "stream-json" } = flags;
  const translation = await openTranslation({
    from,
    to,
    at: systemClock.now(),
    ids: randomIds,
    format: format === "text" ? "stream-json" : format,
    includePartials: flags.includePartialMessages ?? format === "stream-chunk-json",
    version: VERSION,
    tools: TOOL_NAMINGS,
    extras: defined({ annotations: flags.annotations }),
  });
  const writer = new RecordWriter(pipes.stdout, {
    maxLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES,
    shorten: shortenRecords(`${qwenHome((name) => Deno.env.get(name))}/tmp/spill`),
  });
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  const { isSound, seen, written } = await pump(lines, { translation, writer, note: (text) => pipes.note(text) });
  const isLost = isSound && seen > 0 && written === 0;
  if (isLost) {
    pipes.note(`qwen: No line belongs to the ${from} dialect: was it recorded in another one (--from)?`);
  }
  return isSound && !isLost ? 0 : 1;
}

async function pump(
  lines: ReadableStream<string>,
  ends: { translation: Translation; writer: RecordWriter; note: (text: string) => void },
): Promise<{ isSound: boolean; seen: number; written: number }> {
  const { writer } = ends;
  let isSound = true;
  let seen = 0;
  let written = 0;
  for await (const line of lines) {
    if (line.trim() !== "") seen++;
    const { records, problem } = ends.translation.step(line);
    written += records.length;
    for (const record of records) await writer.write(record);
    if (!problem) continue;
    isSound = false;
    ends.note(`qwen: line ${problem.line}: ${problem.message}`);
  }
  for (const record of ends.translation.end()) {
    written++;
    await writer.write(record);
  }
  await writer.close();
  return { isSound, seen, written };
}
