import { hookInput } from "./hook_messages.ts";
import { asObject } from "./assistant_lines.ts";
import type { AgentProtocol, EventOf, PermissionAsk } from "./agent_protocol.ts";

/** The control request of a question to the host. */
export function askRecord(event: EventOf<"ask.opened">, protocol: AgentProtocol): object {
  return { type: "control_request", request_id: event.askId, request: body(event, protocol) };
}

function body({ askId, ask, agent }: EventOf<"ask.opened">, protocol: AgentProtocol): object {
  switch (ask.kind) {
    case "permission":
      return { ...permission(ask, protocol), ...protocol.asker(agent) };
    case "mcp":
      return { subtype: "mcp_message", server_name: ask.server, message: asObject(ask.message) };
    case "hook": {
      const request = {
        subtype: "hook_callback",
        callback_id: ask.callbackId,
        input: hookInput(ask.payload, protocol),
      };
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
      return permission(confirmation(askId, { command: ask.commands.join("\n"), title: ask.command }), protocol);
    case "confirm_action":
      return permission(confirmation(askId, { command: ask.command, title: ask.prompt }), protocol);
    case "client_call":
      // Only a client that offered it is asked, which none of this dialect can.
      return { subtype: "client_call", action: ask.call.action };
    case "confirm_quit":
      return permission(confirmation(askId, { command: "/quit", title: "Quit the session" }), protocol);
  }
}

function permission(ask: PermissionAsk, protocol: AgentProtocol): object {
  return {
    subtype: "can_use_tool",
    tool_name: protocol.tool(ask.tool),
    tool_use_id: ask.callId,
    input: asObject(protocol.input(ask.tool, ask.input)),
    ...protocol.permission(ask),
  };
}

/** A question without a tool call is sent as a permission question, which every host can answer. */
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
