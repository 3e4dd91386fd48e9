import type { Clock } from "./ports.ts";

/** Why a wait is given up that nobody needs any more. No exception: its trace would cost more than the wait. */
export const SETTLED = "no longer waited for";

/** The value if it comes in time, else null. */
export async function within<Value>(
  value: Promise<Value>,
  limit: { ms: number; clock: Pick<Clock, "after"> },
): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const callOff = limit.clock.after(limit.ms, () => late.resolve(null));
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    callOff();
  }
}
