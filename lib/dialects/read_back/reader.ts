/** Shared parts of the readers of recorded lines. Recordings are untrusted data. */
import type { Part } from "../../model/content.ts";
import type { Event, EventBody, Outcome, SessionInfo, TurnCompleted } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ToolNaming } from "../../model/ports/tool_naming.ts";
import { NO_STATS, NO_USAGE, type Usage } from "../../model/usage.ts";

/** Folds recorded output lines of one dialect back into events. */
export interface Reader {
  /** The events of a record. Never throws; unknown records yield nothing. */
  read(record: Record<string, unknown>): Event[];
  /** The events that were held back for a later record. */
  end(): Event[];
}

/** Options of a reader. */
export interface ReaderOptions {
  /** Milliseconds since 1970, for records that carry no time. */
  at: number;
  /** The names of tools as hosts know them. */
  tools: readonly ToolNaming[];
}

/** Adds envelopes to the bodies of events. */
export class Envelopes {
  at: number;
  #seq = 0;

  constructor(at: number) {
    this.at = at;
  }

  /** The event with this body. */
  wrap(sessionId: string, body: EventBody, { agent = null }: { agent?: string | null } = {}): Event {
    return { sessionId, seq: ++this.#seq, at: this.at, cause: null, agent, ...body };
  }
}

/** A text field, or a fallback. */
export function textAt(
  record: Record<string, unknown>,
  key: string,
  { fallback = "" }: { fallback?: string } = {},
): string {
  const value = record[key];
  return typeof value === "string" ? value : fallback;
}

/** A number field, or 0. */
export function numberAt(record: Record<string, unknown>, key: string): number {
  const value = record[key];
  return typeof value === "number" ? value : 0;
}

/** An object field, or an empty object. */
export function objectAt(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = record[key];
  return isObject(value) ? value : {};
}

/** The objects in a list field. */
export function objectsAt(record: Record<string, unknown>, key: string): Record<string, unknown>[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts in a list field. */
export function textsAt(record: Record<string, unknown>, key: string): string[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Text parsed as JSON, or the text itself when it is not JSON. */
export function jsonOr(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // Broken arguments of a model are kept unchanged.
    return text;
  }
}

/** A session of which only the id is known. */
export function unknownSession(sessionId: string): SessionInfo {
  return {
    sessionId,
    cwd: "",
    model: "",
    mode: "default",
    tools: [],
    servers: [],
    commands: [],
    agents: [],
    version: "",
    sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
    ignored: [],
  };
}

/** The events of a whole message. */
export function wholeMessage(message: {
  messageId: string;
  model: string;
  parts: Part[];
  usage: Usage;
  interrupted?: boolean;
}): EventBody[] {
  const { messageId, model, parts, usage, interrupted = false } = message;
  const isCalls = parts.some((part) => part.kind === "tool_call");
  const bodies: EventBody[] = [{ type: "message.started", messageId, model }];
  for (const [index, part] of parts.entries()) {
    const empty: Part = part.kind === "text" || part.kind === "thinking" ? { ...part, text: "" } : part;
    bodies.push({ type: "part.started", messageId, index, part: empty });
    bodies.push({ type: "part.completed", messageId, index, part });
  }
  const stop = { reason: isCalls ? "tool_calls" as const : "end" as const, raw: null };
  bodies.push({ type: "message.completed", messageId, model, parts, usage, stop, interrupted });
  return bodies;
}

/** The end of a turn, as far as records contain it. */
export function turnEnd(
  promptId: string,
  outcome: Outcome,
  facts: Partial<Pick<TurnCompleted, "usage" | "durationMs" | "apiDurationMs" | "rounds" | "denials">>,
): TurnCompleted {
  const usage = facts.usage ?? NO_USAGE;
  return {
    type: "turn.completed",
    turnId: promptId,
    promptId,
    outcome,
    usage,
    total: usage,
    stats: NO_STATS,
    durationMs: facts.durationMs ?? 0,
    apiDurationMs: facts.apiDurationMs ?? 0,
    rounds: facts.rounds ?? 0,
    denials: facts.denials ?? [],
    background: [],
  };
}
