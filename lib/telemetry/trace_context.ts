/** The place of a span in a trace, as the W3C header `traceparent` carries it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Two hexadecimal digits; the lowest bit says that the trace is recorded. */
  flags: string;
}

const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Reads a `traceparent`; null where it is not valid. */
export function parseTraceparent(text: string): TraceContext | null {
  const [, version, traceId, spanId, flags] = PATTERN.exec(text.trim()) ?? [];
  if (version === undefined || version === "ff" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags };
}

/** The `traceparent` of a span. */
export function traceparentOf({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

/** A new trace. */
export function newTraceId(): string {
  return hex(16);
}

/** A new span. */
export function newSpanId(): string {
  return hex(8);
}

function hex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
