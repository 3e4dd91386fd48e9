import type { Message, Part } from "../../model/content.ts";
import { isObject } from "../../model/json.ts";
import type { ModelChunk, ModelRequest } from "../../model/ports.ts";
import type { Problem } from "../../model/problem.ts";
import { redactKeys } from "../../stream/redact.ts";

/** A line of a recording. Lines of one exchange share `n`, so that exchanges may overlap. */
export type RecordingLine =
  | { format: 1; provider: string }
  | { n: number; request: RecordedRequest }
  | { n: number; chunks: ModelChunk[] }
  | { n: number; problem: Problem }
  | { n: number; aborted: true };

/** A request without the values that change from run to run: ids of messages and entries, and the date. */
export type RecordedRequest = Omit<ModelRequest, "messages"> & { messages: Omit<Message, "id">[] };

/** The recorded form of a request, without keys. */
export function toRecorded(request: ModelRequest): RecordedRequest {
  const { messages, ...rest } = request;
  // The system prompt contains the date, and a recording must also play on another day.
  const system = rest.system.replace(/^Date: \d{4}-\d{2}-\d{2}$/m, "Date: [day]");
  const kept = { ...rest, system, messages: messages.map(({ role, parts }) => ({ role, parts: parts.map(unnamed) })) };
  return JSON.parse(redactKeys(JSON.stringify(kept)));
}

function unnamed(part: Part): Part {
  if (part.kind !== "tool_result" || part.entryId === undefined) return part;
  const { entryId: _, ...rest } = part;
  return rest;
}

/** The first place where two JSON values differ, or null when they are equal. */
export function firstDifference(recorded: unknown, now: unknown): Difference | null {
  return differ({ path: "", recorded, now });
}

function differ(at: Difference): Difference | null {
  const { path, recorded, now } = at;
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let i = 0; i < Math.max(recorded.length, now.length); i++) {
      const found = differ({ path: `${path}[${i}]`, recorded: recorded[i], now: now[i] });
      if (found) return found;
    }
    return null;
  }
  if (isObject(recorded) && isObject(now)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
      const found = differ({ path: path === "" ? key : `${path}.${key}`, recorded: recorded[key], now: now[key] });
      if (found) return found;
    }
    return null;
  }
  return Object.is(recorded, now) ? null : { path: path || "(root)", recorded, now };
}

/** The path at which two values differ, and both values there. */
export interface Difference {
  path: string;
  recorded: unknown;
  now: unknown;
}
