/**
 * The events of one session, in order, to be read by any number of clients at their own pace. The last few are kept
 * as they are, those before them as bytes, and older ones in a private file that vanishes with the process. A client
 * is no more than a place in the log, so one that stalls costs nothing.
 */
import type { Event } from "../model/event.ts";
import { fail } from "../model/problem.ts";
import { LogBlock } from "./log_block.ts";
import { LogFile } from "./log_file.ts";

/** How a log is bounded. */
export interface EventLogOptions {
  ringBytes: number;
  diskBytes: number;
  /** Where older events go; null keeps none. */
  folder: string | null;
  /** Told when older events can be kept no longer. */
  onFailure: (error: unknown) => void;
}

/** A place in the log: everything up to `seq` has been read. */
export interface Cursor {
  seq: number;
  /** Bytes of all events up to here; null while it is not known. */
  total: number | null;
  /** Whether the reader has caught up once; before that it reads the past, which takes as long as it takes. */
  isLive?: boolean;
  /** Where the file goes on; only the log uses it. */
  mark?: { file: LogFile; offset: number; seq: number };
}

/** An event and how much of the log it ends. */
export interface Logged {
  event: Event;
  total: number | null;
}

const BLOCK_BYTES = 131_072;
const PAGE_EVENTS = 256;
const FRESH_EVENTS = 64;
const FRESH_BYTES = 131_072;
const SPILL_AT = 1.25;
const WAIT_AT = 1.5;
const FILES = 4;

/** The log of one session. */
export class EventLog {
  readonly #options: EventLogOptions;
  /** The last events, as they came. */
  #fresh: { event: Event; total: number }[] = [];
  #blocks: LogBlock[] = [];
  /** Blocks whose memory waits to be used again. */
  readonly #spares: LogBlock[] = [];
  #files: LogFile[] = [];
  #total = 0;
  #seq = 0;
  #spilling: Promise<void> | undefined;
  #isClosed = false;
  #isDiskLost = false;

  constructor(options: EventLogOptions) {
    this.#options = options;
  }

  /** Number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  /** Bytes of all events. */
  get total(): number {
    return this.#total;
  }

  /** Number of the oldest event that can still be read. */
  get oldest(): number {
    return this.#files[0]?.firstSeq ?? this.#blocks[0]?.firstSeq ?? 1;
  }

  /** Adds an event. A promise means that the disk is behind: the writer should wait for it. */
  append(event: Event): Promise<void> | void {
    this.#total += this.#write(event);
    this.#seq = event.seq;
    this.#fresh.push({ event, total: this.#total });
    if (this.#fresh.length >= FRESH_EVENTS * 2 || this.#total - this.#fresh[0].total > FRESH_BYTES) {
      this.#fresh = this.#fresh.slice(-Math.min(FRESH_EVENTS, this.#fresh.length >> 1));
    }
    const { ringBytes } = this.#options;
    const held = this.#total - (this.#blocks[0]?.totalBefore ?? 0);
    if (held <= ringBytes * SPILL_AT) return;
    this.#spilling ??= this.#spill().finally(() => this.#spilling = undefined);
    if (held > ringBytes * WAIT_AT) return this.#spilling;
  }

  /** Some of the events after a place; null when all were read. The reader moves the place itself. */
  read(cursor: Cursor): Iterable<Logged> | Promise<Iterable<Logged>> | null {
    const next = cursor.seq + 1;
    if (next > this.#seq) return null;
    const first = this.#fresh[0].event.seq;
    if (next >= first) return this.#fresh.slice(next - first);
    const block = this.#blocks.findLast(({ firstSeq }) => firstSeq <= next);
    return block ? block.read(next) : this.#readFile(cursor);
  }

  /** Forgets everything, once what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#spilling;
    for (const file of this.#files.splice(0)) file.close();
  }

  #write(event: Event): number {
    const line = JSON.stringify(event);
    const last = this.#blocks.at(-1);
    const written = last?.append(event.seq, line) ?? 0;
    if (written > 0) return written;
    const fresh = this.#block(LogBlock.sizeFor(line));
    fresh.open(event.seq, this.#total);
    this.#blocks.push(fresh);
    return fresh.append(event.seq, line);
  }

  /** A block with so much room. */
  #block(needed: number): LogBlock {
    const usual = Math.min(BLOCK_BYTES, Math.ceil(this.#options.ringBytes / 8));
    return (needed <= usual ? this.#spares.pop() : undefined) ?? new LogBlock(Math.max(usual, needed));
  }

  async #readFile(cursor: Cursor): Promise<Logged[]> {
    const next = cursor.seq + 1;
    const file = this.#files.find((one) => one.firstSeq <= next && next <= one.lastSeq);
    if (!file) throw fail("protocol_error", `Events from ${next} on are not kept any more`, { detail: "seq_gone" });
    let { offset, seq } = cursor.mark ?? { offset: 0, seq: -1 };
    // A reader that left off in the middle of what it was given begins again at the last known place.
    if (cursor.mark?.file !== file || seq !== cursor.seq) offset = file.offsetOf(next);
    for (;;) {
      const { lines, end } = await file.read(offset, PAGE_EVENTS);
      if (lines.length === 0) throw fail("internal", `The log of the session has no event ${next}`);
      const events = lines.map((line) => JSON.parse(line) as Event);
      seq = events[events.length - 1].seq;
      offset = end;
      cursor.mark = { file, offset, seq };
      if (seq >= next) return events.filter((event) => event.seq >= next).map((event) => ({ event, total: null }));
    }
  }

  /** Moves the oldest blocks to disk, until the rest is small enough. */
  async #spill(): Promise<void> {
    const { ringBytes, folder } = this.#options;
    while (!this.#isClosed && this.#blocks.length > 1 && this.#total - this.#blocks[1].totalBefore > ringBytes) {
      const [block] = this.#blocks;
      if (folder !== null && !this.#isDiskLost) await this.#keep(folder, block);
      this.#blocks.shift();
      if (block.size <= BLOCK_BYTES) this.#spares.push(block);
    }
  }

  /** A disk that fails takes the past with it, not the session. */
  async #keep(folder: string, block: LogBlock): Promise<void> {
    try {
      const file = await this.#file(folder, block.firstSeq);
      await file.append(block);
    } catch (error) {
      this.#isDiskLost = true;
      for (const file of this.#files.splice(0)) file.close();
      if (!this.#isClosed) this.#options.onFailure(error);
    }
  }

  async #file(folder: string, firstSeq: number): Promise<LogFile> {
    const last = this.#files.at(-1);
    if (last && last.size < this.#options.diskBytes / FILES) return last;
    const file = await LogFile.make(folder, firstSeq);
    this.#files.push(file);
    if (this.#files.length > FILES) this.#files.shift()?.close();
    return file;
  }
}
