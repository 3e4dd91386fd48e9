import { drained } from "./drained.ts";
import { endGroup } from "./process_group.ts";

/** A command that is run for an event. */
export interface CommandHook {
  command: string;
  cwd: string;
  /** The whole environment. */
  env: Readonly<Record<string, string>>;
}

/** How a hook's command ended. */
export interface CommandHookEnd {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** It wrote more than is read of it, and was ended. */
  isFlooded: boolean;
}

/** Most bytes that are read of each of its pipes. */
export const MAX_HOOK_OUTPUT_BYTES = 1024 * 1024;

/**
 * Runs a hook's command with a text on its stdin, in a process group of its own, and ends all that it leaves behind.
 * Rejects with `signal.reason` when aborted, and with what the system says when it cannot be started.
 */
export async function runCommandHook(
  hook: CommandHook,
  options: { input: string; signal: AbortSignal },
): Promise<CommandHookEnd> {
  const { input, signal } = options;
  signal.throwIfAborted();
  const child = spawn(hook, "bash") ?? spawn(hook, "sh");
  if (!child) throw new Error("neither bash nor sh is on the PATH");
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => ending ??= endGroup(child.pid);
  const onAbort = (): void => void end();
  signal.addEventListener("abort", onAbort, { once: true });
  const stdout = new Tap(child.stdout, onAbort);
  const stderr = new Tap(child.stderr, onAbort);
  const feeding = feed(child.stdin, input);
  try {
    const { code, signal: killer } = await child.status;
    await drained(Promise.all([stdout.done, stderr.done]));
    await end();
    await Promise.all([stdout.close(), stderr.close(), feeding]);
    signal.throwIfAborted();
    return {
      code: killer ? null : code,
      stdout: stdout.text(),
      stderr: stderr.text(),
      isFlooded: stdout.isFull || stderr.isFull,
    };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Reads a pipe up to a limit. */
class Tap {
  readonly done: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  readonly #onFull: () => void;
  #bytes = 0;

  constructor(stream: ReadableStream<Uint8Array>, onFull: () => void) {
    this.#reader = stream.getReader();
    this.#onFull = onFull;
    this.done = this.#read();
  }

  get isFull(): boolean {
    return this.#bytes > MAX_HOOK_OUTPUT_BYTES;
  }

  text(): string {
    const decoder = new TextDecoder();
    return this.#chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
    await this.done;
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      this.#bytes += value.length;
      if (!this.isFull) this.#chunks.push(value);
      else this.#onFull();
    }
  }
}

function spawn(hook: CommandHook, program: string): Deno.ChildProcess | null {
  try {
    return new Deno.Command(program, {
      args: ["-c", hook.command],
      cwd: hook.cwd,
      env: { ...hook.env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound && !/cwd/i.test(error.message)) return null;
    throw error;
  }
}

async function feed(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // A hook need not read what it is told.
  }
}
