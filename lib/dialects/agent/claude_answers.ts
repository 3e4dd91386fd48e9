import type { Reply, ServerInfo } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Stats } from "../../model/usage.ts";
import { modelUsage } from "./claude_results.ts";
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
      return interruptReceipt(request, reply);
    case "mcp_status":
      return { mcpServers: servers(value) };
    case "mcp_set_servers":
      return { added: [], removed: [], errors: {}, ...(isObject(value) ? value : {}) };
    case "get_context_usage":
      return contextUsage(isObject(value) ? value : {});
    case "list_models":
      return { models: value ?? [] };
    case "supported_commands":
      return { commands: value ?? [] };
    case "reload_skills":
      return { skills: [] };
    case "reload_output_styles":
      return { available_output_styles: ["default"] };
    case "reload_plugins":
      return { commands: value ?? [], agents: [], plugins: [], mcpServers: [], error_count: 0 };
    case "read_file":
      return fileContents(isObject(value) ? value : {});
    case "get_usage":
      return sessionUsage(isObject(value) ? value : {});
    case "get_session_cost":
      return { text: costText(isObject(value) ? value : {}) };
    case "seed_read_state":
    case "set_has_subscribers":
    case "set_color":
      return {};
    default:
      return isObject(value) ? value : {};
  }
}

function interruptReceipt(request: Record<string, unknown>, reply: Reply): object {
  const receipt = { still_queued: reply.kind === "interrupted" ? reply.queued : [] };
  if (request.cancel_queued !== true) return receipt;
  return { ...receipt, cancelled: reply.kind === "interrupted" ? reply.cancelled ?? [] : [] };
}

function fileContents(value: Record<string, unknown>): object {
  return {
    contents: value.text ?? "",
    absPath: value.path ?? "",
    ...(value.isCut === true ? { truncated: true } : {}),
    ...(value.encoding === "base64" ? { encoding: "base64" } : { lossy: value.isLossy === true }),
  };
}

/** What the session has used; there are no prices and no plans here. */
function sessionUsage(value: Record<string, unknown>): object {
  const count = (key: string): number => typeof value[key] === "number" ? value[key] : 0;
  const models = isObject(value.models) ? value.models as unknown as Stats["models"] : {};
  return {
    session: {
      total_cost_usd: 0,
      total_api_duration_ms: Math.round(count("apiDurationMs")),
      total_duration_ms: Math.round(count("apiDurationMs")),
      total_lines_added: count("linesAdded"),
      total_lines_removed: count("linesRemoved"),
      model_usage: modelUsage(models, count("contextWindow")),
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  };
}

function costText(value: Record<string, unknown>): string {
  const models = isObject(value.models) ? value.models as unknown as Stats["models"] : {};
  const lines = Object.entries(models).map(([id, { usage }]) =>
    `${id}: ${usage.inputTokens} input, ${usage.outputTokens} output, ${usage.cachedTokens} cache read`
  );
  return ["Total cost: not known here", "Usage by model:", ...lines].join("\n");
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
