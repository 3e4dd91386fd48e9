import type { JsMsg, OrderedConsumerOptions } from "@nats-io/jetstream";
import { DeliverPolicy } from "./nats.js";
import { pause } from "../../model/timer.ts";
import type { JobQueue } from "./job_queue.ts";
import type { QueueConnection } from "./queue_connection.ts";

/** A message of a stream: its number, the id of its job and its content. */
export interface StreamRecord {
  seq: number;
  id: string;
  value: unknown;
  /** How many further messages the stream has at the moment. */
  pending: number;
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
          yield recordOf(message);
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

/** Reads the last message of each subject that a stream has now, in one pass. */
export async function* readLatest({ jetstream }: QueueConnection, stream: string): AsyncGenerator<StreamRecord> {
  const consumer = await jetstream.consumers.get(stream, { deliver_policy: DeliverPolicy.LastPerSubject });
  let isMore = (await consumer.info()).num_pending > 0;
  while (isMore) {
    // A message that was replaced meanwhile does not come, so an empty answer is an end as well.
    isMore = false;
    for await (const message of await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS })) {
      isMore = message.info.pending > 0;
      // A deleted key has an empty message.
      if (message.data.length > 0) yield recordOf(message);
    }
  }
}

function recordOf({ seq, subject, data, info: { pending } }: JsMsg): StreamRecord {
  return { seq, id: subject.slice(subject.lastIndexOf(".") + 1), value: JSON.parse(decoder.decode(data)), pending };
}
