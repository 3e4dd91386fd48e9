import { TOOL_NAMINGS } from "../../assembly/session/tool_names.ts";
import { openTranslation, type Translation } from "../../../dialects/translate.ts";
import { RecordWriter } from "../../../stream/record_writer.ts";
import { linesOf } from "../../../stream/lines_of.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "../../limits.ts";
import { defined } from "../../../config/defined.ts";
import { VERSION } from "../../version.ts";
import { qwenHome } from "../../../config/settings/settings.ts";
import { shortenRecords } from "../../assembly/output/shorten_records.ts";
import type { SubcommandContext } from "../subcommand.ts";
import { randomIds, systemClock } from "../../../model/clock.ts";

/**
 * Translates the lines on stdin and writes the result to stdout. Returns 1 when a line was not a record, or when there
 * were lines and none of them meant anything in the dialect.
 */
export async function translateLines(
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
