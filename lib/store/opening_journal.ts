import type { Journal, JournalEntry } from "../model/ports.ts";

/** A journal whose file is still being opened: what is appended meanwhile is kept in order, `sync` and `close` wait. */
export class OpeningJournal implements Journal {
  readonly #opening: Promise<Journal>;
  #opened: Journal | null = null;
  #waiting: JournalEntry[] = [];

  constructor(opening: Promise<Journal>) {
    this.#opening = opening.then((journal) => {
      for (const entry of this.#waiting) journal.append(entry);
      this.#waiting = [];
      this.#opened = journal;
      return journal;
    });
    // Whoever syncs is told.
    this.#opening.catch(() => {});
  }

  async ready(): Promise<void> {
    await this.#opening;
  }

  append(entry: JournalEntry): void {
    if (this.#opened) this.#opened.append(entry);
    else this.#waiting.push(entry);
  }

  async sync(): Promise<void> {
    await (await this.#opening).sync();
  }

  async close(): Promise<void> {
    await (await this.#opening).close();
  }
}
