import type { Clock } from "./ports.ts";

/** Why a wait is given up that nobody needs any more. No exception: its trace would cost more than the wait. */
export const SETTLED = "no longer waited for";

/** The value if it comes in time, else null. */
export async function within<Value>(value: Promise<Value>, limit: { ms: number; clock: Clock }): Promise<Value | null> {
  const inTime = new AbortController();
  const late = limit.clock.sleep(limit.ms, inTime.signal).then(() => null, () => null);
  try {
    return await Promise.race([value, late]);
  } finally {
    inTime.abort(SETTLED);
  }
}
