import { type Clues, detectDialect } from "../dialects/detect.ts";
import { loadDialect } from "../dialects/mod.ts";
import { type Dialect, fail, isObject } from "../model/mod.ts";

/** A dialect and the lines that are still to be read. */
export interface Agreement {
  dialect: Dialect;
  lines: ReadableStream<string>;
}

/** What there is to settle on. */
export interface AgreeOptions {
  /** A dialect's name, or `auto`. */
  wanted: string;
  clues: Omit<Clues, "firstLine">;
  /** Answers a line that is no JSON object while nothing is settled; true when there is no point in going on. */
  refuse: (line: string) => Promise<boolean>;
}

/** Settles on a dialect: the one that was asked for or, with `auto`, the one that the first good line speaks. */
export async function agree(lines: ReadableStream<string>, options: AgreeOptions): Promise<Agreement> {
  if (options.wanted !== "auto") return { dialect: await namedDialect(options.wanted), lines };
  const reader = lines.getReader();
  const seen: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (isGood(value)) {
      seen.push(value);
      break;
    }
    // A line that was answered already still counts when the dialect numbers its lines.
    seen.push("");
    if (value.trim() !== "" && await options.refuse(value)) break;
  }
  reader.releaseLock();
  const dialect = await namedDialect(detectDialect({ ...options.clues, firstLine: seen.at(-1) ?? null }));
  return { dialect, lines: prepend(seen, lines) };
}

/** Loads a dialect by name. */
export async function namedDialect(name: string): Promise<Dialect> {
  const dialect = await loadDialect(name);
  if (dialect) return dialect;
  throw fail("config_invalid", `There is no dialect ${JSON.stringify(name)}`, { hint: "See --help dialects." });
}

function isGood(line: string): boolean {
  try {
    return isObject(JSON.parse(line.replace(/^\ufeff/, "")));
  } catch {
    return false;
  }
}

function prepend(first: readonly string[], rest: ReadableStream<string>): ReadableStream<string> {
  const waiting = [...first];
  const reader = rest.getReader();
  return new ReadableStream<string>({
    async pull(controller): Promise<void> {
      const line = waiting.shift();
      if (line !== undefined) return controller.enqueue(line);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
