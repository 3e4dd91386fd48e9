import type { Tap } from "../../../host/taps.ts";
import type { Event } from "../../../model/mod.ts";
import { MIN_HELD_CHARS, type Redactor, StreamRedactor } from "../../../stream/redact.ts";

type Delta = Event & { type: "part.delta" };

/**
 * Removes secrets from the events of one session, also from text that arrives in pieces. Text is held back only while it
 * may be the beginning of a secret; what is left of it goes out as one more piece before its part is complete.
 */
export function redactionTap(secrets: Redactor): Tap {
  const streams = new Map<string, { stream: StreamRedactor; last: Delta }>();
  /** How many events were added. */
  let added = 0;
  const numbered = <E extends Event>(event: E): E => added === 0 ? event : { ...event, seq: event.seq + added };
  const redactDelta = (event: Delta): Event => {
    const key = keyOf(event);
    const stream = streams.get(key)?.stream ?? new StreamRedactor(secrets, { minHeldChars: MIN_HELD_CHARS });
    streams.set(key, { stream, last: event });
    const delta = stream.push(event.delta);
    return numbered(delta === event.delta ? event : { ...event, delta });
  };
  /** The held text of a part, as a piece of its own. */
  const flush = (key: string, next: Event): Event[] => {
    const open = streams.get(key);
    streams.delete(key);
    const delta = open?.stream.end() ?? "";
    if (!open || delta === "") return [];
    const event: Event = { ...open.last, delta, seq: next.seq + added, at: next.at };
    added++;
    return [event];
  };
  const redact = (event: Event): Event | readonly Event[] => {
    if (secrets.isIdle) return numbered(event);
    if (event.type === "part.delta") return redactDelta(event);
    const rest = event.type === "part.completed"
      ? flush(keyOf(event), event)
      : event.type === "message.completed"
      ? [...streams.keys()].filter((key) => key.startsWith(`${event.messageId} `)).flatMap((key) => flush(key, event))
      : [];
    const clean = numbered(secrets.value(event));
    return rest.length === 0 ? clean : [...rest, clean];
  };
  const tap = (event: Event): Event | readonly Event[] => {
    const before = added;
    try {
      return redact(event);
    } catch (error) {
      added = before;
      throw error;
    }
  };
  return Object.assign(tap, { withhold: (event: Event): Event => numbered(withoutContent(event)) });
}

const WITHHELD = "[withheld: secrets could not be removed]";
/** Fields with words of this program: no model, tool or host chooses them. */
const OWN_FIELDS = new Set("type sessionId turnId askId kind code status state role mode level by channel".split(" "));

/** The same event with every text that could hold a secret replaced. */
function withoutContent(event: Event): Event {
  const blank = (inner: unknown, name: string): unknown => {
    if (typeof inner === "string") return OWN_FIELDS.has(name) && /^[\w.:-]{1,80}$/.test(inner) ? inner : WITHHELD;
    if (Array.isArray(inner)) return inner.map((one) => blank(one, name));
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, blank(one, key)]));
  };
  return blank(event, "") as Event;
}

function keyOf({ messageId, index }: { messageId: string; index: number }): string {
  return `${messageId} ${index}`;
}
