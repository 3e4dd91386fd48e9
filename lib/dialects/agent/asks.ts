import type { Ask } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { asObject } from "./reply_lines.ts";
import type { PermissionAsk, Words } from "./words.ts";

/** The request that puts a question to the host. */
export function askRecord(askId: string, ask: Ask, words: Words): object {
  return { type: "control_request", request_id: askId, request: body(askId, ask, words) };
}

function body(askId: string, ask: Ask, words: Words): object {
  switch (ask.kind) {
    case "permission":
      return permission(ask, words);
    case "mcp":
      return { subtype: "mcp_message", server_name: ask.server, message: asObject(ask.message) };
    case "hook": {
      const request = { subtype: "hook_callback", callback_id: ask.callbackId, input: hookInput(ask.payload, words) };
      return ask.callId === null ? request : { ...request, tool_use_id: ask.callId };
    }
    case "elicitation":
      return {
        subtype: "elicitation",
        mcp_server_name: ask.server,
        message: ask.message,
        mode: ask.mode,
        ...(ask.schema ? { requested_schema: ask.schema } : {}),
        ...(ask.url === null ? {} : { url: ask.url }),
      };
    case "confirm_shell":
      return permission(confirmation(askId, { command: ask.commands.join("\n"), title: ask.command }), words);
    case "confirm_action":
      return permission(confirmation(askId, { command: ask.command, title: ask.prompt }), words);
    case "confirm_quit":
      return permission(confirmation(askId, { command: "/quit", title: "Quit the session" }), words);
  }
}

function permission(ask: PermissionAsk, words: Words): object {
  return {
    subtype: "can_use_tool",
    tool_name: words.tool(ask.tool),
    tool_use_id: ask.callId,
    input: asObject(words.input(ask.tool, ask.input)),
    ...words.permission(ask),
  };
}

/** A question that belongs to no call of the model takes the shape that every host can answer. */
function confirmation(askId: string, { command, title }: { command: string; title: string }): PermissionAsk {
  return {
    kind: "permission",
    callId: askId,
    tool: "run_shell_command",
    toolKind: "exec",
    input: { command },
    access: [],
    confirmation: { kind: "other", title },
    suggestions: [],
    reason: null,
  };
}

/** Keys of a hook's payload that hosts know by another name. */
const HOOK_KEYS: Readonly<Record<string, string>> = {
  event: "hook_event_name",
  tool: "tool_name",
  input: "tool_input",
  output: "tool_response",
  callId: "tool_use_id",
  mode: "permission_mode",
};

function hookInput(payload: JsonObject, words: Words): JsonObject {
  const tool = typeof payload.tool === "string" ? payload.tool : null;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(payload)) {
    const name = HOOK_KEYS[key] ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    out[name] = hookValue(key, value, { tool, words });
  }
  return out;
}

function hookValue(key: string, value: Json, { tool, words }: { tool: string | null; words: Words }): Json {
  if (key === "tool" && typeof value === "string") return words.tool(value);
  if (key === "input" && tool !== null) return words.input(tool, value);
  if (key !== "mode") return value;
  return value === "plan" || value === "default" || value === "auto-edit" || value === "auto" || value === "yolo"
    ? words.mode(value)
    : value;
}
