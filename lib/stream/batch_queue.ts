/** The bound of a queue, and its callback. */
export interface BatchQueueOptions {
  /** The number of queued items above which the producer should wait. */
  capacity: number;
  /** Called when a batch was taken and there is room again. */
  onRoom: () => void;
}

/**
 * A queue of batches between a producer and a reader. It never refuses a batch: the producer keeps the bound by asking
 * for `room`.
 */
export class BatchQueue<Item> {
  readonly #options: BatchQueueOptions;
  #waiting: (readonly Item[])[] = [];
  #size = 0;
  #wanted: PromiseWithResolvers<readonly Item[] | null> | undefined;
  #end: { error: unknown } | "closed" | undefined;

  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /** How many more items fit; negative when there are too many already. */
  get room(): number {
    return this.#options.capacity - this.#size;
  }

  /** Adds a batch; after the end it is dropped. */
  push(batch: readonly Item[]): void {
    if (this.#end) return;
    if (this.#wanted) return this.#hand(batch);
    this.#waiting.push(batch);
    this.#size += batch.length;
  }

  /** Ends the queue after the batches in it. */
  close(): void {
    this.#finish("closed");
  }

  /** Drops the batches in the queue and makes the reader fail. */
  fail(error: unknown): void {
    this.#drop();
    this.#finish({ error });
  }

  /** The next batch; null after the last one. Only one caller may wait at a time. */
  next(): Promise<readonly Item[] | null> {
    const batch = this.#waiting.shift();
    if (batch) {
      this.#size -= batch.length;
      if (this.room > 0) this.#options.onRoom();
      return Promise.resolve(batch);
    }
    if (this.#end) return typeof this.#end === "object" ? Promise.reject(this.#end.error) : Promise.resolve(null);
    this.#wanted = Promise.withResolvers();
    return this.#wanted.promise;
  }

  #finish(end: { error: unknown } | "closed"): void {
    this.#end ??= end;
    if (!this.#wanted) return;
    if (typeof this.#end === "object") this.#wanted.reject(this.#end.error);
    else this.#wanted.resolve(null);
    this.#wanted = undefined;
  }

  #hand(batch: readonly Item[]): void {
    this.#wanted?.resolve(batch);
    this.#wanted = undefined;
    if (this.room > 0) this.#options.onRoom();
  }

  #drop(): void {
    this.#waiting = [];
    this.#size = 0;
  }
}
