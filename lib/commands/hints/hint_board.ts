/** The hint in progress for each prompt; a newer request replaces an older one. */
export class HintBoard {
  readonly #running = new Map<string, { sessionId: string; controller: AbortController }>();

  /** Enters a hint and ends an older one of the same session and prompt. The signal aborts when this one is replaced or cancelled. */
  open(sessionId: string, promptId: string | null): { signal: AbortSignal; close(): void } {
    const key = JSON.stringify([sessionId, promptId]);
    this.#running.get(key)?.controller.abort();
    const controller = new AbortController();
    const entry = { sessionId, controller };
    this.#running.set(key, entry);
    const close = (): void => {
      if (this.#running.get(key) === entry) this.#running.delete(key);
    };
    return { signal: controller.signal, close };
  }

  /** Ends the hint of a prompt, or with null all hints of the session. Whether there was one. */
  cancel(sessionId: string, promptId: string | null): boolean {
    let found = false;
    for (const [key, entry] of this.#running) {
      if (entry.sessionId !== sessionId) continue;
      if (promptId !== null && key !== JSON.stringify([sessionId, promptId])) continue;
      entry.controller.abort();
      this.#running.delete(key);
      found = true;
    }
    return found;
  }
}
