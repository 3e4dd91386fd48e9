/** The input and output of hooks in the protocol of one client. */
import { type Mode, MODES, type PermissionUpdate } from "../../model/ports/access.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { AgentProtocol, CallResponse } from "./agent_protocol.ts";
import { readUpdates, writeUpdates } from "./permission_updates.ts";

/** The part of a protocol that hooks need. */
export type HookProtocol = Pick<
  AgentProtocol,
  "tool" | "ownTool" | "input" | "ownInput" | "mode" | "ownMode" | "response"
>;

/** The protocol of hooks in settings: our own names, which are qwen-code's. */
export const PLAIN_HOOK_PROTOCOL: HookProtocol = {
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

/** The result of a call: its structured data or, where the tool has none, the text that the model saw. */
export function plainResponse({ data, text }: CallResponse): Json {
  return data ?? { output: text };
}

/** Keys of a hook's payload that have another name in its input. */
const KEYS: Readonly<Record<string, string>> = {
  event: "hook_event_name",
  tool: "tool_name",
  input: "tool_input",
  response: "tool_response",
  callId: "tool_use_id",
  mode: "permission_mode",
  suggestions: "permission_suggestions",
};

/** The input of a hook. */
export function hookInput(payload: JsonObject, protocol: HookProtocol): JsonObject {
  const tool = typeof payload.tool === "string" ? payload.tool : null;
  // A question of an MCP server has a `mode` of its own, which is no permission mode.
  const isQuestion = payload.mcpServerName !== undefined;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(payload)) {
    const known = isQuestion && key === "mode" ? undefined : KEYS[key];
    const name = known ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    out[name] = isQuestion ? value : valueFor(key, value, { tool, protocol, payload });
  }
  return out;
}

function valueFor(
  key: string,
  value: Json,
  { tool, protocol, payload }: { tool: string | null; protocol: HookProtocol; payload: JsonObject },
): Json {
  switch (key) {
    case "response": {
      if (tool === null || !isObject(value)) return value;
      const { input = null, durationMs } = payload;
      const data = isObject(value.data) ? value.data as JsonObject : null;
      const spent = typeof durationMs === "number" ? durationMs : 0;
      return protocol.response({ tool, input, data, text: String(value.text ?? ""), durationMs: spent });
    }
    case "tool":
      return typeof value === "string" ? protocol.tool(value) : value;
    case "input":
      return tool === null ? value : protocol.input(tool, value);
    case "mode": {
      const mode: Mode | undefined = MODES.find((known) => known === value);
      return mode ? protocol.mode(mode) : value;
    }
    case "toolCalls":
      return Array.isArray(value)
        ? value.map((call) => isObject(call) ? hookInput(call as JsonObject, protocol) : call)
        : value;
    case "suggestions":
      return Array.isArray(value) ? writeUpdates(updatesOf(value), protocol) : [];
    default:
      return value;
  }
}

/** The output of a hook, with changed inputs and permissions converted to our own names. */
export function hookOutput(
  value: unknown,
  { tool, protocol }: { tool: Json | undefined; protocol: HookProtocol },
): Json {
  // A callback may return nothing.
  if (value === undefined || value === null) return {};
  if (!isObject(value) || !isObject(value.hookSpecificOutput)) return value as Json;
  const specific: Record<string, unknown> = { ...value.hookSpecificOutput };
  const own = (input: unknown): unknown =>
    typeof tool === "string" && isObject(input) ? protocol.ownInput(tool, input as Json) : input;
  if (specific.updatedInput !== undefined) specific.updatedInput = own(specific.updatedInput);
  if (isObject(specific.decision)) {
    const decision: Record<string, unknown> = { ...specific.decision };
    if (decision.updatedInput !== undefined) decision.updatedInput = own(decision.updatedInput);
    if (decision.updatedPermissions !== undefined) {
      decision.updatedPermissions = readUpdates(decision.updatedPermissions, protocol);
    }
    specific.decision = decision;
  }
  return { ...value, hookSpecificOutput: specific } as Json;
}

/** The permission updates in a hook's payload. */
function updatesOf(values: readonly unknown[]): PermissionUpdate[] {
  return values.filter((value): value is PermissionUpdate =>
    isObject(value) && (value.type === "rules" || value.type === "mode" || value.type === "directories")
  );
}
