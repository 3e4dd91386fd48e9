import type { Confirmation, Reply } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { PermissionSuggestion } from "../../../schemas/qwen/out.gen.ts";
import type { OpenRequest } from "./link.ts";

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

/** The choices that a question offers, by what is asked. */
export function suggestions(asked: Confirmation, tool: string): PermissionSuggestion[] {
  const pair = (label: string, description: string, denied: string, deny = "Deny"): PermissionSuggestion[] => [
    { type: "allow", label, description },
    { type: "deny", label: deny, description: denied },
  ];
  switch (asked.kind) {
    case "exec":
      return pair("Allow Command", `Execute: ${asked.command}`, "Block this command execution");
    case "edit":
      return [
        ...pair("Allow Edit", `Edit file: ${asked.file.split(/[\\/]/).pop()}`, "Block this file edit"),
        { type: "modify", label: "Review Changes", description: "Review the proposed changes before applying" },
      ];
    case "mcp":
      return pair("Allow MCP Call", `${asked.server}: ${asked.tool}`, "Block this MCP server call");
    case "info":
      return pair("Allow Info Request", asked.title, "Block this information request");
    case "plan":
      return pair("Approve Plan", asked.title, "Block this plan", "Reject Plan");
    case "other":
      return pair("Allow", asked.title || `Allow ${tool} operation`, `Block ${tool} operation`);
  }
}

/** The body of the answer to a request of the host. */
export function answer(open: OpenRequest, reply: Reply): object {
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

/** Only servers that live in the host are listed: it asks whether its own are connected. */
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
