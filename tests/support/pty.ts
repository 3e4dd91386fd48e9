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

/**
 * Starts the program on a pseudo-terminal of 80 columns. `line` is a shell line in which `"$@"` stands for the
 * program and its arguments, so that single streams can be sent elsewhere. What is sent is typed.
 */
export function startOnPty(args: readonly string[], options: QwenOptions & { line?: string }): RunningQwen {
  const { line = '"$@"', ...rest } = options;
  const inner = `stty cols 80 rows 40; ${line}`;
  const via = `words=$(printf '%q ' "$@"); exec script -qec ${quote(`set -- `)}"$words"${
    quote(`; ${inner}`)
  } /dev/null`;
  const env = { TERM: "xterm-256color", SHELL: "/bin/bash", ...options.env };
  return new RunningQwen(args, { ...rest, env, via, stdin: options.stdin ?? { open: true } });
}

/** The screen after these bytes: its lines without trailing blanks, up to the last that is not empty. */
export async function screenOf(bytes: string): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: 80, rows: 40, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const lines: string[] = [];
  for (let row = 0; row < terminal.buffer.active.length; row++) {
    lines.push(terminal.buffer.active.getLine(row)?.translateToString(true) ?? "");
  }
  terminal.dispose();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
