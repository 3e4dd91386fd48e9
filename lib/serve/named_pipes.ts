import { fail } from "../model/problem.ts";
import { type Connection, type Listener, type Place, quietly, readableOf } from "./transport.ts";

/** Listens on two named pipes: clients write to `PATH.in` and read from `PATH.out`. One client at a time. */
export async function listenPipes(path: string): Promise<Listener> {
  const made: string[] = [];
  for (const name of [`${path}.in`, `${path}.out`]) if (await makePipe(name)) made.push(name);
  return new PipeListener(path, made);
}

/** Makes a pipe where there is none; says whether it did. */
async function makePipe(path: string): Promise<boolean> {
  const found = await Deno.lstat(path).catch(() => null);
  if (found && !found.isFifo) throw fail("config_invalid", `${path} exists and is no named pipe`);
  if (found) {
    // Whoever owns a pipe may open it to everybody again.
    if (found.uid !== null && found.uid !== Deno.uid()) {
      throw fail("config_invalid", `The named pipe ${path} belongs to somebody else`, { hint: "Choose another path." });
    }
    await Deno.chmod(path, 0o600);
    return false;
  }
  const { success, stderr } = await new Deno.Command("mkfifo", {
    args: ["-m", "600", "--", path],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (success) return true;
  throw fail("config_invalid", `Cannot make the named pipe ${path}: ${new TextDecoder().decode(stderr).trim()}`);
}

class PipeListener implements Listener {
  readonly place: Place;
  readonly #path: string;
  readonly #made: readonly string[];
  #isClosed = false;
  #isWatched = false;
  #wakener: Promise<Deno.FsFile> | undefined;
  #count = 0;

  constructor(path: string, made: readonly string[]) {
    this.#path = path;
    this.#made = made;
    this.place = { transport: "pipe", address: path, path };
  }

  async *connections(): AsyncGenerator<Connection> {
    this.#isWatched = true;
    try {
      while (!this.#isClosed) {
        // Opened both ways it does not wait for a reader, and a client that opens it first does not wait for us.
        const output = await Deno.open(`${this.#path}.out`, { read: true, write: true });
        const input = await Deno.open(`${this.#path}.in`, { read: true });
        const connection = new PipeConnection({ input, output, path: this.#path }, `pipe client ${++this.#count}`);
        if (this.#isClosed) connection.close();
        else yield connection;
        // Both ends are given up before the next client, so that it finds nothing of this one's.
        await connection.ended;
        // A reader that has not yet noticed the end would take the next opening for a continuation.
        await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
      }
    } finally {
      await this.#cleanUp();
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Whoever waits for a client, or is about to, is let through by one that stays until the end.
    this.#wakener = Deno.open(`${this.#path}.in`, { read: true, write: true });
    await this.#wakener;
    if (!this.#isWatched) await this.#cleanUp();
  }

  async #cleanUp(): Promise<void> {
    (await this.#wakener)?.close();
    for (const name of this.#made) await Deno.remove(name).catch(() => {/* It is gone already. */});
  }
}

const REOPEN_MS = 100;
const NEWLINE = new Uint8Array([10]);
// No record has this byte in it.
const MARK = new Uint8Array([0]);

class PipeConnection implements Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly sink: { write(bytes: Uint8Array): Promise<number> };
  readonly peer: string;
  readonly ended: Promise<void>;
  readonly #files: { input: Deno.FsFile; output: Deno.FsFile; path: string };
  readonly #end = Promise.withResolvers<void>();
  #writing: Promise<unknown> | null = null;
  #reading: Promise<unknown> | null = null;
  #isOver = false;

  constructor(files: { input: Deno.FsFile; output: Deno.FsFile; path: string }, peer: string) {
    this.#files = files;
    this.peer = peer;
    this.ended = this.#end.promise;
    this.readable = readableOf({
      read: (buffer) => {
        // What was on its way when the connection was given up is the last that is read: another read would never end.
        if (this.#isOver) return Promise.resolve(null);
        const reading = files.input.read(buffer);
        this.#reading = reading.catch(() => {/* Told to whoever reads. */}).finally(() => this.#reading = null);
        return reading;
      },
    });
    this.sink = { write: (bytes) => this.#write(bytes) };
  }

  closeWrite(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#giveUp();
  }

  async #write(bytes: Uint8Array): Promise<number> {
    if (this.#isOver) throw new Deno.errors.BrokenPipe("The pipe is closed");
    const writing = this.#files.output.write(bytes);
    this.#writing = writing;
    try {
      const count = await writing;
      if (this.#isOver) throw new Deno.errors.BrokenPipe("The pipe is closed");
      return count;
    } finally {
      this.#writing = null;
    }
  }

  /** A write to a full pipe, and a read from an open one, cannot be taken back: they are let through from here. */
  async #giveUp(): Promise<void> {
    const { input, output, path } = this.#files;
    if (this.#writing) await this.#discard(this.#writing);
    if (this.#reading) {
      const file = await Deno.open(`${path}.in`, { read: true, write: true });
      await file.write(NEWLINE);
      await this.#reading;
      file.close();
    }
    quietly(() => input.close());
    quietly(() => output.close());
    this.#end.resolve();
  }

  /** Empties the pipe of what nobody took, so that the next client does not find it. */
  async #discard(writing: Promise<unknown>): Promise<void> {
    const { output, path } = this.#files;
    // What is done with one file is done in turn, so the pipe is emptied through another.
    using drain = await Deno.open(`${path}.out`, { read: true });
    const marked = writing.catch(() => {/* Told to whoever wrote. */}).then(() => output.write(MARK));
    const buffer = new Uint8Array(65_536);
    for (let isEmpty = false; !isEmpty;) {
      const count = await drain.read(buffer) ?? 0;
      isEmpty = buffer.subarray(0, count).includes(MARK[0]);
    }
    await marked;
  }
}
