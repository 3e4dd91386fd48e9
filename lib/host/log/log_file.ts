import { joinBytes } from "../../stream/join_bytes.ts";

const READ_BYTES = 262_144;
const LF = 10;

/** Lines of one range of a log, in a file that only this process can reach. */
export class LogFile {
  readonly firstSeq: number;
  #lastSeq: number;
  #size = 0;
  readonly #writer: Deno.FsFile;
  readonly #reader: Deno.FsFile;
  /** Where blocks begin. */
  readonly #marks: { seq: number; offset: number }[] = [];
  #reading: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** Creates a file and unlinks it at once, so that nothing is left behind whatever happens. */
  static async make(folder: string, firstSeq: number): Promise<LogFile> {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = `${folder}/${crypto.randomUUID()}.events`;
    const writer = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    const reader = await Deno.open(path, { read: true });
    await Deno.remove(path);
    return new LogFile(firstSeq, { writer, reader });
  }

  constructor(firstSeq: number, files: { writer: Deno.FsFile; reader: Deno.FsFile }) {
    this.firstSeq = firstSeq;
    this.#lastSeq = firstSeq - 1;
    this.#writer = files.writer;
    this.#reader = files.reader;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds the lines of a block, which can be read when the promise resolves. */
  async append(block: { bytes: Uint8Array; firstSeq: number; lastSeq: number }): Promise<void> {
    const { bytes, firstSeq, lastSeq } = block;
    const offset = this.#size;
    for (let sent = 0; sent < bytes.length;) sent += await this.#writer.write(bytes.subarray(sent));
    this.#size += bytes.length;
    this.#marks.push({ seq: firstSeq, offset });
    this.#lastSeq = lastSeq;
  }

  /** Where to begin reading to find a line. */
  offsetOf(seq: number): number {
    let low = 0;
    let high = this.#marks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#marks[middle].seq <= seq) low = middle;
      else high = middle - 1;
    }
    return this.#marks[low]?.offset ?? 0;
  }

  /** Reads whole lines from an offset that begins one. */
  read(offset: number, maxLines: number): Promise<{ lines: string[]; end: number }> {
    const result = this.#reading.then(() => this.#readNow(offset, maxLines));
    // The file has one position: readers take turns.
    this.#reading = result.catch(() => {/* The reader gets the rejection. */});
    return result;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#writer.close();
    void this.#reading.then(() => this.#reader.close());
  }

  async #readNow(offset: number, maxLines: number): Promise<{ lines: string[]; end: number }> {
    const limit = this.#size;
    await this.#reader.seek(offset, Deno.SeekMode.Start);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let hasLine = false;
    while (!hasLine && offset + bytes < limit) {
      const buffer = new Uint8Array(Math.min(READ_BYTES, limit - offset - bytes));
      const count = await this.#reader.read(buffer);
      if (count === null) break;
      parts.push(buffer.subarray(0, count));
      bytes += count;
      hasLine = buffer.subarray(0, count).includes(LF);
    }
    return cut(joinBytes(parts, bytes), { offset, maxLines });
  }
}

/** The whole lines at the beginning, and where the next one begins. */
function cut(bytes: Uint8Array, from: { offset: number; maxLines: number }): { lines: string[]; end: number } {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let start = 0;
  while (lines.length < from.maxLines) {
    const end = bytes.indexOf(LF, start);
    if (end < 0) break;
    lines.push(decoder.decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  return { lines, end: from.offset + start };
}
