import { pause } from "../../../model/timer.ts";
import type { HeldMatch } from "./confined_search.ts";

/** A message about a search that is under way; without files it only shows that the search goes on. */
export interface SearchNews {
  id: number;
  found: HeldMatch[];
}

/** The longest silence of a search. */
const TICK_MS = 1_000;

/** Sends the matches of searches from the worker and waits until each batch was received. */
export class SearchDelivery {
  readonly #post: (news: SearchNews) => void;
  readonly #waiting = new Map<number, () => void>();
  #ticked = 0;

  constructor(post: (news: SearchNews) => void) {
    this.#post = post;
  }

  /** Sends a batch; an empty one is a pause in which other messages are read. */
  async deliver(id: number, found: HeldMatch[]): Promise<void> {
    if (found.length === 0) return await this.pause(id);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    this.#post({ id, found });
    await promise;
  }

  /** Lets other messages be read. */
  async pause(id: number): Promise<void> {
    const now = performance.now();
    if (now - this.#ticked > TICK_MS) {
      this.#ticked = now;
      this.#post({ id, found: [] });
    }
    await pause(0);
  }

  /** The batch of a search was received. */
  received(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}
