import type { ByteSink } from "../stream/text_pump.ts";
import { plain } from "./plain_text.ts";

/** The program's ends to the outside; the only place that knows them. */
export interface Pipes {
  stdin: ReadableStream<Uint8Array>;
  /** The same without a stream, for what is read whole. */
  input: ByteSource;
  stdout: ByteSink;
  /** Writes a line for people. Never throws: nobody may be reading. */
  note(text: string): void;
  isInputTerminal: boolean;
  isOutputTerminal: boolean;
  isErrorTerminal: boolean;
}

/** Where bytes come from. Null is their end. */
export interface ByteSource {
  read(into: Uint8Array): Promise<number | null>;
  /** Gives up what was not read. */
  close(): void;
}

const O_NONBLOCK = 0o4000;

/** The pipes of this process. */
export function processPipes(): Pipes {
  return {
    // Opened when first read: a run that needs no stdin must not keep it.
    get stdin() {
      return Deno.stdin.readable;
    },
    input: processInput(),
    stdout: blockingStdout(),
    note: (text) => console.error(plain(text)),
    isInputTerminal: Deno.stdin.isTerminal(),
    isOutputTerminal: Deno.stdout.isTerminal(),
    isErrorTerminal: Deno.stderr.isTerminal(),
  };
}

/** Stdin without a stream. What cannot keep anybody waiting is read at once: a turn of the event loop takes longer. */
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
