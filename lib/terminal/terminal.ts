import { currentFolder } from "../path/mod.ts";
import { systemClock } from "../model/clock.ts";
import type { Command, Event, Rule } from "../model/mod.ts";
import type { ByteSink } from "../stream/text_pump.ts";
import { CommandSource, decodeCommand } from "./chat/command_source.ts";
import { RunQuestions } from "./chat/run_questions.ts";
import { TurnFeed } from "./chat/turn_feed.ts";
import { openAsker } from "./open_asker.ts";
import { plain } from "./plain_text.ts";
import { consoleSize, hasUnicode, writeErrorNow } from "./terminal_facts.ts";
import { TerminalScreen } from "./terminal_screen.ts";
import { type ScreenItem, TerminalView } from "./terminal_view.ts";

/** A person's view of a run; it replaces the dialect and its writer. */
export interface Terminal {
  conversation: { encode(event: Event): Iterable<ScreenItem>; decode(line: string): Iterable<Command> };
  writer: TerminalScreen;
  note: (text: string) => void;
  /** Whether the person answers questions. */
  answers: boolean;
  /** The answers of the person; null where nobody is asked. */
  input: ReadableStream<Uint8Array> | null;
}

/** How questions of a run are answered. */
export interface RunAnswers {
  keepRules: (rules: readonly Rule[]) => Promise<string>;
}

/** The streams of a run in text mode. */
export interface TerminalStreams {
  stdout: ByteSink;
  isOutputTerminal: boolean;
  isErrorTerminal: boolean;
}

const BRAILLE_FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const ASCII_FRAMES = ["|", "/", "-", "\\"];

/** What a view is opened with. */
export interface OpenTerminalOptions {
  env: (name: string) => string | undefined;
  /** `--plain`: nothing is moved or erased. */
  isPlain: boolean;
  /** Null where questions are refused. */
  answers: RunAnswers | null;
}

/** Opens the view for a run in text mode whose stdout or stderr is a terminal. */
export function openTerminal(streams: TerminalStreams, options: OpenTerminalOptions): Terminal {
  const { env } = options;
  const isDumb = env("TERM") === "dumb" || options.isPlain;
  const isUnicode = hasUnicode(env);
  const writer = new TerminalScreen({
    stdout: streams.stdout,
    stderr: writeErrorNow,
    isColoured: streams.isErrorTerminal && !isDumb && !env("NO_COLOR"),
    canMove: streams.isErrorTerminal && !isDumb,
    frames: isUnicode ? BRAILLE_FRAMES : ASCII_FRAMES,
    columns: () => consoleSize().columns,
    now: systemClock.now,
    every,
  });
  // An immediate exit must not leave a spinner behind.
  globalThis.addEventListener("unload", () => writer.end());
  const view = new TerminalView({
    isLive: streams.isOutputTerminal,
    showsCalls: streams.isErrorTerminal,
    signs: isUnicode && !options.isPlain ? { done: "✓", failed: "✗" } : SIGNS[options.isPlain ? "words" : "ascii"],
    columns: () => consoleSize().columns,
  });
  const commands = options.answers ? new CommandSource() : null;
  const questions = options.answers && commands
    ? runQuestions({ commands, writer, isDumb, env, keepRules: options.answers.keepRules })
    : null;
  return {
    conversation: {
      *encode(event): Iterable<ScreenItem> {
        yield* view.encode(event);
        questions?.take(event);
      },
      decode: decodeCommand,
    },
    writer,
    note: (text) => writer.note(plain(text)),
    answers: questions !== null,
    input: commands?.readable ?? null,
  };
}

const SIGNS = { ascii: { done: "+", failed: "x" }, words: { done: "Done:", failed: "Failed:" } };

/** The questions of the run, asked on stderr. */
function runQuestions(parts: {
  commands: CommandSource;
  writer: TerminalScreen;
  isDumb: boolean;
  env: OpenTerminalOptions["env"];
  keepRules: RunAnswers["keepRules"];
}): RunQuestions {
  const { commands, writer, isDumb, env, keepRules } = parts;
  const { asker, palette, cancel } = openAsker({ env, isPlain: isDumb });
  const columns = (): number => consoleSize().columns;
  const feed = new TurnFeed({
    palette: () => palette,
    columns,
    isUnicode: false,
    isPlain: isDumb,
    now: systemClock.now,
  });
  return new RunQuestions({
    commands,
    asker,
    palette,
    columns: columns(),
    cwd: currentFolder(),
    keepRules,
    markdown: (text) => feed.markdown(text),
    onAsking: (isAsking) => writer.hold(isAsking ? "question" : null),
    cancel,
  });
}

/** Calls a function at an interval until the returned function is called. */
function every(ms: number, call: () => void): () => void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = systemClock.after(ms, () => {
      wait();
      call();
    });
  };
  wait();
  return () => cancel();
}
