/** Where bytes come from, such as a connection. */
export interface Reader {
  read(buffer: Uint8Array): Promise<number | null>;
}

const READ_BYTES = 32_768;
const LF = 10;

/** Bytes of a connection, read in pieces, in lines or by number. */
export class ByteSource {
  readonly #reader: Reader;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The next bytes, at most `max`; null at the end. */
  async read(max = READ_BYTES): Promise<Uint8Array | null> {
    if (this.#rest.length === 0 && !await this.#fill()) return null;
    const piece = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** The next line without its break; null at the end. Throws RangeError when it is longer than `max`. */
  async line(max: number): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(LF);
      if (end > max || (end < 0 && this.#rest.length > max)) throw new RangeError(`A line is longer than ${max} bytes`);
      if (end >= 0) {
        const line = new TextDecoder("latin1").decode(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return line.endsWith("\r") ? line.slice(0, -1) : line;
      }
      if (!await this.#fill()) return null;
    }
  }

  /** Passes the next `count` bytes on. Throws where the bytes end before. */
  async copy(count: number, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    for (let left = count; left > 0;) {
      const piece = await this.read(Math.min(left, READ_BYTES));
      if (piece === null) throw new Deno.errors.UnexpectedEof("The body ended too early");
      await write(piece);
      left -= piece.length;
    }
  }

  async #fill(): Promise<boolean> {
    const buffer = new Uint8Array(READ_BYTES);
    const count = await this.#reader.read(buffer);
    if (count === null) return false;
    const all = new Uint8Array(this.#rest.length + count);
    all.set(this.#rest);
    all.set(buffer.subarray(0, count), this.#rest.length);
    this.#rest = all;
    return true;
  }
}

/** Writes all bytes. */
export async function writeAll(
  writer: { write(bytes: Uint8Array): Promise<number> },
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await writer.write(bytes.subarray(at));
}

/** Text of a protocol as bytes: one byte for each character. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
