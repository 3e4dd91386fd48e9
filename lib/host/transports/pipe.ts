import { fail } from "../../model/problem.ts";
import { systemClock } from "../../model/clock.ts";
import {
  type Connection,
  type ListenAddress,
  type Listener,
  type ListeningTransport,
  readableOf,
  unlessGone,
} from "./transport.ts";

/** Named pipes. */
export const pipe: ListeningTransport = {
  name: "pipe",
  summary: "--pipe-path P: clients write to P.in and read from P.out, one at a time, mode 0600",
  isReachable: false,
  listen: async ({ pipePath }) => {
    if (!pipePath) throw fail("usage_error", "This transport needs --pipe-path");
    return await listenPipes(pipePath);
  },
};

/** Listens on two named pipes: clients write to `PATH.in` and read from `PATH.out`. One client at a time. */
export async function listenPipes(path: string): Promise<Listener> {
  const made: string[] = [];
  for (const name of [`${path}.in`, `${path}.out`]) if (await makePipe(name)) made.push(name);
  return new PipeListener(path, made);
}

/** Makes a pipe unless there is one; says whether it did. */
async function makePipe(path: string): Promise<boolean> {
  const found = await Deno.lstat(path).catch(() => null);
  if (found && !found.isFifo) throw fail("config_invalid", `${path} exists and is not a named pipe`);
  if (found) {
    // The owner of a pipe could make it accessible to others.
    if (found.uid !== null && found.uid !== Deno.uid()) {
      throw fail("config_invalid", `The named pipe ${path} belongs to another user`, { hint: "Choose another path." });
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
  readonly address: ListenAddress;
  readonly #path: string;
  readonly #made: readonly string[];
  #isClosed = false;
  #isWatched = false;
  #wakener: Promise<Deno.FsFile> | undefined;
  #count = 0;

  constructor(path: string, made: readonly string[]) {
    this.#path = path;
    this.#made = made;
    this.address = { transport: "pipe", address: path, path };
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
        // Both ends are closed before the next client, so that it finds nothing of this one.
        await connection.ended;
        // A reader that has not yet noticed the end would take the next opening for a continuation.
        await systemClock.sleep(REOPEN_MS, NEVER);
      }
    } finally {
      await this.#cleanUp();
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // An open that waits for a client returns when this end is opened, which stays open until the end.
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
const NEVER = new AbortController().signal;
const NEWLINE = new Uint8Array([10]);
// No record contains this byte.
const MARK = new Uint8Array([0]);
const MAX_MARKS = 20;
const MARK_MS = 10;

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
        // A read that began before the connection was closed is the last one: another would never end.
        if (this.#isOver) return Promise.resolve(null);
        const reading = files.input.read(buffer);
        this.#reading = reading.catch(() => {/* The reader gets it. */}).finally(() => this.#reading = null);
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
    void this.#closeBoth();
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

  /** A blocked write to a full pipe, or read from an open one, cannot be cancelled: it is unblocked from this side. */
  async #closeBoth(): Promise<void> {
    const { input, output, path } = this.#files;
    if (this.#writing) await this.#discard(this.#writing);
    if (this.#reading) {
      const file = await Deno.open(`${path}.in`, { read: true, write: true });
      await file.write(NEWLINE);
      await this.#reading;
      file.close();
    }
    unlessGone(() => input.close());
    unlessGone(() => output.close());
    this.#end.resolve();
  }

  /** Empties the pipe of unread bytes, so that the next client does not find them. */
  async #discard(writing: Promise<unknown>): Promise<void> {
    const { output, path } = this.#files;
    // Operations on one file run in turn, so the pipe is emptied through another.
    using drain = await Deno.open(`${path}.out`, { read: true });
    let isEmpty = false;
    const marking = (async () => {
      await writing.catch(() => {/* The writer gets it. */});
      // The next client may be reading already and take the mark, and with it what was to be discarded.
      for (let tries = 0; !isEmpty && tries < MAX_MARKS; tries++) {
        await output.write(MARK);
        await systemClock.sleep(MARK_MS, NEVER);
      }
      // Nothing more is written, which ends a read that still waits.
      if (!isEmpty) unlessGone(() => output.close());
    })();
    const buffer = new Uint8Array(65_536);
    while (!isEmpty) {
      const count = await drain.read(buffer);
      isEmpty = count === null || buffer.subarray(0, count).includes(MARK[0]);
    }
    await marking;
  }
}
