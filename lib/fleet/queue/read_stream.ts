import { DeliverPolicy, type OrderedConsumerOptions } from "@nats-io/jetstream";
import { pause } from "../../model/timer.ts";
import type { JobQueue } from "./job_queue.ts";

/** A message of a stream: its number, the id of its job and its content. */
export interface StreamRecord {
  seq: number;
  id: string;
  value: unknown;
}

const FETCH_MS = 1_000;
const BATCH = 256;
const RETRY_MS = 500;
const decoder = new TextDecoder();

/**
 * Reads a stream from its beginning or after a number, and goes on while the server comes and goes. Yields null when
 * there is nothing new at the moment.
 */
export async function* readStream(
  queue: JobQueue,
  { stream, subject, after }: { stream: string; subject: string; after: number },
): AsyncGenerator<StreamRecord | null> {
  let last = after;
  for (;;) {
    try {
      const options: Partial<OrderedConsumerOptions> = {
        filter_subjects: subject,
        ...(last > 0
          ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: last + 1 }
          : { deliver_policy: DeliverPolicy.All }),
      };
      const consumer = await queue.connection.jetstream.consumers.get(stream, options);
      for (;;) {
        let count = 0;
        for await (const message of await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS })) {
          count++;
          last = message.seq;
          const id = message.subject.slice(message.subject.lastIndexOf(".") + 1);
          yield { seq: message.seq, id, value: JSON.parse(decoder.decode(message.data)) };
        }
        if (count === 0) yield null;
      }
    } catch (error) {
      if (error instanceof SyntaxError || queue.connection.nats.isClosed()) throw error;
      await pause(RETRY_MS);
      yield null;
    }
  }
}
