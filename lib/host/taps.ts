import type { Event } from "../model/event.ts";

/**
 * A function over the events of one session, applied once at the session's outlet and before any encoder: redaction
 * first, then audit, debug log and telemetry. It returns the event that the next tap, the log and all clients see, or
 * several events, whose numbers it must keep without gaps.
 */
export interface Tap {
  (event: Event): Event | readonly Event[];
  /**
   * For a tap without which nothing may pass, such as redaction: an event without its content. It takes the place of
   * the tap once that has thrown.
   */
  withhold?(event: Event): Event;
}

/** A tap that only looks at events. */
export function watching(watch: (event: Event) => void): Tap {
  return (event) => {
    watch(event);
    return event;
  };
}

/** The taps of one session, in order. */
export class Taps {
  readonly #onFailure: (error: unknown) => void;
  #taps: readonly Tap[];

  constructor(taps: readonly Tap[], onFailure: (error: unknown) => void) {
    this.#taps = taps;
    this.#onFailure = onFailure;
  }

  /**
   * Applies every tap. A tap that throws, such as an audit whose disk is full, is removed and reported: nothing goes on
   * unrecorded, and the events that end the session still pass. Where the tap has to remove secrets, these and all later
   * events lose their content.
   */
  apply(event: Event): Event | readonly Event[] {
    let seen: Event | readonly Event[] = event;
    for (const tap of this.#taps) {
      try {
        seen = isList(seen) ? seen.flatMap((one) => tap(one)) : tap(seen);
      } catch (error) {
        const withhold: Tap | null = tap.withhold ? (one) => tap.withhold?.(one) ?? one : null;
        this.#taps = this.#taps.flatMap((one) => one !== tap ? [one] : withhold ? [withhold] : []);
        if (withhold) seen = isList(seen) ? seen.flatMap((one) => withhold(one)) : withhold(seen);
        this.#onFailure(error);
      }
    }
    return seen;
  }
}

/** Whether a tap has returned several events. */
export function isList(events: Event | readonly Event[]): events is readonly Event[] {
  return Array.isArray(events);
}
