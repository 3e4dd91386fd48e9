import { drained } from "./processes/drained.ts";
import { launchedProgram } from "./launcher.ts";
import { IS_WINDOWS } from "../../path/mod.ts";
import { adoptGroup, endGroup, prepareGroups } from "./processes/process_group.ts";
import { findShell, pathOf, shellCommand } from "./system_shell.ts";

/** A command that runs for an event. */
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
  /** It wrote more than the limit and was ended. */
  isFlooded: boolean;
}

/** Of a hook that writes in many pieces, only the first ones are told as they come. */
const MAX_TOLD_CHUNKS = 20;
/** The most bytes to read from each pipe of a hook. */
export const MAX_HOOK_OUTPUT_BYTES = 1024 * 1024;

/**
 * Runs a hook's command in its own process group with a text on its stdin, and ends every process it leaves behind.
 * Rejects with `signal.reason` when aborted, and with the system's error when it cannot be started.
 */
export async function runCommandHook(
  hook: CommandHook,
  options: { input: string; signal: AbortSignal; onOutput?: (stdout: string, stderr: string) => void },
): Promise<CommandHookEnd> {
  const { input, signal } = options;
  signal.throwIfAborted();
  const child = spawn(hook);
  if (!child) throw new Error("neither bash nor sh is on the PATH");
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => ending ??= endGroup(child.pid);
  const onAbort = (): void => void end();
  signal.addEventListener("abort", onAbort, { once: true });
  const tell = (): void => options.onOutput?.(stdout.text(), stderr.text());
  const stdout: Tap = new Tap(child.stdout, { onFull: onAbort, onChunk: tell });
  const stderr: Tap = new Tap(child.stderr, { onFull: onAbort, onChunk: tell });
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
  readonly #on: { onFull: () => void; onChunk: () => void };
  #bytes = 0;

  constructor(stream: ReadableStream<Uint8Array>, on: { onFull: () => void; onChunk: () => void }) {
    this.#reader = stream.getReader();
    this.#on = on;
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
      if (this.isFull) {
        this.#on.onFull();
        continue;
      }
      this.#chunks.push(value);
      if (this.#chunks.length <= MAX_TOLD_CHUNKS) this.#on.onChunk();
    }
  }
}

function spawn(hook: CommandHook): Deno.ChildProcess | null {
  const shell = findShell({ env: hook.env });
  if (shell === null) return null;
  prepareGroups();
  try {
    const { argv, isRaw } = shellCommand(shell, hook);
    const [command, ...args] = launchedProgram(argv, { path: pathOf(hook.env), cwd: hook.cwd, avoid: [] });
    const child = new Deno.Command(command, {
      args,
      windowsRawArguments: isRaw,
      cwd: hook.cwd,
      env: { ...hook.env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: !IS_WINDOWS,
    }).spawn();
    adoptGroup(child);
    return child;
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
    // A hook may ignore its input.
  }
}
