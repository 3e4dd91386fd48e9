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
  const found = await Deno.stat(path).catch(() => null);
  if (found && !found.isFifo) throw fail("config_invalid", `${path} exists and is no named pipe`);
  if (found) {
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
  #current: PipeConnection | null = null;
  #count = 0;

  constructor(path: string, made: readonly string[]) {
    this.#path = path;
    this.#made = made;
    this.place = { transport: "pipe", address: path, path };
  }

  async *connections(): AsyncGenerator<Connection> {
    while (!this.#isClosed) {
      // Waits for somebody to write. The other end is opened both ways, so that it does not wait for a reader.
      const input = await Deno.open(`${this.#path}.in`, { read: true });
      if (this.#isClosed) return input.close();
      const output = await Deno.open(`${this.#path}.out`, { read: true, write: true });
      const connection = new PipeConnection({ input, output, path: this.#path }, `pipe client ${++this.#count}`);
      this.#current = connection;
      yield connection;
      // Both ends are given up before the next client, so that it finds nothing of this one's.
      await connection.ended;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Whoever waits for a client is woken by one.
    if (!this.#current || this.#current.isOver) await touch(`${this.#path}.in`);
    for (const name of this.#made) await Deno.remove(name).catch(() => {/* It is gone already. */});
  }
}

const NEWLINE = new Uint8Array([10]);

/** Opens a pipe for a moment, which lets through whoever waits at its other end. */
async function touch(path: string): Promise<void> {
  const file = await Deno.open(path, { read: true, write: true }).catch(() => null);
  file?.close();
}

class PipeConnection implements Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly sink: { write(bytes: Uint8Array): Promise<number> };
  readonly peer: string;
  readonly ended: Promise<void>;
  readonly #files: { input: Deno.FsFile; output: Deno.FsFile; path: string };
  readonly #end = Promise.withResolvers<void>();
  #writing: Promise<unknown> | null = null;
  #reading: Promise<unknown> | null = null;
  isOver = false;

  constructor(files: { input: Deno.FsFile; output: Deno.FsFile; path: string }, peer: string) {
    this.#files = files;
    this.peer = peer;
    this.ended = this.#end.promise;
    this.readable = readableOf({
      read: (buffer) => {
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
    if (this.isOver) return;
    this.isOver = true;
    void this.#giveUp();
  }

  async #write(bytes: Uint8Array): Promise<number> {
    if (this.isOver) throw new Deno.errors.BrokenPipe("The pipe is closed");
    const writing = this.#files.output.write(bytes);
    this.#writing = writing;
    try {
      const count = await writing;
      if (this.isOver) throw new Deno.errors.BrokenPipe("The pipe is closed");
      return count;
    } finally {
      this.#writing = null;
    }
  }

  /** A write to a full pipe, and a read from an open one, cannot be taken back: they are let through from here. */
  async #giveUp(): Promise<void> {
    const { input, output, path } = this.#files;
    const waste = new Uint8Array(65_536);
    while (this.#writing) {
      const written = this.#writing.then(() => "written", () => "written");
      const read = output.read(waste);
      if (await Promise.race([written, read]) !== "written") continue;
      await output.write(NEWLINE);
      await read;
    }
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
}
