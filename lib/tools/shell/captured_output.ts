import type { ToolProgress } from "../../model/event.ts";
import type { Clock, ShellRun } from "../../model/ports.ts";
import { BoundedText } from "../../stream/bounded_text.ts";
import { plainOutput } from "../plain_output.ts";

/** The most characters of a command's output that the model sees. */
export const MAX_OUTPUT_CHARS = 30_000;
/** The most characters of the whole output that are kept for its file. */
const MAX_WHOLE_CHARS = 16 * 1024 * 1024;
/** Output that is streamed while the command runs; after that only its size is reported. */
const MAX_LIVE_BYTES = 1024 * 1024;
const STATUS_BYTES = 1024 * 1024;
/** More than one such byte in this many, and the output is not text. */
const TEXT_PER_ODD_BYTE = 20;

const encoder = new TextEncoder();

/** The bounded output of a command. */
export class CapturedOutput {
  readonly #clock: Clock;
  readonly #folderMark: string | null;
  readonly #both = new BoundedText(MAX_OUTPUT_CHARS);
  readonly #channels = { stdout: new BoundedText(MAX_OUTPUT_CHARS), stderr: new BoundedText(MAX_OUTPUT_CHARS) };
  readonly #whole: string[] = [];
  #wholeChars = 0;
  #bytes = 0;
  #oddBytes = 0;
  #lines = 0;
  #held = "";
  #folder: string | null = null;

  /** `folderMark` frames the working folder that the command reports at its end. */
  constructor(clock: Clock, folderMark: string | null = null) {
    this.#clock = clock;
    this.#folderMark = folderMark;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the output is not text. */
  get isBinary(): boolean {
    return this.#oddBytes * TEXT_PER_ODD_BYTE > this.#bytes;
  }

  /** Whether the model sees only the head and the tail. */
  get isCut(): boolean {
    return this.#wholeChars > MAX_OUTPUT_CHARS;
  }

  /** The working folder at the end of the command, where it was reported. */
  get folder(): string | null {
    return this.#folder;
  }

  /** Head and tail of the output, without escape sequences. */
  get text(): string {
    return plainOutput(this.#both.toString());
  }

  /** The whole output, without escape sequences; of an immense one only the beginning. */
  get whole(): { text: string; isWhole: boolean } {
    return { text: plainOutput(this.#whole.join("")), isWhole: this.#wholeChars <= MAX_WHOLE_CHARS };
  }

  channel(channel: "stdout" | "stderr"): string {
    return this.#channels[channel].toString();
  }

  /** Adds a notice before the output of the command. */
  note(text: string): ToolProgress {
    this.#take("stderr", text);
    return { kind: "output", text, channel: "stderr" };
  }

  /** Collects all output and yields it as it arrives. */
  async *follow(child: ShellRun): AsyncGenerator<ToolProgress, void> {
    const startedAt = this.#clock.now();
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    for await (const { channel, bytes } of child.output) {
      const decoded = decoders[channel].decode(bytes, { stream: true });
      const text = channel === "stderr" ? this.#withoutFolder(decoded) : decoded;
      const before = this.#bytes;
      this.#bytes += bytes.length;
      for (const byte of bytes) if (byte === 0) this.#oddBytes++;
      this.#take(channel, text);
      if (before < MAX_LIVE_BYTES) {
        if (text !== "") yield { kind: "output", text, channel };
      } else if (Math.floor(before / STATUS_BYTES) !== Math.floor(this.#bytes / STATUS_BYTES)) {
        const elapsedMs = this.#clock.now() - startedAt;
        yield { kind: "status", elapsedMs, totalBytes: this.#bytes, totalLines: this.#lines };
      }
    }
    this.#take("stderr", this.#held);
    for (const channel of ["stdout", "stderr"] as const) this.#take(channel, decoders[channel].decode());
  }

  #take(channel: "stdout" | "stderr", text: string): void {
    if (text === "") return;
    this.#both.append(text);
    this.#channels[channel].append(text);
    if (this.#wholeChars < MAX_WHOLE_CHARS) this.#whole.push(text);
    this.#wholeChars += text.length;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lines++;
    for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) this.#oddBytes++;
  }

  /** Takes the report of the working folder out of the output. A report that has not arrived whole is held back. */
  #withoutFolder(text: string): string {
    if (this.#folderMark === null) return text;
    const joined = this.#held + text;
    this.#held = "";
    const start = joined.indexOf(this.#folderMark);
    if (start < 0) return joined;
    const end = joined.indexOf("\n", start);
    if (end < 0) {
      this.#held = joined.slice(start);
      return joined.slice(0, start);
    }
    this.#folder = joined.slice(start + this.#folderMark.length, end);
    this.#bytes -= encoder.encode(joined.slice(start, end + 1)).length;
    return joined.slice(0, start) + joined.slice(end + 1);
  }
}
