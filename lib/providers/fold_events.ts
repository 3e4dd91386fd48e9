import type { ModelChunk } from "../model/ports.ts";

/** Folds the events of one answer into chunks. */
export interface Fold {
  /** Adds what one event means to `out`. Throws when the event is an error. */
  push(event: string, out: ModelChunk[]): void;
  /** The last chunks, nothing when an event has already ended the answer. Throws QwenError when it is not complete. */
  end(): ModelChunk[];
}

/** One batch of chunks for each batch of events. What came before an error in the same read is not lost. */
export async function* foldEvents(
  batches: AsyncIterable<string[]>,
  facts: { fold: Fold; signal: AbortSignal },
): AsyncGenerator<ModelChunk[]> {
  const { fold, signal } = facts;
  for await (const events of batches) {
    const chunks: ModelChunk[] = [];
    try {
      for (const event of events) fold.push(event, chunks);
    } catch (error) {
      if (chunks.length > 0) yield chunks;
      throw error;
    }
    if (chunks.length > 0) yield chunks;
  }
  signal.throwIfAborted();
  const last = fold.end();
  if (last.length > 0) yield last;
}
