import { isObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import type { ByteSink } from "../stream/text_pump.ts";
import { joinBytes } from "../stream/join_bytes.ts";
import { serialize } from "../stream/serialize.ts";
import type { ResultStore } from "./batch.ts";
import type { BatchRecord } from "./job_result.ts";

const CHUNK_BYTES = 256 * 1024;
const LF = 10;
/** Records that a later run replaces. */
const REPLACED: ReadonlySet<unknown> = new Set(["skipped", "cancelled"]);

/** What the results of earlier runs say. */
class EarlierResults {
  readonly used = { tokens: 0, usd: 0 };
  /** By id, whether its last record says that it failed; null where it has to be run again. */
  readonly #ids = new Map<string, { isFailed: boolean } | null>();
  readonly #badLines = new Set<number>();
  /** Reported lines that are jobs now. */
  readonly mended = new Set<number>();
  /** Whether there are records that others have replaced. */
  hasReplaced = false;

  add(record: Record<string, unknown>): void {
    const { id, line, status, usage, cost_usd: cost } = record;
    if (typeof line === "number") return void this.#badLines.add(line);
    if (typeof id !== "string") return;
    if (this.#ids.has(id)) this.hasReplaced = true;
    this.#ids.set(id, REPLACED.has(status) ? null : { isFailed: status !== "succeeded" });
    if (isObject(usage) && typeof usage.total_tokens === "number") this.used.tokens += usage.total_tokens;
    if (typeof cost === "number") this.used.usd += cost;
  }

  finished(id: string): { isFailed: boolean } | null {
    return this.#ids.get(id) ?? null;
  }

  hasRecord(id: string): boolean {
    return this.#ids.has(id);
  }

  hasBadLine(line: number): boolean {
    return this.#badLines.has(line);
  }

  forgetBadLine(line: number): void {
    if (!this.#badLines.delete(line)) return;
    this.mended.add(line);
    this.hasReplaced = true;
  }
}

/** The results of a batch in a file, which a later run with the same file continues. */
export class ResultsFile implements ResultStore {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #earlier: EarlierResults;

  private constructor(path: string, parts: { file: Deno.FsFile; earlier: EarlierResults }) {
    this.#path = path;
    this.#file = parts.file;
    this.#earlier = parts.earlier;
  }

  /**
   * Opens a file of results, locks it and reads what is there; a torn last line is cut off. Throws QwenError where
   * another process writes it, or where it holds something else than results.
   */
  static async open(path: string, tryLock: (file: Deno.FsFile) => Promise<boolean>): Promise<ResultsFile> {
    const file = await openLocked(path, tryLock);
    try {
      // A run that was killed while it wrote the file anew has left its draft.
      removeIfThere(draftOf(path));
      return new ResultsFile(path, { file, earlier: readEarlier(path, file) });
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get used(): { tokens: number; usd: number } {
    return this.#earlier.used;
  }

  finished(id: string): { isFailed: boolean } | null {
    return this.#earlier.finished(id);
  }

  hasBadLine(line: number): boolean {
    return this.#earlier.hasBadLine(line);
  }

  forgetBadLine(line: number): void {
    this.#earlier.forgetBadLine(line);
  }

  /** Synchronous: after a kill the file holds all of a record or none of it, but for a torn last line. */
  write(record: BatchRecord): Promise<void> {
    if (record.id !== null && !("line" in record) && this.#earlier.hasRecord(record.id)) {
      this.#earlier.hasReplaced = true;
    }
    const bytes = new TextEncoder().encode(`${serialize(record)}\n`);
    for (let done = 0; done < bytes.length;) done += this.#file.writeSync(bytes.subarray(done));
    return Promise.resolve();
  }

  /** Removes records that later ones have replaced, and closes the file. */
  close(): void {
    try {
      this.#file.syncDataSync();
      if (this.#earlier.hasReplaced) this.#compact();
    } finally {
      this.#file.close();
    }
  }

  /** Writes the file anew with the last record of each id, and puts it into place by one rename. */
  #compact(): void {
    const last = new Map<string, number>();
    for (const { text, start } of linesOfFile(this.#file)) {
      const record = parseRecord(text);
      if (record && !this.#earlier.mended.has(Number(record.line))) last.set(keyOf(record), start);
    }
    const draft = draftOf(this.#path);
    const out = Deno.openSync(draft, { write: true, create: true, truncate: true, mode: 0o600 });
    try {
      for (const { text, start } of linesOfFile(this.#file)) {
        const record = parseRecord(text);
        if (!record || last.get(keyOf(record)) !== start) continue;
        const bytes = new TextEncoder().encode(`${text}\n`);
        for (let done = 0; done < bytes.length;) done += out.writeSync(bytes.subarray(done));
      }
      const { mode } = this.#file.statSync();
      if (mode !== null && Deno.build.os !== "windows") Deno.chmodSync(draft, mode & 0o777);
      out.syncDataSync();
    } finally {
      out.close();
    }
    Deno.renameSync(draft, this.#path);
  }
}

/** The results of a batch on stdout: nothing is known of earlier runs. */
export class ResultsOutput implements ResultStore {
  readonly used = { tokens: 0, usd: 0 };
  readonly #sink: ByteSink;
  #last: Promise<void> = Promise.resolve();

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  finished(): null {
    return null;
  }

  hasBadLine(): boolean {
    return false;
  }

  forgetBadLine(): void {}

  write(record: BatchRecord): Promise<void> {
    const bytes = new TextEncoder().encode(`${serialize(record)}\n`);
    const written = this.#last.then(async () => {
      for (let done = 0; done < bytes.length;) done += await this.#sink.write(bytes.subarray(done));
    });
    // The writer of a record reports its failure; the next one tries again.
    this.#last = written.catch(() => undefined);
    return written;
  }
}

/** Only the process that has locked the results writes their draft. */
function draftOf(path: string): string {
  return `${path}.qwen-draft`;
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function openLocked(path: string, tryLock: (file: Deno.FsFile) => Promise<boolean>): Promise<Deno.FsFile> {
  for (;;) {
    const file = Deno.openSync(path, { read: true, append: true, create: true });
    if (!file.statSync().isFile) return file;
    if (!await tryLock(file)) {
      file.close();
      throw fail("usage_error", `Another process writes the results in ${path}`, {
        hint: "Wait until it has ended, or name another file with -o.",
      });
    }
    // Its last writer may have put another file into its place.
    if (isAt(file, path)) return file;
    file.close();
  }
}

function isAt(file: Deno.FsFile, path: string): boolean {
  const [open, named] = [file.statSync(), Deno.statSync(path)];
  return open.ino === named.ino && open.dev === named.dev;
}

function readEarlier(path: string, file: Deno.FsFile): EarlierResults {
  const earlier = new EarlierResults();
  if (!file.statSync().isFile) return earlier;
  let number = 0;
  for (const { text, start, isWhole } of linesOfFile(file)) {
    number++;
    if (text.trim() === "") continue;
    const record = parseRecord(text);
    if (!record && isWhole) throw notResults(path, number);
    if (!record) file.truncateSync(start);
    else {
      earlier.add(record);
      if (!isWhole) file.writeSync(new Uint8Array([LF]));
    }
  }
  return earlier;
}

function notResults(path: string, line: number): Error {
  return fail("usage_error", `${path} holds something else than results: line ${line} is not a result record`, {
    hint: "Name the results of the same batch, or a new file, with -o.",
  });
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value.type === "result" ? value : null;
  } catch {
    // A line that is no JSON is no record.
    return null;
  }
}

function keyOf({ id, line }: Record<string, unknown>): string {
  return typeof line === "number" ? `line ${line}` : `id ${id}`;
}

/** The lines of a file from its beginning, with their places. */
function* linesOfFile(file: Deno.FsFile): Generator<{ text: string; start: number; isWhole: boolean }> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let held: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  let position = 0;
  const take = (bytes: Uint8Array): string => {
    const text = decoder.decode(held.length === 0 ? bytes : joinBytes([...held, bytes], size + bytes.length));
    held = [];
    size = 0;
    return text;
  };
  file.seekSync(0, Deno.SeekMode.Start);
  for (let count = file.readSync(chunk); count !== null; count = file.readSync(chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1 && end < count; end = chunk.indexOf(LF, from)) {
      yield { text: take(chunk.subarray(from, end)), start, isWhole: true };
      from = end + 1;
      start = position + from;
    }
    held.push(chunk.slice(from, count));
    size += count - from;
    position += count;
  }
  if (size > 0) yield { text: take(new Uint8Array()), start, isWhole: false };
}
