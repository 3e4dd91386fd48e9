import type { Event } from "../model/mod.ts";
import { consoleColumns } from "./console_columns.ts";
import type { Pipes } from "./pipes.ts";
import { plain } from "./plain_text.ts";
import { TerminalScreen } from "./terminal_screen.ts";
import { type Stroke, TerminalVoice } from "./terminal_voice.ts";
import { systemClock } from "./world.ts";

/** A person's view of a run: what takes the place of a dialect and its writer. */
export interface Terminal {
  conversation: { encode(event: Event): Iterable<Stroke> };
  writer: TerminalScreen;
  note: (text: string) => void;
}

const DOTS = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const STROKES = ["|", "/", "-", "\\"];

/** Opens the view for a run in text mode whose stdout or stderr is a terminal. */
export function openTerminal(pipes: Pipes, env: (name: string) => string | undefined): Terminal {
  const isDumb = env("TERM") === "dumb";
  const isUnicode = speaksUnicode(env);
  const writer = new TerminalScreen({
    stdout: pipes.stdout,
    stderr: writeError,
    isColoured: pipes.isErrorTerminal && !isDumb && !env("NO_COLOR"),
    canMove: pipes.isErrorTerminal && !isDumb,
    frames: isUnicode ? DOTS : STROKES,
    columns: consoleColumns,
    now: systemClock.now,
    every(ms, call): () => void {
      const timer = setInterval(call, ms);
      return () => clearInterval(timer);
    },
  });
  // Whoever leaves at once leaves a clean line behind.
  globalThis.addEventListener("unload", () => writer.end());
  return {
    conversation: new TerminalVoice({
      isLive: pipes.isOutputTerminal,
      tellsCalls: pipes.isErrorTerminal,
      signs: isUnicode ? { done: "✓", failed: "✗" } : { done: "+", failed: "x" },
      columns: consoleColumns,
    }),
    writer,
    note: (text) => writer.note(plain(text)),
  };
}

const encoder = new TextEncoder();

function writeError(text: string): void {
  try {
    const bytes = encoder.encode(text);
    for (let sent = 0; sent < bytes.length;) sent += Deno.stderr.writeSync(bytes.subarray(sent));
  } catch {
    // Nobody reads stderr: the run goes on for stdout.
  }
}

function speaksUnicode(env: (name: string) => string | undefined): boolean {
  if (Deno.build.os === "windows" || Deno.build.os === "darwin") return true;
  return /utf-?8/i.test(env("LC_ALL") || env("LC_CTYPE") || env("LANG") || "");
}
