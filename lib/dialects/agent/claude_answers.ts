import type { Reply, ServerInfo } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import { CLAUDE_VERSION } from "./claude_terms.ts";
import type { OpenRequest } from "./link.ts";

/** The body of the answer to a request of the host, and what goes beside it. */
export function claudeAnswer(open: OpenRequest, reply: Reply): { response: object; beside?: object } {
  if (open.subtype === "initialize") {
    return {
      response: introduction(reply),
      beside: { pending_permission_requests: [], pending_user_dialog_requests: [] },
    };
  }
  return { response: body(open, reply) };
}

function introduction(reply: Reply): object {
  const known = reply.kind === "initialized" ? reply : { commands: [], agents: [], models: [] };
  return {
    commands: known.commands,
    agents: known.agents,
    output_style: "default",
    available_output_styles: ["default"],
    models: known.models.map((model) => ({ value: model.id, displayName: model.label, description: model.label })),
    account: { apiKeySource: "none" },
    hooks_applied: true,
    hook_on_failure_supported: true,
    claude_code_version: CLAUDE_VERSION,
  };
}

function body({ subtype, request }: OpenRequest, reply: Reply): object {
  const value = reply.kind === "value" ? reply.value : null;
  switch (subtype) {
    case "interrupt":
      return { still_queued: reply.kind === "interrupted" ? reply.queued : [] };
    case "mcp_status":
      return { mcpServers: servers(value) };
    case "mcp_set_servers":
      return { added: isObject(request.servers) ? Object.keys(request.servers) : [], removed: [], errors: {} };
    case "get_context_usage":
      return contextUsage(isObject(value) ? value : {});
    case "list_models":
      return { models: value ?? [] };
    case "supported_commands":
      return { commands: value ?? [] };
    case "seed_read_state":
    case "set_has_subscribers":
      return {};
    default:
      return isObject(value) ? value : {};
  }
}

function contextUsage(value: Record<string, unknown>): object {
  const count = (key: string): number => typeof value[key] === "number" ? value[key] : 0;
  const maxTokens = count("contextWindow");
  const totalTokens = count("totalTokens");
  const system = count("systemPrompt");
  const messages = count("messages");
  const category = (name: string, tokens: number): object => ({ name, tokens, color: "default", kind: "used" });
  return {
    categories: [
      category("System prompt", system),
      category("Tools", Math.max(0, totalTokens - system - messages)),
      category("Messages", messages),
    ],
    totalTokens,
    maxTokens,
    rawMaxTokens: maxTokens,
    percentage: maxTokens > 0 ? Math.round(100 * totalTokens / maxTokens) : 0,
    gridRows: [],
    model: value.model ?? "",
    memoryFiles: [],
    mcpTools: value.mcpTools ?? [],
    agents: [],
    isAutoCompactEnabled: true,
    apiUsage: null,
  };
}

const SCOPES: Readonly<Record<ServerInfo["source"], string>> = {
  host: "dynamic",
  flag: "dynamic",
  settings: "user",
  project: "project",
};

function servers(value: Json): object[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((server) => {
    if (!isObject(server)) return [];
    const { source, ...rest } = server;
    const scope = typeof source === "string" && Object.hasOwn(SCOPES, source)
      ? SCOPES[source as ServerInfo["source"]]
      : "user";
    return [{ ...rest, scope }];
  });
}
