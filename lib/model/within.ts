import type { Clock } from "./clock.ts";

/** The abort reason of a wait that nobody needs any more. A string, because a stack trace would be wasted. */
export const SETTLED = "no longer waited for";

/** Resolves with the value, or with null when the time limit passes first. */
export async function within<Value>(
  value: Promise<Value>,
  limit: { ms: number; clock: Pick<Clock, "after"> },
): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const cancel = limit.clock.after(limit.ms, () => late.resolve(null));
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    cancel();
  }
}
