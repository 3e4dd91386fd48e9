import type { ModelChunk } from "../model/ports.ts";

/** Folds the events of one answer into chunks. */
export interface Fold {
  /** Adds what one event means to `out`. Throws QwenError when the event is an error. */
  push(event: string, out: ModelChunk[]): void;
  /** The last chunks. Throws QwenError when the answer is not complete. */
  end(): ModelChunk[];
}

/** One batch of chunks for each batch of events. What came before an error in the same read is not lost. */
export async function* foldEvents(batches: AsyncIterable<string[]>, fold: Fold): AsyncGenerator<ModelChunk[]> {
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
}
