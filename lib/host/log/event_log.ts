/**
 * The events of one session, in order, which any number of clients read at their own pace. The most recent events are
 * kept as objects, those before them as bytes, and older ones in a private file that vanishes with the process. A client
 * is no more than a cursor in the log, so a stalled client costs nothing.
 */
import type { Event } from "../../model/event.ts";
import { fail } from "../../model/problem.ts";
import { LogBlock } from "./log_block.ts";
import { LogFile } from "./log_file.ts";

/** How a log is bounded. */
export interface EventLogOptions {
  /** Whether events are kept after the last reader has seen them, for clients that come later. */
  keepsHistory: boolean;
  /** The number before the first event; a log that continues an earlier one has other numbers than that. */
  startsAfter?: number;
  /** Bytes that are kept in memory. */
  ringBytes: number;
  /** Bytes that are kept on disk. */
  diskBytes: number;
  /** Where older events go; null keeps none. */
  folder: string | null;
  /** Called when older events can no longer be kept. */
  onFailure: (error: unknown) => void;
}

/** A place in the log: everything up to `seq` has been read. */
export interface Cursor {
  seq: number;
  /** Size of all events up to here; null while it is not known. */
  total: number | null;
  /** Whether the reader has caught up once. Before that it reads the past, which takes as long as it takes. */
  isLive?: boolean;
  /** Where the file continues; only the log uses it. */
  mark?: { file: LogFile; offset: number; seq: number };
}

/** An event and the size of the log up to it. */
export interface Logged {
  event: Event;
  total: number | null;
}

const BLOCK_BYTES = 131_072;
const PAGE_EVENTS = 256;
const RECENT_EVENTS = 2_048;
const RECENT_BYTES = 262_144;
const SPILL_AT = 1.25;
const WAIT_AT = 1.5;
const FILES = 4;
/** What an event takes beside its text. */
const OVERHEAD_BYTES = 160;

/** The log of one session. */
export class EventLog {
  readonly #options: EventLogOptions;
  /** The last events, as they came. */
  #recent: { event: Event; total: number }[] = [];
  #blocks: LogBlock[] = [];
  /** Blocks whose memory waits to be used again. */
  readonly #spares: LogBlock[] = [];
  #files: LogFile[] = [];
  #total = 0;
  #seq: number;
  #held = 0;
  #spilling: Promise<void> | undefined;
  #isClosed = false;
  #isDiskLost = false;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#seq = this.start;
  }

  /** The number before the first event. */
  get start(): number {
    return this.#options.startsAfter ?? 0;
  }

  /** Number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  /** Size of all events so far. */
  get total(): number {
    return this.#total;
  }

  /** Number of the oldest event that can still be read. */
  get oldest(): number {
    return this.#files[0]?.firstSeq ?? this.#blocks[0]?.firstSeq ?? this.#recent[0]?.event.seq ?? this.start + 1;
  }

  /** Adds an event. A returned promise means that the disk is behind, and the writer should wait for it. */
  append(event: Event): Promise<void> | void {
    this.#total += sizeOf(event);
    this.#seq = event.seq;
    this.#recent.push({ event, total: this.#total });
    if (!this.#options.keepsHistory) return;
    const recentBytes = this.#total - this.#recent[0].total;
    const { ringBytes } = this.#options;
    const isFull = this.#recent.length >= RECENT_EVENTS || recentBytes > Math.min(RECENT_BYTES, ringBytes / 4);
    if (isFull) this.#archive(this.#recent.length >> 1);
    if (this.#held <= ringBytes * SPILL_AT) return;
    this.#spilling ??= this.#spill().finally(() => this.#spilling = undefined);
    if (this.#held > ringBytes * WAIT_AT) return this.#spilling;
  }

  /** Forgets events up to `seq`, unless the log keeps its history: the only reader has seen them. */
  release(seq: number): void {
    if (this.#options.keepsHistory || this.#recent.length === 0) return;
    this.#recent.splice(0, Math.max(0, seq - this.#recent[0].event.seq + 1));
  }

  /** Some of the events after a cursor; null when all were read. The reader moves the cursor itself. */
  read(cursor: Cursor): Iterable<Logged> | Promise<Iterable<Logged>> | null {
    const next = cursor.seq + 1;
    if (next > this.#seq) return null;
    const first = this.#recent[0].event.seq;
    if (next >= first) return next === first ? [...this.#recent] : this.#recent.slice(next - first);
    const block = this.#blocks.findLast(({ firstSeq }) => firstSeq <= next);
    return block ? block.read(next) : this.#readFile(cursor);
  }

  /** Forgets everything, once pending writes have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#spilling;
    for (const file of this.#files.splice(0)) file.close();
  }

  /** Turns the oldest recent events into bytes. */
  #archive(count: number): void {
    for (const { event, total } of this.#recent.splice(0, Math.max(1, count))) {
      const line = JSON.stringify(event);
      const last = this.#blocks.at(-1);
      const written = last?.append({ seq: event.seq, total }, line) ?? 0;
      this.#held += written || this.#beginBlock({ seq: event.seq, total }, line);
    }
  }

  #beginBlock(place: { seq: number; total: number }, line: string): number {
    const block = this.#block(LogBlock.sizeFor(line));
    block.open(place.seq);
    this.#blocks.push(block);
    return block.append(place, line);
  }

  /** A block with at least this much space. */
  #block(needed: number): LogBlock {
    const usual = Math.min(BLOCK_BYTES, Math.ceil(this.#options.ringBytes / 8));
    return (needed <= usual ? this.#spares.pop() : undefined) ?? new LogBlock(Math.max(usual, needed));
  }

  async #readFile(cursor: Cursor): Promise<Logged[]> {
    const next = cursor.seq + 1;
    const file = this.#files.find((one) => one.firstSeq <= next && next <= one.lastSeq);
    if (!file) throw fail("protocol_error", `Events from ${next} on are no longer kept`, { detail: "seq_gone" });
    let { offset, seq } = cursor.mark ?? { offset: 0, seq: -1 };
    // A reader that stopped in the middle of a page begins again at the last known place.
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

  /** Moves the oldest blocks to disk until the rest fits. */
  async #spill(): Promise<void> {
    const { ringBytes, folder } = this.#options;
    while (!this.#isClosed && this.#blocks.length > 1 && this.#held - this.#blocks[0].bytes.length > ringBytes) {
      const [block] = this.#blocks;
      if (folder !== null && !this.#isDiskLost) await this.#keep(folder, block);
      this.#held -= block.bytes.length;
      this.#blocks.shift();
      if (block.size <= BLOCK_BYTES) this.#spares.push(block);
    }
  }

  /** A failing disk costs the session its past, not its life. */
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

/** About how much an event takes. Increments are many, and only their text varies. */
function sizeOf(event: Event): number {
  return OVERHEAD_BYTES + (event.type === "part.delta" ? event.delta.length : JSON.stringify(event).length);
}
