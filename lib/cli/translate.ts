import { openTranslation, READABLE_DIALECTS, type Translation } from "../dialects/translate.ts";
import { fail } from "../model/problem.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { linesOf } from "./compose.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "./limits.ts";
import { defined } from "./defined.ts";
import { VERSION } from "./version.ts";
import { qwenHome } from "./settings.ts";
import { shortenRecords } from "./shorten_records.ts";
import type { SubcommandContext } from "./subcommands.ts";
import { randomIds, systemClock } from "./world.ts";

/**
 * `qwen translate --from <d> --to <d>`: recorded lines in, the other dialect's lines out; 1 when a line was no record,
 * or when there were lines and none of them meant anything.
 */
export async function translate(_words: readonly string[], context: SubcommandContext): Promise<number> {
  const { parsed: { flags }, pipes } = context;
  const { from, to, outputFormat: format = "stream-json" } = flags;
  if (from === undefined || to === undefined) {
    const known = READABLE_DIALECTS.join(", ");
    throw fail("usage_error", "qwen translate needs --from and --to", { hint: `Known dialects are ${known}.` });
  }
  const translation = await openTranslation({
    from,
    to,
    at: systemClock.now(),
    ids: randomIds,
    format: format === "text" ? "stream-json" : format,
    includePartials: flags.includePartialMessages ?? format === "stream-chunk-json",
    version: VERSION,
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
    pipes.note(`qwen: No line says anything in the ${from} dialect: was it recorded in another one (--from)?`);
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
