/**
 * The events of one session, in order, to be read by any number of clients at their own pace: the newest in memory,
 * the older ones in a private file that vanishes with the process. A client is no more than a place in it, so one
 * that stalls costs nothing.
 */
import type { Event } from "../model/event.ts";
import { fail } from "../model/problem.ts";
import { LogFile } from "./log_file.ts";

/** How a log is bounded. */
export interface EventLogOptions {
  ringBytes: number;
  ringEvents: number;
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
  /** Where the file goes on; only the log uses it. */
  mark?: { file: LogFile; offset: number };
}

/** An event and how much of the log it ends. */
export interface Logged {
  event: Event;
  total: number | null;
}

// What is over the ring's size goes to disk in one go when it is worth it.
const SPILL_AT = 1.25;
const WAIT_AT = 1.5;
const PAGE_EVENTS = 256;
const FILES = 4;

/** The log of one session. */
export class EventLog {
  readonly #options: EventLogOptions;
  #ring: { event: Event; total: number }[] = [];
  #ringStart = 0;
  #firstTotal = 0;
  #total = 0;
  #seq = 0;
  #files: LogFile[] = [];
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
    return this.#files[0]?.firstSeq ?? this.#ringFirst;
  }

  get #ringFirst(): number {
    return this.#seq - (this.#ring.length - this.#ringStart) + 1;
  }

  /** Adds an event. A promise means that the disk is behind: the writer should wait for it. */
  append(event: Event): Promise<void> | void {
    this.#total += sizeOf(event);
    this.#seq = event.seq;
    this.#ring.push({ event, total: this.#total });
    const { ringBytes, ringEvents } = this.#options;
    const bytes = this.#total - this.#firstTotal;
    const count = this.#ring.length - this.#ringStart;
    if (bytes <= ringBytes * SPILL_AT && count <= ringEvents * SPILL_AT) return;
    this.#spilling ??= this.#spill().finally(() => this.#spilling = undefined);
    if (bytes > ringBytes * WAIT_AT || count > ringEvents * WAIT_AT) return this.#spilling;
  }

  /** The next events after a place, which moves as they are taken with `advance`; none when all were read. */
  read(cursor: Cursor): Logged[] | Promise<Logged[]> {
    if (cursor.seq >= this.#seq) return [];
    const first = this.#ringFirst;
    if (cursor.seq + 1 < first) return this.#readFile(cursor);
    cursor.mark = undefined;
    const start = this.#ringStart + cursor.seq + 1 - first;
    return this.#ring.slice(start, start + PAGE_EVENTS);
  }

  /** Forgets everything. */
  close(): void {
    this.#isClosed = true;
    for (const file of this.#files) file.close();
    this.#files = [];
  }

  async #readFile(cursor: Cursor): Promise<Logged[]> {
    const next = cursor.seq + 1;
    const file = this.#files.find((one) => one.firstSeq <= next && next <= one.lastSeq);
    if (!file) throw fail("protocol_error", `Events from ${next} on are not kept any more`, { detail: "seq_gone" });
    const offset = cursor.mark?.file === file ? cursor.mark.offset : file.offsetOf(next);
    const { lines, end } = await file.read(offset, PAGE_EVENTS);
    cursor.mark = { file, offset: end };
    const events: Logged[] = [];
    for (const line of lines) {
      const event: Event = JSON.parse(line);
      if (event.seq > cursor.seq) events.push({ event, total: null });
    }
    // The place was between two marks: what was read lies before it.
    return events.length === 0 && lines.length > 0 ? await this.#readFile(cursor) : events;
  }

  /** Moves what is over the ring's size to disk. */
  async #spill(): Promise<void> {
    const { ringBytes, ringEvents, folder } = this.#options;
    let end = this.#ringStart;
    while (
      end < this.#ring.length - 1 &&
      (this.#total - this.#ring[end].total > ringBytes || this.#ring.length - end > ringEvents)
    ) end++;
    const moved = this.#ring.slice(this.#ringStart, end);
    if (moved.length === 0) return;
    if (folder !== null && !this.#isDiskLost) await this.#keep(folder, moved.map(({ event }) => event));
    this.#firstTotal = moved[moved.length - 1].total;
    this.#ringStart = end;
    if (this.#ringStart * 2 < this.#ring.length) return;
    this.#ring = this.#ring.slice(this.#ringStart);
    this.#ringStart = 0;
  }

  /** A disk that fails takes the past with it, not the session. */
  async #keep(folder: string, events: readonly Event[]): Promise<void> {
    try {
      const file = await this.#file(folder, events[0].seq);
      await file.append(events.map((event) => ({ seq: event.seq, line: JSON.stringify(event) })));
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
    if (this.#isClosed) file.close();
    this.#files.push(file);
    if (this.#files.length > FILES) this.#files.shift()?.close();
    return file;
  }
}

const ENVELOPE_BYTES = 200;

/** About how large an event is as a line; exact where it costs little. */
function sizeOf(event: Event): number {
  if (event.type === "part.delta") return ENVELOPE_BYTES + event.delta.length;
  if (event.type === "tool.progress" && event.progress.kind === "output") {
    return ENVELOPE_BYTES + event.progress.text.length;
  }
  return JSON.stringify(event).length;
}
