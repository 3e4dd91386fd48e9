import type { Clock } from "../model/clock.ts";
import type { JsonObject } from "../model/json.ts";
import { newSpanId, newTraceId, type TraceContext } from "./trace_context.ts";

/** The value of an attribute. */
export type AttributeValue = string | number | readonly string[];

/** Attributes by name; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** The kinds of span that OpenTelemetry knows, with their numbers on the wire. */
const KINDS = { internal: 1, client: 3 } as const;
const STATUS_ERROR = 2;

/** One timed piece of work. */
export class Span {
  readonly context: TraceContext;
  readonly #facts: { name: string; kind: keyof typeof KINDS; parent: TraceContext | null; startedAt: number };
  readonly #attributes: Record<string, AttributeValue> = {};
  #endedAt: number | null = null;
  #error: string | null = null;

  constructor(name: string, facts: { kind: keyof typeof KINDS; parent: TraceContext | null; clock: Clock }) {
    const { kind, parent, clock } = facts;
    this.#facts = { name, kind, parent, startedAt: clock.now() };
    this.context = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      flags: parent?.flags ?? "01",
    };
  }

  get isEnded(): boolean {
    return this.#endedAt !== null;
  }

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) this.#attributes[name] = value;
  }

  /** Ends the span; `error` is the code of a failure. */
  end(at: number, error: string | null = null): void {
    this.#endedAt = at;
    this.#error = error;
    if (error !== null) this.set({ "error.type": error });
  }

  /** The span as OTLP writes it in JSON. */
  toJSON(): JsonObject {
    const { name, kind, parent, startedAt } = this.#facts;
    return {
      traceId: this.context.traceId,
      spanId: this.context.spanId,
      ...(parent ? { parentSpanId: parent.spanId } : {}),
      name,
      kind: KINDS[kind],
      startTimeUnixNano: nanoseconds(startedAt),
      endTimeUnixNano: nanoseconds(this.#endedAt ?? startedAt),
      attributes: attributesOf(this.#attributes),
      status: this.#error === null ? {} : { code: STATUS_ERROR, message: this.#error },
    };
  }
}

/** Attributes as OTLP writes them in JSON. */
export function attributesOf(attributes: Attributes): JsonObject[] {
  return Object.entries(attributes).flatMap(([key, value]) => value === undefined ? [] : [{ key, value: any(value) }]);
}

function any(value: AttributeValue): JsonObject {
  if (typeof value === "string") return { stringValue: value };
  // OTLP writes 64-bit integers as strings in JSON.
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } };
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}
