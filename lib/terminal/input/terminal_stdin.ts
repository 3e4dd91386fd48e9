/** What a read of the terminal rejects with when another part of the program has begun to read it. */
export const SUPERSEDED: unique symbol = Symbol("another part reads the terminal");

interface Reader {
  into: Uint8Array;
  resolve: (count: number | null) => void;
  reject: (reason: unknown) => void;
}

/**
 * The terminal as an input that one part of the program reads after another. A read cannot be taken back, so that the
 * bytes of one that is still waiting go to the part that asked last.
 */
class TerminalStdin {
  #reader: Reader | null = null;
  #isReading = false;

  read(into: Uint8Array): Promise<number | null> {
    this.#reader?.reject(SUPERSEDED);
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    this.#reader = { into, resolve, reject };
    if (!this.#isReading) void this.#read();
    return promise;
  }

  setRaw(on: boolean, options?: { cbreak: boolean }): void {
    Deno.stdin.setRaw(on, options);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const buffer = new Uint8Array(16_384);
    try {
      const count = await Deno.stdin.read(buffer);
      this.#isReading = false;
      this.#deliver((reader) => {
        if (count !== null) reader.into.set(buffer.subarray(0, Math.min(count, reader.into.length)));
        reader.resolve(count);
      });
    } catch (error) {
      this.#isReading = false;
      this.#deliver((reader) => reader.reject(error));
    }
  }

  #deliver(give: (reader: Reader) => void): void {
    const reader = this.#reader;
    this.#reader = null;
    if (reader) give(reader);
  }
}

/** The terminal on stdin. */
export const terminalStdin: TerminalStdin = new TerminalStdin();

/** Reads an input until it ends, or until another part of the program reads it. */
export async function readUntilEnd(
  stdin: Pick<TerminalStdin, "read">,
  take: (bytes: Uint8Array) => void,
): Promise<typeof SUPERSEDED | null> {
  const buffer = new Uint8Array(16_384);
  try {
    for (;;) {
      const count = await stdin.read(buffer);
      if (count === null) return null;
      take(buffer.subarray(0, count));
    }
  } catch (error) {
    // A terminal that has gone away is the end of its input.
    return error === SUPERSEDED ? SUPERSEDED : null;
  }
}
