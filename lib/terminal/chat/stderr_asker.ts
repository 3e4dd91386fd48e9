import { systemClock } from "../../model/clock.ts";
import { LiveRegion } from "../draw/live_region.ts";
import type { Palette } from "../draw/palette.ts";
import { wrapText } from "../draw/text_width.ts";
import type { Key } from "../input/key_decoder.ts";
import { onlyStyles } from "../plain_text.ts";
import { RawInput, type RawInputOptions } from "../input/raw_input.ts";
import { type Asker, type Field, type Menu, Prompts } from "./prompts.ts";

/** What the asker of a one-shot run works with. */
export interface StderrAskerOptions {
  stdin: RawInputOptions["stdin"];
  /** Writes to stderr at once; never throws. */
  write: (text: string) => void;
  palette: Palette;
  columns: () => number;
}

/** Keys that were typed before a question arrive in this time after raw mode began, and are dropped. */
const STALE_MS = 60;

/** Asks on stderr in a run that is no conversation; the terminal is in its usual mode between questions. */
export class StderrAsker implements Asker {
  readonly #options: StderrAskerOptions;
  readonly #prompts = new Prompts(() => this.#draw());
  readonly #region: LiveRegion;
  readonly #input: RawInput;
  #isStale = true;

  constructor(options: StderrAskerOptions) {
    this.#options = options;
    this.#region = new LiveRegion(options.write);
    this.#input = new RawInput({
      stdin: options.stdin,
      writeNow: options.write,
      onKeys: (keys) => this.#keys(keys),
      onEnd: () => this.#prompts.cancel(),
      isSimple: true,
    });
  }

  print(rows: readonly string[]): void {
    const columns = this.#columns;
    for (const row of rows) for (const line of wrapText(row, { columns })) this.#options.write(`${onlyStyles(line)}\n`);
  }

  async choose(menu: Menu): Promise<string[] | null> {
    return await this.#during(() => this.#prompts.choose(menu));
  }

  async edit(field: Field): Promise<string | null> {
    return await this.#during(() => this.#prompts.edit(field));
  }

  /** Leaves the question that is open. */
  cancel(): void {
    this.#prompts.cancel();
  }

  get #columns(): number {
    return Math.max(10, this.#options.columns() - 1);
  }

  async #during<Value>(ask: () => Promise<Value>): Promise<Value> {
    this.#isStale = true;
    this.#input.start();
    try {
      await systemClock.sleep(STALE_MS, new AbortController().signal);
      this.#isStale = false;
      return await ask();
    } finally {
      this.#region.end([]);
      this.#input.stop();
    }
  }

  #keys(keys: Key[]): void {
    if (this.#isStale) return;
    for (const key of keys) this.#prompts.press(key);
  }

  #draw(): void {
    if (!this.#prompts.isOpen) return;
    const { rows, cursor } = this.#prompts.rows(this.#options.palette, this.#columns);
    this.#region.draw({ finished: [], live: rows, cursor });
  }
}
