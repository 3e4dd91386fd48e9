import type { Event } from "../../model/event.ts";
import type { Logged } from "./event_log.ts";

// A merged increment stays a handy piece.
const MAX_CHARS = 32_768;

/** Merges neighbouring increments of the same text: for a client that is behind, fewer and longer records. */
export function* coalesce(entries: Iterable<Logged>): Generator<Logged> {
  let last: Logged | null = null;
  for (const entry of entries) {
    const merged: Event | null = last && mergedDelta(last.event, entry.event);
    if (last && !merged) yield last;
    last = merged ? { event: merged, total: entry.total } : entry;
  }
  if (last) yield last;
}

function mergedDelta(a: Event, b: Event): Event | null {
  if (a.type !== "part.delta" || b.type !== "part.delta") return null;
  const isSame = a.messageId === b.messageId && a.index === b.index && a.agent === b.agent && a.kind === b.kind;
  if (!isSame || a.delta.length + b.delta.length > MAX_CHARS) return null;
  return { ...b, delta: a.delta + b.delta };
}
