import { hookInput } from "./hook_words.ts";
import { asObject } from "./reply_lines.ts";
import type { EventOf, PermissionAsk, Words } from "./words.ts";

/** The request that puts a question to the host. */
export function askRecord(event: EventOf<"ask.opened">, words: Words): object {
  return { type: "control_request", request_id: event.askId, request: body(event, words) };
}

function body({ askId, ask, agent }: EventOf<"ask.opened">, words: Words): object {
  switch (ask.kind) {
    case "permission":
      return { ...permission(ask, words), ...words.asker(agent) };
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
