import type { Command, Event } from "../model/mod.ts";
import type { ByteSink } from "../stream/text_pump.ts";
import type { Opening } from "./chat/chat.ts";
import type { ChatPort } from "./chat/chat_port.ts";
import { CommandSource, decodeCommand } from "./chat/command_source.ts";
import { LiveTerminal } from "./chat/live_terminal.ts";
import { PlainTerminal } from "./chat/plain_terminal.ts";
import { themeOf } from "./draw/palette.ts";
import { InputHistory } from "./input/input_history.ts";
import { plain } from "./plain_text.ts";
import { terminalStdin } from "./input/terminal_stdin.ts";
import { consoleSize, hasUnicode } from "./terminal_facts.ts";

/** A person's conversation at the terminal: a view of the run, and the source of its commands. */
export interface ChatTerminal {
  conversation: { encode(event: Event): Iterable<object>; decode(line: string): Iterable<Command> };
  writer: LiveTerminal | PlainTerminal;
  note: (text: string) => void;
  answers: boolean;
  /** The input of the connection. */
  input: ReadableStream<Uint8Array>;
  /** Begins to read keys. */
  start(): void;
  /** Takes Ctrl-C where it comes as a signal. */
  interrupt(): void;
}

/** What a conversation is opened with. */
export interface OpenChatOptions {
  stdout: ByteSink;
  /** Writes to the terminal at once; never throws. */
  writeNow: (text: string) => void;
  env: (name: string) => string | undefined;
  port: ChatPort;
  /** The file with the lines typed before; null keeps none. */
  historyFile: string | null;
  opening: Opening;
  /** The setting `ui.theme`. */
  theme: string | null;
  /** `--plain`: nothing is moved or erased. */
  isPlain: boolean;
  answers: boolean;
}

/** Opens a conversation at the terminal. */
export async function openChat(options: OpenChatOptions): Promise<ChatTerminal> {
  const { stdout, writeNow, env, port, opening } = options;
  const commands = new CommandSource();
  const history = await InputHistory.open(options.historyFile);
  const parts = {
    stdout,
    stdin: terminalStdin,
    size: consoleSize,
    isUnicode: hasUnicode(env),
    commands,
    port,
    history,
    opening,
  };
  const writer = options.isPlain || env("TERM") === "dumb"
    ? new PlainTerminal(parts)
    : new LiveTerminal({ ...parts, writeNow, isColoured: !env("NO_COLOR"), theme: themeOf(options.theme) });
  return {
    conversation: { encode: (event) => [event], decode: decodeCommand },
    writer,
    note: (text) => writer.note(plain(text)),
    answers: options.answers,
    input: commands.readable,
    start: () => writer.start(),
    interrupt: () => writer.chat.interrupt(),
  };
}
