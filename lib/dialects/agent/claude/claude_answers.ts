import type { Reply, ServerInfo } from "../../../model/event.ts";
import { isObject, type Json } from "../../../model/json.ts";
import type { Costs, Usage } from "../../../model/usage.ts";
import { unitsThatFit } from "../../../stream/fit_text.ts";
import { hooksListing, permissionRules, settings } from "./claude_listings.ts";
import { knownCost, modelUsage } from "./claude_results.ts";
import { CLAUDE_VERSION } from "./claude_terms.ts";
import type { OpenRequest } from "../conversation_state.ts";

/** The body of the answer to a request, and the fields beside it. */
export function claudeAnswer(open: OpenRequest, reply: Reply): { response: object; beside?: object } {
  if (open.subtype === "initialize") {
    return {
      response: {
        ...introduction(reply),
        ...(isObject(open.request.hooks) ? { hooks_applied: true } : {}),
        ...(open.manifests ? { sdk_mcp_manifests_parked: open.manifests } : {}),
      },
      beside: { pending_permission_requests: [], pending_user_dialog_requests: [] },
    };
  }
  return { response: body(open, reply) };
}

function introduction(reply: Reply): object {
  const known = reply.kind === "initialized" ? reply : { commands: [], agents: [], models: [] };
  const style = reply.kind === "initialized" ? reply.session.outputStyle ?? "default" : "default";
  return {
    commands: known.commands,
    agents: known.agents,
    output_style: style,
    available_output_styles: [...new Set(["default", style])],
    models: known.models.map((model) => ({ value: model.id, displayName: model.label, description: model.label })),
    account: { apiKeySource: "none" },
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
    case "get_settings":
      return settings(isObject(value) ? value : {});
    case "list_permission_rules":
      return { state: permissionRules(isObject(value) ? value : {}) };
    case "get_hooks_listing":
      return hooksListing(value);
    case "get_task_output":
      return taskOutput(isObject(value) ? value : {});
    case "background_tasks":
      // What runs in the foreground stays there.
      return typeof request.tool_use_id === "string" ? { backgrounded: false } : {};
    case "file_suggestions":
      return { suggestions: Array.isArray(value) ? value.map((path) => ({ path })) : [] };
    case "mcp_call":
      return callResult(isObject(value) ? value : {});
    case "set_mcp_permission_mode_override":
      return overrideWarning(request, reply);
    case "stop_task":
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

/** Clients do not accept lines with more of a file. */
const MAX_CONTENTS_BYTES = 900_000;

function fileContents(value: Record<string, unknown>): object {
  const whole = typeof value.text === "string" ? value.text : "";
  const units = unitsThatFit(whole, MAX_CONTENTS_BYTES);
  const isWhole = units === whole.length;
  // Base64 comes in groups of four.
  const contents = isWhole ? whole : whole.slice(0, value.encoding === "base64" ? units - units % 4 : units);
  return {
    contents,
    absPath: value.path ?? "",
    ...(value.isCut === true || !isWhole ? { truncated: true } : {}),
    ...(value.encoding === "base64" ? { encoding: "base64" } : { lossy: value.isLossy === true }),
  };
}

/** The usage of the session; plans are unknown here. */
function sessionUsage(value: Record<string, unknown>): object {
  const count = (key: string): number => typeof value[key] === "number" ? value[key] : 0;
  const costs = isObject(value.costs) ? value.costs as Costs : {};
  return {
    session: {
      total_cost_usd: knownCost(costs),
      total_api_duration_ms: Math.round(count("apiDurationMs")),
      total_duration_ms: Math.round(count("durationMs")),
      total_lines_added: count("linesAdded"),
      total_lines_removed: count("linesRemoved"),
      model_usage: modelUsage(usageByModel(value.models), { contextWindow: count("contextWindow"), costs }),
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  };
}

/** Reads the usage of each model from a reply. */
function usageByModel(value: unknown): Record<string, { usage: Usage }> {
  const models: Record<string, { usage: Usage }> = {};
  for (const [id, model] of Object.entries(isObject(value) ? value : {})) {
    const usage = isObject(model) && isObject(model.usage) ? model.usage : {};
    const count = (key: keyof Usage): number => typeof usage[key] === "number" ? usage[key] : 0;
    models[id] = {
      usage: {
        inputTokens: count("inputTokens"),
        outputTokens: count("outputTokens"),
        cachedTokens: count("cachedTokens"),
        thinkingTokens: count("thinkingTokens"),
        totalTokens: count("totalTokens"),
      },
    };
  }
  return models;
}

function costText(value: Record<string, unknown>): string {
  const lines = Object.entries(usageByModel(value.models)).map(([id, { usage }]) =>
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

/** At most the end of a task's output, as its answer may carry it. */
const MAX_TASK_BYTES = 8 * 1024;

function taskOutput(value: Record<string, unknown>): object {
  const bytes = new TextEncoder().encode(typeof value.output === "string" ? value.output : "");
  const truncated = bytes.length > MAX_TASK_BYTES;
  const output = new TextDecoder().decode(truncated ? bytes.subarray(-MAX_TASK_BYTES) : bytes);
  return { output, total_bytes: bytes.length, truncated };
}

/** The result of a server's tool, as rules and hooks may have changed it. */
function callResult(value: Record<string, unknown>): object {
  if (isObject(value.result)) return { content: [], ...value.result };
  const parts: unknown[] = Array.isArray(value.output) ? value.output : [];
  const { structuredContent } = value;
  return {
    content: parts.flatMap(contentBlock),
    ...(value.isError === true ? { isError: true } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

function contentBlock(part: unknown): object[] {
  if (!isObject(part)) return [];
  if (part.kind === "text") return [{ type: "text", text: part.text }];
  if (part.kind !== "media" || typeof part.mediaType !== "string") return [];
  const type = part.mediaType.startsWith("audio/") ? "audio" : "image";
  return [{ type, data: part.base64, mimeType: part.mediaType }];
}

function overrideWarning(request: Record<string, unknown>, reply: Reply): object {
  const name = request.serverName;
  const servers = reply.kind === "configured" ? reply.session.servers : [];
  if (servers.some((server) => server.name === name)) return {};
  return { warning: `There is no MCP server ${JSON.stringify(name)} yet` };
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
    return [{ ...rest, scope, source: source === "host" ? "sdk" : scope }];
  });
}
