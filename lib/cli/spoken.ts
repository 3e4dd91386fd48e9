import type { Event } from "../model/mod.ts";
import { secrets } from "./secrets.ts";

/** Who puts events into words, and who sees them before. */
export interface Speech<Out> {
  conversation: { encode(event: Event): Iterable<Out> };
  watch: (event: Event) => void;
}

/** Puts events into words, without the secrets in them. */
export function spoken<Out>({ conversation, watch }: Speech<Out>): (event: Event) => Iterable<Out> {
  return (event) => {
    const clean = withoutSecrets(event);
    watch(clean);
    return conversation.encode(clean);
  };
}

/** An event without secrets. The pieces of an answer are many, and only their text can hold one. */
function withoutSecrets(event: Event): Event {
  if (event.type !== "part.delta") return secrets.value(event);
  const delta = secrets.text(event.delta);
  return delta === event.delta ? event : { ...event, delta };
}
