import { systemClock } from "../../model/clock.ts";
import { isObject, within } from "../../model/mod.ts";
import { linesOf } from "../../stream/lines_of.ts";
import { MAX_INPUT_LINE_BYTES } from "../limits.ts";

/** A record that the executable wrote. */
export type Line = Readonly<Record<string, unknown>>;

/** How an executable is started. */
export interface Program {
  command: string;
  args: readonly string[];
}

/** What was written and read, and how the process ended. */
export interface Transcript {
  /** Everything on stdout, line by line. */
  readonly texts: readonly string[];
  /** The same lines as objects, without those that are none. */
  readonly lines: readonly Line[];
  /** The exit status; null where the process had to be killed. */
  readonly exit: number | null;
  /** The wait that was in vain; null where the conversation reached its end. */
  readonly stuck: string | null;
}

/** The two directions of a conversation. */
export type Talk = Pick<Exchange, "send" | "next">;

const WAIT_MS = 12_000;
/** The whole conversation; with the two waits for the end it stays below 50 s. */
const TALK_MS = 32_000;
const END_MS = 6_000;

/** One process of the executable, and the conversation with it. */
export class Exchange {
  readonly texts: string[] = [];
  readonly lines: Line[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  #news = Promise.withResolvers<void>();
  readonly #deadline = systemClock.now() + TALK_MS;
  #isOver = false;
  #taken = 0;

  constructor(program: Program, { cwd, env }: { cwd: string; env: Record<string, string> }) {
    this.#child = new Deno.Command(program.command, {
      args: [...program.args],
      ...{ cwd, env, clearEnv: true },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Writes a line, as it is or as JSON. */
  async send(line: object | string): Promise<void> {
    const text = typeof line === "string" ? line : JSON.stringify(line);
    // A process that has ended is noticed by the next wait.
    await this.#input.write(new TextEncoder().encode(`${text}\n`)).catch(() => undefined);
  }

  /** The next line that fits, after the last one that was waited for. Throws Stuck when none comes. */
  async next(what: string, fits: (line: Line) => boolean): Promise<Line> {
    const ms = Math.min(WAIT_MS, Math.max(0, this.#deadline - systemClock.now()));
    const found = await within(this.#find(fits), { ms, clock: systemClock });
    if (found) return found;
    throw new Stuck(what);
  }

  /** Closes the input and waits for the end of the process, which is killed when it stays. */
  async end(): Promise<number | null> {
    await this.#input.close().catch(() => undefined);
    const ended = await within(this.#child.status, { ms: END_MS, clock: systemClock });
    if (!ended) this.kill();
    await within(this.#reading, { ms: END_MS, clock: systemClock });
    return ended?.code ?? null;
  }

  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #find(fits: (line: Line) => boolean): Promise<Line | null> {
    for (;;) {
      while (this.#taken < this.lines.length) {
        const line = this.lines[this.#taken++];
        if (fits(line)) return line;
      }
      if (this.#isOver) return null;
      this.#news = Promise.withResolvers<void>();
      await this.#news.promise;
    }
  }

  async #read(): Promise<void> {
    try {
      for await (const text of linesOf(this.#child.stdout, MAX_INPUT_LINE_BYTES)) {
        this.texts.push(text);
        const line = objectOf(text);
        if (line) this.lines.push(line);
        this.#news.resolve();
      }
    } finally {
      this.#isOver = true;
      this.#news.resolve();
    }
  }
}

/** A wait for a line that did not come. */
export class Stuck extends Error {
  override readonly name = "Stuck";
}

function objectOf(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
