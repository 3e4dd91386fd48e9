import { isObject, type JsonObject } from "../model/json.ts";

/** Longest text that is searched. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024;

/** The JSON object that a text consists of, or the last one in a code fence; null when there is none. */
export function extractFencedJson(text: string): JsonObject | null {
  if (text.length > MAX_TEXT_CHARS) return null;
  const whole = parseObject(text);
  if (whole) return whole;
  let found: JsonObject | null = null;
  for (const block of fencedBlocks(text)) found = parseObject(block) ?? found;
  return found;
}

function* fencedBlocks(text: string): Generator<string> {
  let fence: string | null = null;
  let block: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null) {
      fence = mark ?? null;
      block = [];
    } else if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) {
      yield block.join("\n");
      fence = null;
    } else {
      block.push(line);
    }
  }
  // A careless model, or one that was cut off, leaves the last fence open.
  if (fence !== null) yield block.join("\n");
}

function parseObject(text: string): JsonObject | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value as JsonObject : null;
  } catch {
    return null;
  }
}
