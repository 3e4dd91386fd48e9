import type { Event } from "../../model/mod.ts";
import { systemClock } from "../../model/clock.ts";
import { after } from "../../model/timer.ts";
import { type Batch, itemsOf } from "../../stream/batch.ts";
import { type ByteSink, TextPump } from "../../stream/text_pump.ts";
import { NO_STYLES } from "../draw/palette.ts";
import { plain } from "../plain_text.ts";
import type { InputHistory } from "../input/input_history.ts";
import { LineInput } from "../input/line_input.ts";
import type { RawInputOptions } from "../input/raw_input.ts";
import { Chat, type Opening } from "./chat.ts";
import type { ChatPort, ChatScreen } from "./chat_port.ts";
import type { CommandSource } from "./command_source.ts";
import { PlainAsker } from "./plain_asker.ts";
import { TurnFeed } from "./turn_feed.ts";

/** What a conversation line by line is opened with. */
export interface PlainTerminalOptions {
  stdout: ByteSink;
  stdin: RawInputOptions["stdin"];
  size: () => { columns: number; rows: number };
  isUnicode: boolean;
  commands: CommandSource;
  port: ChatPort;
  history: InputHistory;
  opening: Opening;
}

const PROMPT = "> ";

/** A conversation line by line, for screen readers and terminals without a cursor: nothing is moved or erased. */
export class PlainTerminal implements ChatScreen {
  readonly chat: Chat;
  readonly #options: PlainTerminalOptions;
  readonly #pump: TextPump;
  readonly #input: LineInput;
  readonly #asker: PlainAsker;
  #isPrompting = false;
  #isOver = false;

  constructor(options: PlainTerminalOptions) {
    this.#options = options;
    this.#pump = new TextPump(options.stdout);
    this.#input = new LineInput({
      stdin: options.stdin,
      onLine: (line) => this.#line(line),
      onEnd: () => this.chat.leave(),
    });
    this.#asker = new PlainAsker({
      write: (text) => this.#write(text),
      input: this.#input,
      // Another question may follow at once.
      onDone: () => void after(0, () => this.refresh()),
    });
    this.chat = new Chat({
      screen: this,
      commands: options.commands,
      feed: new TurnFeed({
        palette: () => NO_STYLES,
        columns: () => Infinity,
        isUnicode: options.isUnicode,
        isPlain: true,
        now: systemClock.now,
      }),
      history: options.history,
      port: options.port,
      palette: () => NO_STYLES,
      setTheme: () => {},
      theme: () => "mono",
      now: systemClock.now,
      opening: options.opening,
      asker: this.#asker,
    });
  }

  get columns(): number {
    return 10_000;
  }

  get rows(): number {
    return this.#options.size().rows;
  }

  get bytesTaken(): number {
    return this.#pump.taken;
  }

  /** Begins to read lines. */
  start(): void {
    this.#input.start();
    this.refresh();
  }

  print(rows: readonly string[]): void {
    for (const row of rows) this.#write(`${plain(row)}\n`);
  }

  note(text: string): void {
    this.print([text]);
  }

  /** Shows the prompt once nothing runs. */
  refresh(): void {
    const { chat } = this;
    if (this.#isOver) return;
    if (chat.notice !== null) {
      const { notice } = chat;
      chat.notice = null;
      this.print([notice]);
    }
    if (this.#isPrompting || this.#asker.isOpen || chat.isWorking || chat.isAsking || chat.info === null) return;
    this.#push(PROMPT);
    this.#isPrompting = true;
  }

  /** A terminal that gets no escape sequences has no clipboard. */
  copy(): boolean {
    return false;
  }

  write(items: Batch<object | string>): Promise<void> {
    for (const item of itemsOf<object | string>(items)) if (isEvent(item)) this.chat.take(item);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.end();
    await this.#pump.drained();
  }

  cancelling(): void {
    this.print(["Ending."]);
  }

  /** Ends the line of the prompt. */
  end(): void {
    this.#isOver = true;
    if (this.#isPrompting) this.#push("\n");
    this.#isPrompting = false;
  }

  #line(line: string): void {
    // The terminal has echoed the line and its end.
    this.#isPrompting = false;
    const { queued } = this.chat;
    const before = queued.length;
    this.chat.submit(line);
    if (queued.length > before) this.print(["Queued. Enter on an empty line sends it now."]);
    if (queued.length < before) this.print(["Sent into the running turn."]);
    this.refresh();
  }

  #write(text: string): void {
    if (this.#isPrompting) this.#push("\n");
    this.#isPrompting = false;
    this.#push(text);
  }

  /** A terminal that has gone away ends the conversation. */
  #push(text: string): void {
    try {
      void this.#pump.push(text)?.catch(() => this.chat.leave());
    } catch {
      this.chat.leave();
    }
  }
}

function isEvent(item: object | string): item is Event {
  return typeof item === "object" && "type" in item && "seq" in item;
}
