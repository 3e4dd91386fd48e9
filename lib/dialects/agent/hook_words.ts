/** What hooks are told, in the words of one client. */
import { type Mode, MODES, type PermissionUpdate } from "../../model/access.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { CallResponse, Words } from "./words.ts";
import { writeUpdates } from "./write_updates.ts";

/** The part of the words that hooks need. */
export type HookTerms = Pick<Words, "tool" | "ownTool" | "input" | "ownInput" | "mode" | "ownMode" | "response">;

/** Our own words, which are qwen-code's: those of hooks in settings. */
export const PLAIN_TERMS: HookTerms = {
  tool: (name) => name,
  ownTool: (name) => name,
  input: (_tool, input) => input,
  ownInput: (_tool, input) => input,
  mode: (mode) => mode,
  ownMode: (word) => {
    const mode = MODES.find((known) => known === word);
    return mode ? { mode, asks: true } : null;
  },
  response: plainResponse,
};

/** What a call came to: its structured result or, where the tool gives none, what the model saw. */
export function plainResponse({ data, text }: CallResponse): Json {
  return data ?? { output: text };
}

/** Keys of a hook's payload that hooks know by another name. */
const KEYS: Readonly<Record<string, string>> = {
  event: "hook_event_name",
  tool: "tool_name",
  input: "tool_input",
  response: "tool_response",
  callId: "tool_use_id",
  mode: "permission_mode",
  suggestions: "permission_suggestions",
};

/** What a hook is told. */
export function hookInput(payload: JsonObject, words: HookTerms): JsonObject {
  const tool = typeof payload.tool === "string" ? payload.tool : null;
  // Only what belongs to a tool call has the keys of one: a server's question has a `mode` of its own.
  const isQuestion = payload.mcpServerName !== undefined;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(payload)) {
    const known = isQuestion && key === "mode" ? undefined : KEYS[key];
    const name = known ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    out[name] = isQuestion ? value : valueFor(key, value, { tool, words, payload });
  }
  return out;
}

function valueFor(
  key: string,
  value: Json,
  { tool, words, payload }: { tool: string | null; words: HookTerms; payload: JsonObject },
): Json {
  switch (key) {
    case "response": {
      if (tool === null || !isObject(value)) return value;
      const { input = null, durationMs } = payload;
      const data = isObject(value.data) ? value.data as JsonObject : null;
      const spent = typeof durationMs === "number" ? durationMs : 0;
      return words.response({ tool, input, data, text: String(value.text ?? ""), durationMs: spent });
    }
    case "tool":
      return typeof value === "string" ? words.tool(value) : value;
    case "input":
      return tool === null ? value : words.input(tool, value);
    case "mode": {
      const mode: Mode | undefined = MODES.find((known) => known === value);
      return mode ? words.mode(mode) : value;
    }
    case "toolCalls":
      return Array.isArray(value)
        ? value.map((call) => isObject(call) ? hookInput(call as JsonObject, words) : call)
        : value;
    case "suggestions":
      return writeUpdates(value as unknown as PermissionUpdate[], words) as unknown as Json;
    default:
      return value;
  }
}
