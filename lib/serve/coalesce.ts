import type { Event } from "../model/event.ts";
import type { Logged } from "./event_log.ts";

// A merged increment stays a handy piece.
const MAX_CHARS = 32_768;

/** Merges neighbouring increments of the same text: for a client that is behind, fewer and longer records. */
export function coalesce(entries: readonly Logged[]): Logged[] {
  const out: Logged[] = [];
  for (const entry of entries) {
    const last = out.at(-1);
    const merged = last && mergedDelta(last.event, entry.event);
    if (merged) out[out.length - 1] = { event: merged, total: entry.total };
    else out.push(entry);
  }
  return out;
}

function mergedDelta(a: Event, b: Event): Event | null {
  if (a.type !== "part.delta" || b.type !== "part.delta") return null;
  const isSame = a.messageId === b.messageId && a.index === b.index && a.agent === b.agent && a.kind === b.kind;
  if (!isSame || a.delta.length + b.delta.length > MAX_CHARS) return null;
  return { ...b, delta: a.delta + b.delta };
}
