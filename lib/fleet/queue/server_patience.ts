import { JetStreamApiError } from "./nats.js";
import { pause } from "../../model/timer.ts";

/** How long to wait before a request is repeated. */
export const RETRY_MS = 250;

const WRONG_SEQUENCE = 10_071;
const NOT_FOUND: ReadonlySet<number> = new Set([10_037, 404]);

/** Whether a message was refused because its subject has changed meanwhile. */
export function isWrongSequence(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_SEQUENCE;
}

/** Whether what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return NOT_FOUND.has(error.code) || error.status === 404;
  return error instanceof Error && error.name === "ConsumerNotFoundError";
}

/** Repeats a request while the server is away. */
export async function again<Value>(request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      await retryable(error);
    }
  }
}

/** The same for something that may be absent; then null. */
export async function orMissing<Value>(request: () => Promise<Value>): Promise<Value | null> {
  try {
    return await again(request);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Errors of a server that does not answer. */
const AWAY: ReadonlySet<string> = new Set([
  "TimeoutError",
  "NoRespondersError",
  "RequestError",
  "ConnectionError",
  "JetStreamNotEnabled",
]);

/** Waits a moment where the server was away; throws any other error. */
export async function retryable(error: unknown): Promise<void> {
  const isBusy = error instanceof JetStreamApiError && error.status >= 500;
  const isAway = error instanceof Error && AWAY.has(error.name) && !isClosed(error);
  if (!isBusy && !isAway) throw error;
  await pause(RETRY_MS);
}

function isClosed({ cause }: Error): boolean {
  return cause instanceof Error && /Closed|Draining/.test(cause.name);
}
