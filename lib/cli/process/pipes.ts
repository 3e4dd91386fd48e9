import type { ByteSink } from "../../stream/text_pump.ts";
import { plain } from "../../terminal/plain_text.ts";

/** The standard streams of the program; nothing else touches them. */
export interface Pipes {
  stdin: ReadableStream<Uint8Array>;
  /** Stdin without a stream, for input that is read whole. */
  input: ByteSource;
  stdout: ByteSink;
  /** Writes a line for people to stderr. Never throws, even when stderr is closed. */
  note(text: string): void;
  /** The same for what is no error; `--quiet` leaves it out. */
  warn(text: string): void;
  /** The same for the debug log. */
  debug(text: string): void;
  isInputTerminal: boolean;
  isOutputTerminal: boolean;
  isErrorTerminal: boolean;
}

/** The pipes of a run with `--quiet`. */
export function quietPipes(pipes: Pipes): Pipes {
  pipes.warn = () => {};
  return pipes;
}

/** A source of bytes; null is its end. */
export interface ByteSource {
  read(into: Uint8Array): Promise<number | null>;
  /** Stops reading. */
  close(): void;
}

const O_NONBLOCK = 0o4000;

/** The pipes of this process. */
export function processPipes(): Pipes {
  return {
    // Opened when first read: a run that needs no stdin must not hold it.
    get stdin() {
      return Deno.stdin.readable;
    },
    input: processInput(),
    stdout: blockingStdout(),
    note: (text) => console.error(plain(text)),
    warn: (text) => console.warn(plain(text)),
    debug: (text) => console.debug(plain(text)),
    isInputTerminal: Deno.stdin.isTerminal(),
    isOutputTerminal: Deno.stdout.isTerminal(),
    isErrorTerminal: Deno.stderr.isTerminal(),
  };
}

/** Stdin without a stream. Files are read synchronously, because they never block. */
function processInput(): ByteSource {
  if (!isInstant()) return Deno.stdin;
  return { read: (into) => Promise.resolve(Deno.stdin.readSync(into)), close: () => Deno.stdin.close() };
}

const DEV_NULL = 0x103;

/** Whether stdin is a file or `/dev/null`. */
function isInstant(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const { isFile, isCharDevice, rdev } = Deno.statSync("/proc/self/fd/0");
    return isFile || (isCharDevice === true && rdev === DEV_NULL);
  } catch {
    return false;
  }
}

/**
 * Stdout that waits for its reader. A pipe that a parent has set to non-blocking would take part of a write and then
 * fail without saying how much; opening it anew gives a description of our own that blocks.
 */
function blockingStdout(): ByteSink {
  if (!isNonBlocking()) return Deno.stdout;
  try {
    return Deno.openSync("/proc/self/fd/1", { write: true });
  } catch {
    // A socket or a closed pipe cannot be opened anew; sockets wait by themselves.
    return Deno.stdout;
  }
}

function isNonBlocking(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const flags = /^flags:\s*(\d+)/m.exec(Deno.readTextFileSync("/proc/self/fdinfo/1"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & O_NONBLOCK) !== 0;
  } catch {
    return false;
  }
}

/** Writes to a terminal on stdout before anything else happens; one that has gone away is ignored. */
export function writeOutputNow(text: string): void {
  try {
    const bytes = new TextEncoder().encode(text);
    for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
  } catch {
    // Nobody is there to see it.
  }
}

/** Writes a text to stdout to its last byte and returns the exit status of success. */
export async function printText(text: string, pipes: Pick<Pipes, "stdout">): Promise<number> {
  const bytes = new TextEncoder().encode(text.endsWith("\n") ? text : `${text}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
