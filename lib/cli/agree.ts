import { detectDialect } from "../dialects/detect.ts";
import { loadDialect } from "../dialects/mod.ts";
import { type Dialect, fail } from "../model/mod.ts";

/** A dialect and the lines that are still to be read. */
export interface Agreement {
  dialect: Dialect;
  lines: ReadableStream<string>;
}

/** Settles on a dialect: the one that was asked for or, with `auto`, the one that the first good line speaks. */
export async function agree(
  lines: ReadableStream<string>,
  options: { wanted: string; fallback: string; hints: Parameters<typeof detectDialect>[1] },
): Promise<Agreement> {
  if (options.wanted !== "auto") return { dialect: await named(options.wanted), lines };
  const reader = lines.getReader();
  const seen: string[] = [];
  let name: string | null = null;
  while (name === null) {
    const { done, value } = await reader.read();
    if (done) break;
    seen.push(value);
    name = detectDialect(value, options.hints);
  }
  reader.releaseLock();
  return { dialect: await named(name ?? options.fallback), lines: prepend(seen, lines) };
}

async function named(name: string): Promise<Dialect> {
  const dialect = await loadDialect(name);
  if (!dialect) throw fail("config_invalid", `There is no dialect ${JSON.stringify(name)}`, { hint: "See --help dialects." });
  return dialect;
}

function prepend(first: readonly string[], rest: ReadableStream<string>): ReadableStream<string> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  // Not awaited: the pipe takes them when the reader does.
  const written = first.map((line) => writer.write(line));
  Promise.all(written).then(() => {
    writer.releaseLock();
    return rest.pipeTo(writable);
  }).catch(() => {/* The reader went away; whoever reads learns it there. */});
  return readable;
}
