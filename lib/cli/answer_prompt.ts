import type { Router } from "../engine/router.ts";
import type { Command, Event } from "../model/mod.ts";
import { Batch } from "../stream/batch.ts";
import { type Speech, spoken } from "./spoken.ts";

/** Where the words of an answer go. */
export interface AnswerWriter<Out> {
  write(items: Batch<Out>): Promise<void> | void;
  /** Resolves when the last byte was taken. */
  close(): Promise<void>;
  /** Rejects when nobody takes anything any more. */
  failed(): Promise<never>;
}

/**
 * The pipeline of a run whose only command is its prompt: nothing is read beside it, so there is nothing to run
 * streams for, and the first word is out before they would be loaded. Settles as `compose` does.
 */
export async function answerPrompt<Out>(
  prompt: Command,
  { router, writer, onBegun, ...speech }: Speech<Out> & {
    router: Pick<Router, "take" | "close" | "next">;
    writer: AnswerWriter<Out>;
    /** Called when the first record is on its way. */
    onBegun: () => void;
  },
): Promise<void> {
  const encode = spoken(speech);
  const say = async (events: readonly Event[]): Promise<void> => {
    const items: Out[] = [];
    for (const event of events) for (const item of encode(event)) items.push(item);
    if (items.length > 0) await writer.write(new Batch(items));
  };
  const work = async (): Promise<void> => {
    let isAsked = false;
    let over: Promise<void> | undefined;
    for (let events = await router.next(); events; events = await router.next()) {
      await say(events);
      if (isAsked) continue;
      // Only now, so that the first record is on its way before the work on the prompt begins.
      isAsked = true;
      router.take(prompt);
      over = router.close();
      onBegun();
    }
    await writer.close();
    await over;
  };
  await Promise.race([work(), writer.failed()]);
}
