import { MODES } from "../../../model/ports/access.ts";
import type { Reply } from "../../../model/event.ts";
import { isObject, type Json } from "../../../model/json.ts";
import type { OpenRequest } from "../conversation_state.ts";
import type { ControlProtocol } from "../agent_protocol.ts";

const CAPABILITIES = {
  can_handle_can_use_tool: true,
  can_handle_hook_callback: false,
  can_set_permission_mode: true,
  can_set_model: true,
  can_set_effort: true,
  can_get_context_usage: true,
  can_get_available_models: true,
  can_get_usage_info: true,
  can_handle_mcp_message: true,
} as const;

/** The control channel of qwen-code's SDKs. */
export const QWEN_CONTROL: ControlProtocol = {
  unsetsModel: false,
  requests: new Set([
    "initialize",
    "interrupt",
    "set_model",
    "set_permission_mode",
    "set_effort",
    "supported_commands",
    "mcp_server_status",
    "get_context_usage",
    "get_available_models",
    "get_usage_info",
    "continue_last_turn",
    "can_use_tool",
  ]),
  modes: MODES,
  answers: () => true,
  answer: (request, reply) => ({ response: answer(request, reply) }),
  errorFields: () => ({}),
};

/** The body of the answer to a request. */
function answer(open: OpenRequest, reply: Reply): object {
  const { subtype, request } = open;
  const value = reply.kind === "value" ? reply.value : null;
  switch (subtype) {
    case "initialize": {
      const session = reply.kind === "initialized" || reply.kind === "configured" ? reply.session.sessionId : null;
      const sessionId = session ?? (isObject(value) ? value.sessionId : null) ?? "";
      return { subtype, session_id: sessionId, capabilities: CAPABILITIES };
    }
    case "set_model":
      return { subtype, model: request.model };
    case "set_permission_mode":
      return { status: "updated", mode: request.mode };
    case "set_effort":
      return { subtype, effort: request.effort, applied: true, override: null };
    case "supported_commands":
      return { subtype, commands: names(value).toSorted() };
    case "mcp_server_status":
      return { subtype, status: hostStatus(value) };
    case "get_available_models":
      return { subtype, models: models(value) };
    case "can_use_tool":
      return { subtype, behavior: isObject(value) && value.isAllowed === true ? "allow" : "deny" };
    case "get_context_usage":
      return { subtype, ...contextUsage(isObject(value) ? value : {}), showDetails: request.show_details === true };
    default:
      return isObject(value) ? { subtype, ...value } : { subtype };
  }
}

function contextUsage(value: Record<string, unknown>): object {
  const count = (key: string): number => typeof value[key] === "number" ? value[key] : 0;
  const list = (key: string): { tokens: number }[] => Array.isArray(value[key]) ? value[key] : [];
  const sum = (key: string): number => list(key).reduce((total, entry) => total + entry.tokens, 0);
  const window = count("contextWindow");
  const totalTokens = count("totalTokens");
  return {
    modelName: value.model,
    totalTokens,
    contextWindowSize: window,
    breakdown: {
      systemPrompt: count("systemPrompt"),
      builtinTools: sum("builtInTools"),
      mcpTools: sum("mcpTools"),
      messages: count("messages"),
      freeSpace: Math.max(0, window - totalTokens),
    },
    builtinTools: list("builtInTools"),
    mcpTools: list("mcpTools"),
    memoryFiles: [],
    skills: [],
    isEstimated: true,
  };
}

function names(value: Json): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    return isObject(entry) && typeof entry.name === "string" ? [entry.name] : [];
  });
}

/** Only servers in the host are listed: it asks whether its own are connected. */
function hostStatus(value: Json): Record<string, Json> {
  const status: Record<string, Json> = {};
  for (const server of Array.isArray(value) ? value : []) {
    if (isObject(server) && server.source === "host") status[String(server.name)] = server.status as Json;
  }
  return status;
}

function models(value: Json): object[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((model) => {
    if (!isObject(model)) return [];
    return [{ id: model.id, label: model.label, capabilities: {}, contextWindowSize: model.contextWindow }];
  });
}
