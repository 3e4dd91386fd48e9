import type { Event } from "../../model/event.ts";

/** The fields of a retry record while the run waits for the provider's quota; none for an ordinary retry. */
export function quotaWait(
  { until }: Extract<Event, { type: "retry.scheduled" }>,
): { state?: "waiting_quota"; until?: string } {
  return until === undefined ? {} : { state: "waiting_quota", until };
}
