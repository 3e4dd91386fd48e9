/** A pseudo-terminal around the program, and the screen that a person would see. */
import xterm from "@xterm/headless";
import { type QwenOptions, RunningQwen } from "./qwen.ts";

/** Whether this machine has the util-linux program that opens pseudo-terminals. */
export function hasPty(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const { stdout } = new Deno.Command("script", { args: ["--version"], stdout: "piped" }).outputSync();
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch {
    return false;
  }
}

/** How a program is started on a pseudo-terminal. */
export interface PtyOptions extends QwenOptions {
  /** A shell line in which `"$@"` stands for the program and its arguments, so that single streams can go elsewhere. */
  line?: string;
  columns?: number;
  rows?: number;
}

/** Starts the program on a pseudo-terminal of 80 columns and 40 rows. What is sent is typed. */
export function startOnPty(args: readonly string[], options: PtyOptions): RunningQwen {
  const { line = '"$@"', columns = 80, rows = 40, ...rest } = options;
  const inner = `stty cols ${columns} rows ${rows}; ${line}`;
  const via = `words=$(printf '%q ' "$@"); exec script -qec ${quote(`set -- `)}"$words"${
    quote(`; ${inner}`)
  } /dev/null`;
  const env = { TERM: "xterm-256color", SHELL: "/bin/bash", ...options.env };
  return new RunningQwen(args, { ...rest, env, via, stdin: options.stdin ?? { open: true } });
}

/** A change of the terminal's size after some characters of output. */
interface Resize {
  at: number;
  columns: number;
  rows: number;
}

/** The size of a terminal, and how it changed. */
interface ScreenSize {
  columns?: number;
  rows?: number;
  resizes?: readonly Resize[];
}

/** The screen after these bytes: its lines without trailing blanks, up to the last that is not empty. */
export async function screenOf(bytes: string, size: ScreenSize = {}): Promise<string[]> {
  const { columns: cols = 80, rows = 40, resizes = [] } = size;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve));
  let written = 0;
  for (const { at, columns, rows } of resizes) {
    await write(bytes.slice(written, at));
    terminal.resize(columns, rows);
    written = at;
  }
  await write(bytes.slice(written));
  const lines: string[] = [];
  for (let row = 0; row < terminal.buffer.active.length; row++) {
    lines.push(terminal.buffer.active.getLine(row)?.translateToString(true) ?? "");
  }
  terminal.dispose();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The sequences that the program itself writes: styles, moves, erasing to the end of a line, modes of keyboard and cursor. */
// deno-lint-ignore no-control-regex -- escape sequences are what this is about.
const OWN_SEQUENCES = /\x1b(?:\[(?:[0-9;]*m|[0-9]*[ABCK]|\?2004[hl]|[<>]1u|>4;[01]m)|[78])/g;

/** The control characters in the output of a conversation that are not its own. */
export function foreignControls(bytes: string): string[] {
  // deno-lint-ignore no-control-regex -- escape sequences are what this is about.
  return bytes.replace(OWN_SEQUENCES, "").match(/[^]{0,20}[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f][^]{0,20}/g) ?? [];
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

// Far above what any screen takes, even on a busy machine.
const MAX_WAIT_MS = 60_000;

/** Waits for something that must come soon; a test fails where it does not. */
export async function soon<Value>(wanted: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain for ${what}`)), MAX_WAIT_MS);
  });
  return await Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}

/** A person at the pseudo-terminal: types keys and reads the screen. */
export class Person implements AsyncDisposable {
  readonly run: RunningQwen;
  readonly #size: { columns: number; rows: number };
  readonly #resizes: Resize[] = [];

  constructor(args: readonly string[], options: PtyOptions) {
    this.#size = { columns: options.columns ?? 80, rows: options.rows ?? 40 };
    this.run = startOnPty(args, options);
  }

  /** Types keys as they are. */
  async type(keys: string): Promise<void> {
    await this.run.type(keys);
  }

  /** The lines of the screen and of its scrollback. */
  async screen(): Promise<string[]> {
    return await screenOf(this.run.stdout, { ...this.#size, resizes: this.#resizes });
  }

  /** Changes the size of the terminal, whose device is named. */
  async resize(device: string, { columns, rows }: { columns: number; rows: number }): Promise<void> {
    this.#resizes.push({ at: this.run.stdout.length, columns, rows });
    const args = ["-F", device, "cols", String(columns), "rows", String(rows)];
    const { success } = await new Deno.Command("stty", { args }).output();
    if (!success) throw new Error(`The size of ${device} cannot be changed`);
  }

  /** Waits until the screen matches; returns its text. */
  async sees(pattern: RegExp, ms = MAX_WAIT_MS): Promise<string> {
    const end = performance.now() + ms;
    for (;;) {
      const text = (await this.screen()).join("\n");
      if (pattern.test(text)) return text;
      if (performance.now() > end) throw new Error(`The screen never showed ${pattern}:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Leaves the conversation as a person would: a program that is merely cut off still writes for a while. */
  async [Symbol.asyncDispose](): Promise<void> {
    let isOver = false;
    void this.run.end.then(() => isOver = true);
    for (let tries = 0; tries < 60 && !isOver; tries++) {
      if (tries < 4) await this.type("\x03").catch(() => {/* It has just ended. */});
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await this.run[Symbol.asyncDispose]();
  }
}
