/** How a queue is bounded, and who is told. */
export interface BatchQueueOptions {
  /** How many items may wait before whoever fills the queue should wait, too. */
  capacity: number;
  /** Somebody took a batch, and there is room again. */
  onRoom: () => void;
  /** Nobody will take anything any more. */
  onCancel: () => void;
}

/**
 * Batches on their way from one who speaks to one who listens. It never refuses a batch: the bound is kept by asking
 * for `room`. Read either by `next` or, where a stream is wanted, by `readable`.
 */
export class BatchQueue<Item> {
  readonly #options: BatchQueueOptions;
  #waiting: (readonly Item[])[] = [];
  #size = 0;
  #wanted: PromiseWithResolvers<readonly Item[] | null> | undefined;
  #end: { error: unknown } | "closed" | "cancelled" | undefined;
  #readable: ReadableStream<readonly Item[]> | undefined;

  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /** How many more items may wait; negative when there are too many already. */
  get room(): number {
    return this.#options.capacity - this.#size;
  }

  /** Adds a batch; one that nobody will take is dropped. */
  push(batch: readonly Item[]): void {
    if (this.#end) return;
    if (this.#wanted) return this.#hand(batch);
    this.#waiting.push(batch);
    this.#size += batch.length;
  }

  /** Nothing comes after what is waiting. */
  close(): void {
    this.#finish("closed");
  }

  /** What is waiting is lost, and whoever reads is told why. */
  fail(error: unknown): void {
    this.#drop();
    this.#finish({ error });
  }

  /** The next batch; null after the last one. Only one may wait for it at a time. */
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

  /** Says that nobody reads any more. */
  cancel(): void {
    if (this.#end && this.#waiting.length === 0) return;
    this.#drop();
    this.#finish("cancelled");
    this.#options.onCancel();
  }

  /** The same as a stream. */
  get readable(): ReadableStream<readonly Item[]> {
    return this.#readable ??= new ReadableStream<readonly Item[]>({
      pull: async (controller): Promise<void> => {
        const batch = await this.next();
        if (batch) controller.enqueue(batch);
        else controller.close();
      },
      cancel: () => this.cancel(),
    }, { highWaterMark: 0 });
  }

  #finish(end: { error: unknown } | "closed" | "cancelled"): void {
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
