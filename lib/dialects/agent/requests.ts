import { isAbsolute } from "../../path/mod.ts";
import type { PermissionUpdate } from "../../model/ports/access.ts";
import type { AgentSpec, CommandBody, Query, SessionChange } from "../../model/command.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { hookRegistrations } from "../shared/hook_registrations.ts";
import { hostServers, overrideUpdates, toolPolicies } from "./host_servers.ts";
import type { ConversationState } from "./conversation_state.ts";
import { EFFORTS } from "../../model/effort.ts";
import type { AgentProtocol } from "./agent_protocol.ts";

const DYNAMIC_BOUNDARY = "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__";
const MAX_ASK_TIMEOUT_MS = 600_000;

/** A request of the host that cannot be served; its message is the error answer. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly detail: string;

  constructor(message: string, detail = "invalid_request") {
    super(message);
    this.detail = detail;
  }
}

/** The context of a request. */
export interface RequestContext {
  protocol: AgentProtocol;
  state: ConversationState;
  extras: Readonly<Record<string, string | boolean>>;
}

type Fields = Record<string, unknown>;
type Translate = (request: Fields, context: RequestContext) => CommandBody;

/** The command of a request; the command's reply answers the request. Throws `RequestError`. */
export function requestCommand(subtype: string, request: Fields, context: RequestContext): CommandBody {
  const translate = Object.hasOwn(REQUESTS, subtype) ? REQUESTS[subtype] : undefined;
  if (!translate) throw new RequestError(`Unknown control request subtype: ${subtype}`, "unsupported_request");
  return translate(request, context);
}

const configure = (...changes: SessionChange[]): CommandBody => ({ type: "configure", changes });
const query = (asked: Query): CommandBody => ({ type: "query", query: asked });
const text = (value: unknown): string | null => typeof value === "string" ? value : null;
const number = (value: unknown): number | null => typeof value === "number" ? value : null;

/** Requests without parameters about the session. */
const plain = (subject: "models" | "commands" | "mcp" | "settings"): Translate => () => query({ subject });

const REQUESTS: Readonly<Record<string, Translate>> = {
  initialize,
  interrupt: (request) => {
    const body: CommandBody = { type: "interrupt", promptId: null };
    if (request.cancel_queued === true) body.cancelQueued = true;
    return body;
  },
  set_model: (request, { protocol }) => configure({ key: "model", value: modelName(request.model, protocol) }),
  set_permission_mode: (request, { protocol }) => modeChanges(request.mode, protocol),
  set_effort: (request) => configure({ key: "effort", value: effort(request.effort) }),
  set_max_thinking_tokens: (request) =>
    configure({ key: "thinkingTokens", value: number(request.max_thinking_tokens) }),
  apply_flag_settings: (request, { protocol }) => configure(...settingChanges(object(request, "settings"), protocol)),
  update_settings: (request, { protocol }) => configure(...settingChanges(object(request, "settings"), protocol)),
  mcp_set_servers: (request) => configure({ key: "mcpServers", value: serverEntries(object(request, "servers")) }),
  mcp_reconnect: (request) => configure({ key: "mcpServer", name: serverName(request), action: "reconnect" }),
  mcp_toggle: (request) =>
    configure({
      key: "mcpServer",
      name: serverName(request),
      action: request.enabled === false ? "disable" : "enable",
    }),
  supported_commands: plain("commands"),
  mcp_server_status: plain("mcp"),
  mcp_status: plain("mcp"),
  get_available_models: plain("models"),
  list_models: plain("models"),
  get_settings: plain("settings"),
  list_permission_rules: () => query({ subject: "permissions" }),
  get_hooks_listing: () => query({ subject: "hooks" }),
  get_binary_version: () => query({ subject: "version" }),
  // These two change nothing here and are only acknowledged.
  seed_read_state: () => query({ subject: "version" }),
  set_has_subscribers: () => query({ subject: "version" }),
  get_context_usage: (request) => {
    const details = request.show_details === true || request.detail === "full";
    return query({ subject: "context", details });
  },
  get_usage_info: (request) => query({ subject: "usage", range: text(request.range) }),
  get_usage: () => query({ subject: "spending" }),
  get_session_cost: () => query({ subject: "spending" }),
  rename_session: (request) =>
    query({ subject: "rename", title: required(request, "title"), sessionId: text(request.session_id) }),
  generate_session_title: (request) =>
    query({ subject: "title", description: required(request, "description"), persist: request.persist === true }),
  cancel_async_message: (request) => query({ subject: "cancel_prompt", messageId: required(request, "message_uuid") }),
  // There are no skills, styles or plugins to reload; the answer lists what exists.
  reload_skills: () => query({ subject: "version" }),
  reload_output_styles: () => query({ subject: "version" }),
  reload_plugins: () => query({ subject: "commands" }),
  set_color: () => query({ subject: "version" }),
  continue_last_turn: () => query({ subject: "continue" }),
  can_use_tool: (request, { protocol }) =>
    query({ subject: "may_use", tool: protocol.ownTool(required(request, "tool_name")) }),
  rewind_files: (request) => {
    const messageId = required(request, "user_message_id");
    return query({ subject: "rewind", messageId, dryRun: request.dry_run === true });
  },
  read_file: (request) => {
    const encoding = request.encoding === "base64" ? "base64" : "utf8";
    const path = required(request, "path");
    return query({ subject: "file", path, maxBytes: number(request.max_bytes), encoding });
  },
  mcp_read_resource: (request) =>
    query({ subject: "resource", server: serverName(request), uri: required(request, "uri") }),
  mcp_message: (request) => {
    const message = object(request, "message");
    return query({ subject: "mcp_message", server: required(request, "server_name"), message });
  },
  mcp_call: toolCall,
  set_mcp_permission_mode_override: (request) => {
    const { mode } = request;
    if (mode !== "default" && mode !== "auto" && mode !== null) {
      throw new RequestError("Invalid mode: only default, auto and null are accepted");
    }
    return configure({ key: "permissions", value: overrideUpdates(serverName(request), mode) });
  },
  file_suggestions: (request) => query({ subject: "suggest_files", text: text(request.query) ?? "" }),
  register_repo_root: (request) => {
    const rereads = [request.reload_claude_md, request.reload_plugins, request.reload_skills].includes(true);
    return query({ subject: "add_root", directory: required(request, "directory"), rereads });
  },
  stop_task: (request) => query({ subject: "task", action: "stop", taskId: required(request, "task_id") }),
  get_task_output: (request) => query({ subject: "task", action: "output", taskId: required(request, "task_id") }),
  background_tasks: (request) =>
    query({ subject: "task", action: "background", taskId: text(request.tool_use_id) ?? "" }),
};

function initialize(request: Fields, context: RequestContext): CommandBody {
  const { protocol, state, extras } = context;
  const changes: SessionChange[] = [{ key: "answers", value: protocol.control.answers(extras) }];
  const timeout = isObject(request.timeout) ? number(request.timeout.canUseTool) : null;
  if (timeout !== null && timeout > 0) {
    changes.push({ key: "askTimeoutMs", value: Math.min(timeout, MAX_ASK_TIMEOUT_MS) });
  }
  const system = systemPrompt(request.systemPrompt);
  if (system !== "") changes.push({ key: "systemPrompt", value: system });
  const append = text(request.appendSystemPrompt);
  if (append) changes.push({ key: "appendSystemPrompt", value: append });
  if (isObject(request.jsonSchema)) changes.push({ key: "schema", value: request.jsonSchema as JsonObject });
  if (request.effort !== undefined && request.effort !== null) {
    changes.push({ key: "effort", value: effort(request.effort) });
  }
  if (isObject(request.hooks)) {
    changes.push({
      key: "hooks",
      value: hookRegistrations(request.hooks, (name) => protocol.ownTool(name)),
    });
  }
  const agents = agentSpecs(request.agents, protocol);
  state.tellsAgentText = request.forwardSubagentText === true;
  if (typeof request.include_partial_messages === "boolean") state.wantsPartials = request.include_partial_messages;
  state.hostAgents = agents.map((agent) => agent.name);
  if (agents.length > 0) changes.push({ key: "agents", value: agents });
  const servers = hostServers(request);
  state.hostServers = servers.map((server) => server.name);
  if (servers.length > 0) changes.push({ key: "hostServers", value: servers });
  const policies = toolPolicies(request);
  if (policies.length > 0) changes.push({ key: "permissions", value: policies });
  if (isObject(request.mcpServers)) {
    changes.push({ key: "mcpServers", value: serverEntries(request.mcpServers), background: true });
  }
  return { type: "configure", changes };
}

/** A call of a server's tool. Files of the vendor's file service are not supported. */
function toolCall(request: Fields): CommandBody {
  for (const name of ["input_files", "output_files"]) {
    const files = request[name];
    if (Array.isArray(files) && files.length > 0) {
      throw new RequestError(`Files cannot be handed over with a call here: "${name}"`, "unsupported_request");
    }
  }
  const { arguments: input = {}, check_permissions: isChecked = false, expires_at: expiry } = request;
  if (!isObject(input)) throw new RequestError('The request must have an object "arguments", or none');
  if (typeof isChecked !== "boolean") throw new RequestError('"check_permissions" must be true or false');
  return query({
    subject: "call_tool",
    tool: required(request, "tool"),
    input: input as JsonObject,
    timeoutMs: number(request.timeout_ms),
    // An unreadable deadline counts as passed.
    expiresAt: expiry === undefined || expiry === null ? null : Date.parse(String(expiry)) || 0,
    isChecked,
  });
}

function required(request: Fields, name: string): string {
  const value = request[name];
  if (typeof value !== "string" || value === "") throw new RequestError(`The request must have a string "${name}"`);
  return value;
}

function object(request: Fields, name: string): JsonObject {
  const value = request[name];
  if (!isObject(value)) throw new RequestError(`The request must have an object "${name}"`);
  return value as JsonObject;
}

function serverName(request: Fields): string {
  return text(request.server_name) ?? required(request, "serverName");
}

function modelName(value: unknown, protocol: AgentProtocol): string | null {
  if (protocol.control.unsetsModel && (value === undefined || value === null || value === "default")) return null;
  if (typeof value !== "string" || value.trim() === "") {
    throw new RequestError("Invalid model specified for set_model request");
  }
  return value;
}

function modeChanges(value: unknown, protocol: AgentProtocol): CommandBody {
  const known = typeof value === "string" ? protocol.ownMode(value) : null;
  if (!known) {
    const valid = protocol.control.modes.join(", ");
    throw new RequestError(`Invalid permission mode: ${String(value).slice(0, 80)}. Valid values are: ${valid}`);
  }
  const mode: SessionChange = { key: "mode", value: known.mode };
  return known.asks ? configure(mode) : configure(mode, { key: "answers", value: false });
}

/** The settings that a running session can change; without any of them, all settings are passed on. */
function settingChanges(settings: JsonObject, protocol: AgentProtocol): SessionChange[] {
  const changes: SessionChange[] = [];
  if ("model" in settings) changes.push({ key: "model", value: modelName(settings.model, protocol) });
  if (typeof settings.effortLevel === "string") changes.push({ key: "effort", value: effort(settings.effortLevel) });
  const mode = isObject(settings.permissions) ? settings.permissions.defaultMode : undefined;
  const known = typeof mode === "string" ? protocol.ownMode(mode) : null;
  if (known) changes.push({ key: "mode", value: known.mode });
  const updates = isObject(settings.permissions) ? ruleUpdates(settings.permissions) : [];
  if (updates.length > 0) changes.push({ key: "permissions", value: updates });
  return changes.length > 0 ? changes : [{ key: "settings", value: settings }];
}

/** Rules and folders from settings. */
function ruleUpdates(permissions: Fields): PermissionUpdate[] {
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  const updates = (["allow", "ask", "deny"] as const).flatMap((behavior): PermissionUpdate[] => {
    const rules = texts(permissions[behavior]).flatMap((rule) => {
      const [, tool, specifier] = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(rule.trim()) ?? [];
      return tool === undefined ? [] : [{ tool, specifier: specifier ?? null }];
    });
    return rules.length === 0 ? [] : [{ type: "rules", change: "add", behavior, rules }];
  });
  const directories = texts(permissions.additionalDirectories).filter((path) => isAbsolute(path));
  return directories.length === 0 ? updates : [...updates, { type: "directories", change: "add", directories }];
}

function effort(value: unknown): string {
  if (typeof value === "string" && EFFORTS.includes(value)) return value;
  throw new RequestError(`Invalid effort value. Supported: ${EFFORTS.join(", ")}`);
}

/** Hosts send an empty system prompt when they have none. */
function systemPrompt(value: unknown): string {
  const texts = Array.isArray(value) ? value : [value];
  return texts.filter((part) => typeof part === "string" && part !== "" && part !== DYNAMIC_BOUNDARY).join("\n\n");
}

/** Reads agent definitions of a host or a flag: a list, or an object by name. */
export function agentSpecs(value: unknown, protocol: Pick<AgentProtocol, "ownTool">): AgentSpec[] {
  const entries: [string | null, unknown][] = Array.isArray(value)
    ? value.map((agent) => [null, agent])
    : isObject(value)
    ? Object.entries(value)
    : [];
  const agents: AgentSpec[] = [];
  for (const [key, agent] of entries) {
    if (!isObject(agent)) continue;
    const name = key ?? text(agent.name);
    const prompt = text(agent.systemPrompt) ?? text(agent.prompt);
    if (!name || prompt === null) continue;
    const spec: AgentSpec = { name, description: text(agent.description) ?? "", prompt };
    const tools = toolNames(agent.tools, protocol);
    if (tools) spec.tools = tools;
    const denied = toolNames(agent.disallowedTools, protocol);
    if (denied) spec.deniedTools = denied;
    const model = text(agent.model);
    if (model !== null && model !== "inherit") spec.model = model;
    const run = isObject(agent.runConfig) ? agent.runConfig : {};
    const maxTurns = number(agent.maxTurns) ?? number(run.max_turns);
    if (maxTurns !== null) spec.maxTurns = maxTurns;
    if (agent.background === true) spec.background = true;
    agents.push(spec);
  }
  return agents;
}

function toolNames(value: unknown, protocol: Pick<AgentProtocol, "ownTool">): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((name) => typeof name === "string").map((name) => protocol.ownTool(name));
}

function serverEntries(value: Fields): Record<string, JsonObject> {
  const entries: Record<string, JsonObject> = {};
  for (const [name, server] of Object.entries(value)) if (isObject(server)) entries[name] = server as JsonObject;
  return entries;
}
