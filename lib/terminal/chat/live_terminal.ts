import type { Event } from "../../model/mod.ts";
import { systemClock } from "../../model/clock.ts";
import { after } from "../../model/timer.ts";
import { type Batch, itemsOf } from "../../stream/batch.ts";
import { type ByteSink, TextPump } from "../../stream/text_pump.ts";
import { LiveRegion } from "../draw/live_region.ts";
import { NO_STYLES, type Palette, paletteOf, type Theme } from "../draw/palette.ts";
import { wrapText } from "../draw/text_width.ts";
import type { InputHistory } from "../input/input_history.ts";
import type { Key } from "../input/key_decoder.ts";
import { RawInput, type RawInputOptions } from "../input/raw_input.ts";
import { Chat, type Opening } from "./chat.ts";
import { layOut } from "./chat_layout.ts";
import type { ChatPort, ChatScreen } from "./chat_port.ts";
import type { CommandSource } from "./command_source.ts";
import { TurnFeed } from "./turn_feed.ts";

/** What a conversation on live rows is opened with. */
export interface LiveTerminalOptions {
  stdout: ByteSink;
  stdin: RawInputOptions["stdin"];
  /** Writes to the terminal at once; never throws. */
  writeNow: (text: string) => void;
  size: () => { columns: number; rows: number };
  isColoured: boolean;
  isUnicode: boolean;
  theme: Theme;
  commands: CommandSource;
  port: ChatPort;
  history: InputHistory;
  opening: Opening;
}

const FRAME_MS = 16;
const TICK_MS = 120;
/** How long a stopped process may run on before it counts as not stopped. */
const UNSTOPPED_MS = 100;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const ASCII_SPINNER = ["|", "/", "-", "\\"];
/** How long the events of one batch may keep keys waiting. */
const SLICE_MS = 4;
/** The most bytes of a clipboard that common terminals take. */
const MAX_CLIPBOARD = 100_000;

/** A conversation that is drawn on the last rows of the terminal. */
export class LiveTerminal implements ChatScreen {
  readonly chat: Chat;
  readonly #options: LiveTerminalOptions;
  readonly #pump: TextPump;
  readonly #region: LiveRegion;
  readonly #input: RawInput;
  #theme: Theme;
  #palette: Palette;
  #finished: string[] = [];
  #cancelFrame: (() => void) | null = null;
  #cancelTick: (() => void) | null = null;
  #tick = 0;
  #isOver = false;
  #isSuspended = false;
  readonly #onResize = (): void => this.#resize();
  readonly #onContinue = (): void => this.#resume();

  constructor(options: LiveTerminalOptions) {
    this.#options = options;
    this.#theme = options.theme;
    this.#palette = options.isColoured ? paletteOf(options.theme) : NO_STYLES;
    this.#pump = new TextPump(options.stdout);
    this.#region = new LiveRegion((text) => this.#write(text));
    const feed = new TurnFeed({
      palette: () => this.#palette,
      columns: () => this.columns,
      isUnicode: options.isUnicode,
      isPlain: false,
      now: systemClock.now,
    });
    this.chat = new Chat({
      screen: this,
      commands: options.commands,
      feed,
      history: options.history,
      port: options.port,
      palette: () => this.#palette,
      setTheme: (theme) => this.#setTheme(theme),
      theme: () => this.#theme,
      now: systemClock.now,
      opening: options.opening,
    });
    const { stdin, writeNow } = options;
    const onKeys = (keys: Key[]): void => this.#keys(keys);
    this.#input = new RawInput({ stdin, writeNow, onKeys, onEnd: () => this.chat.leave() });
  }

  /** The columns that rows may fill: the last one stays free, because terminals differ in what happens there. */
  get columns(): number {
    return Math.max(10, this.#options.size().columns - 1);
  }

  get rows(): number {
    return Math.max(3, this.#options.size().rows);
  }

  get bytesTaken(): number {
    return this.#pump.taken;
  }

  /** Enters raw mode and draws the first frame. */
  start(): void {
    this.#input.start();
    if (Deno.build.os !== "windows") {
      Deno.addSignalListener("SIGWINCH", this.#onResize);
      Deno.addSignalListener("SIGCONT", this.#onContinue);
    }
    void this.chat.readBranch();
    this.#draw();
  }

  print(rows: readonly string[]): void {
    if (rows.length === 0) return;
    for (const row of rows) for (const line of wrapText(row, { columns: this.columns })) this.#finished.push(line);
    this.refresh();
  }

  /** Prints a line for people. */
  note(text: string): void {
    this.print([this.#palette.warning(text)]);
  }

  refresh(): void {
    if (this.#isOver) return;
    this.#cancelFrame ??= after(FRAME_MS, () => this.#draw());
    if (this.chat.isWorking) this.#cancelTick ??= after(TICK_MS, () => this.#ticked());
  }

  /** Hands a text to the clipboard by OSC 52; terminals ignore one that is too long. */
  copy(text: string): boolean {
    const encoded = new TextEncoder().encode(text).toBase64();
    if (encoded.length > MAX_CLIPBOARD) return false;
    this.#write(`\x1b]52;c;${encoded}\x07`);
    return true;
  }

  /** Takes the events of the session; keys are read in between. */
  async write(items: Batch<object | string>): Promise<void> {
    let since = systemClock.now();
    for (const item of itemsOf<object | string>(items)) {
      if (isEvent(item)) this.chat.take(item);
      if (systemClock.now() - since < SLICE_MS) continue;
      await new Promise<void>((resolve) => void after(0, resolve));
      since = systemClock.now();
    }
  }

  /** Restores the terminal and resolves when the last byte was taken. */
  async close(): Promise<void> {
    this.end();
    await this.#pump.drained();
  }

  /** Shows that the run is being ended. */
  cancelling(): void {
    this.chat.notice = "Ending.";
    this.refresh();
  }

  /** Draws the last rows and restores the terminal. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelFrame?.();
    this.#cancelTick?.();
    if (Deno.build.os !== "windows") {
      Deno.removeSignalListener("SIGWINCH", this.#onResize);
      Deno.removeSignalListener("SIGCONT", this.#onContinue);
    }
    this.#region.end([...this.#finished.splice(0), ...this.chat.parts.feed.live()]);
    this.#input.stop();
  }

  #keys(keys: Key[]): void {
    for (const key of keys) {
      if (key.type === "press" && key.name === "ctrl+z") this.#suspend();
      else if (key.type === "press" && key.name === "ctrl+l") this.#region.resized(this.columns + 1);
      else this.chat.press(key);
    }
    // A key is echoed at once.
    this.#draw();
  }

  /** Stops the process like any other program at the terminal; `fg` continues it. */
  #suspend(): void {
    if (Deno.build.os === "windows") return;
    this.#isSuspended = true;
    this.#region.end(this.#finished.splice(0));
    this.#input.stop();
    Deno.kill(Deno.pid, "SIGTSTP");
    // A process without a shell above it is not stopped.
    after(UNSTOPPED_MS, () => this.#isSuspended && this.#resume());
  }

  /** Continues after a stop: the terminal was in other hands. */
  #resume(): void {
    if (this.#isOver) return;
    if (!this.#isSuspended) {
      this.#region.forget();
      this.#write("\r\n");
      this.#input.stop();
    }
    this.#isSuspended = false;
    this.#input.start();
    this.#draw();
  }

  #draw(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    if (this.#isOver || this.#isSuspended) return;
    const frames = this.#options.isUnicode ? SPINNER : ASCII_SPINNER;
    const spinner = frames[this.#tick % frames.length];
    const { live, cursor } = layOut(this.chat, {
      palette: this.#palette,
      columns: this.columns,
      rows: this.rows,
      spinner,
    });
    this.#region.draw({ finished: this.#finished.splice(0), live, cursor });
  }

  /** A terminal that has gone away ends the conversation. */
  #write(text: string): void {
    try {
      void this.#pump.push(text)?.catch(() => this.chat.leave());
    } catch {
      this.chat.leave();
    }
  }

  #ticked(): void {
    this.#cancelTick = null;
    this.#tick += 1;
    this.refresh();
  }

  #resize(): void {
    this.#region.resized(this.#options.size().columns);
    this.#draw();
  }

  #setTheme(theme: Theme): void {
    this.#theme = theme;
    if (this.#options.isColoured) this.#palette = paletteOf(theme);
    this.refresh();
  }
}

function isEvent(item: object | string): item is Event {
  return typeof item === "object" && "type" in item && "seq" in item;
}
