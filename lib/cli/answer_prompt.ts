import type { Router } from "../engine/router.ts";
import type { Command } from "../model/mod.ts";
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
  { router, writer, ...speech }: Speech<Out> & {
    router: Pick<Router, "take" | "close" | "next">;
    writer: AnswerWriter<Out>;
  },
): Promise<void> {
  const encode = spoken(speech);
  const speak = async (): Promise<void> => {
    for (let batch = await router.next(); batch; batch = await router.next()) {
      const items: Out[] = [];
      for (const event of batch) for (const item of encode(event)) items.push(item);
      if (items.length > 0) await writer.write(new Batch(items));
    }
    await writer.close();
  };
  const said = Promise.race([speak(), writer.failed()]);
  router.take(prompt);
  const over = router.close();
  await said;
  await over;
}
