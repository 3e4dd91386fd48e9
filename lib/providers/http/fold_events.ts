import type { ModelChunk } from "../../model/ports.ts";
import { hasContent } from "./bounded_answer.ts";

/** Folds the events of one answer into chunks. */
export interface AnswerFold {
  /** Appends the chunks of one event to `out`. Throws when the event is an error. */
  push(event: string, out: ModelChunk[]): void;
  /** The last chunks; empty when an event has already ended the answer. Throws QwenError when the answer is incomplete. */
  end(): ModelChunk[];
}

/** What the fold of an answer tells the reader of its events, who keeps the time. */
export interface AnswerProgress {
  /** Whether the last events held any content. */
  hasContent: boolean;
}

/** Yields one batch of chunks for each batch of events, including the chunks before an error in the same batch. */
export async function* foldEvents(
  batches: AsyncIterable<string[]>,
  facts: { fold: AnswerFold; signal: AbortSignal; progress?: AnswerProgress },
): AsyncGenerator<ModelChunk[]> {
  const { fold, signal, progress } = facts;
  for await (const events of batches) {
    const chunks: ModelChunk[] = [];
    try {
      for (const event of events) fold.push(event, chunks);
    } catch (error) {
      if (chunks.length > 0) yield chunks;
      throw error;
    }
    if (progress && chunks.some(hasContent)) progress.hasContent = true;
    if (chunks.length > 0) yield chunks;
  }
  signal.throwIfAborted();
  const last = fold.end();
  if (last.length > 0) yield last;
}
