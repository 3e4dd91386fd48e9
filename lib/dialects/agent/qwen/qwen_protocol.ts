import { type Mode, MODES } from "../../../model/ports/access.ts";
import type { ServerInfo, SessionInfo } from "../../../model/event.ts";
import { validate } from "../../../../schemas/qwen/in.gen.js";
import type { AssistantMessage, SystemInit } from "../../../../schemas/qwen/out.gen.ts";
import { schemaFault } from "../../shared/schema_fault.ts";
import { plainResponse } from "../hook_messages.ts";
import { QWEN_CONTROL } from "./qwen_control.ts";
import { qwenRecords } from "./qwen_records.ts";
import { apiErrorText, errorOf, NO_TOKENS, result, type ResultFields, toolResult, usage } from "./qwen_results.ts";
import { qwenSuggestions } from "./qwen_suggestions.ts";
import { type AgentProtocol, type AssistantLine, fenceFields } from "../agent_protocol.ts";

/** The protocol of qwen-code's SDKs. */
export const QWEN_PROTOCOL: AgentProtocol = {
  name: "qwen",
  lines: "kind",
  ordersResults: true,
  cancelsAsks: false,
  keepsEmptyInput: true,
  control: QWEN_CONTROL,
  fault: (line) => schemaFault(validate, line),
  tool: (name) => name,
  ownTool: (name) => name,
  input: (_tool, input) => input,
  ownInput: (_tool, input) => input,
  mode: (mode) => mode,
  ownMode: (name) => isMode(name) ? { mode: name, asks: true } : null,
  opening: ({ session }, source, { hostAgents }) => [init(session, { sessionId: source.sessionId, hostAgents })],
  message,
  messageStart: (id, model) => ({ id, role: "assistant", model, content: [] }),
  messageDelta: () => null,
  toolResult,
  interruption: () => null,
  failureText: apiErrorText,
  failureLine: (_problem, line) => ({ message: message(line) }),
  result,
  fatal: (problem): ResultFields => ({
    subtype: "error_during_execution",
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    usage: NO_TOKENS,
    permission_denials: [],
    error: errorOf(problem),
  }),
  other: qwenRecords,
  progress: () => [],
  permission: (ask) => ({
    permission_suggestions: qwenSuggestions(ask.confirmation, ask.tool),
    blocked_path: null,
  }),
  response: plainResponse,
  asker: () => ({}),
};

function isMode(name: string): name is Mode {
  return MODES.some((mode) => mode === name);
}

function serverStatus(server: ServerInfo): "connected" | "connecting" | "needs-auth" | "disconnected" {
  if (server.status === "connected" || server.status === "needs-auth") return server.status;
  return server.status === "pending" ? "connecting" : "disconnected";
}

function init(
  session: SessionInfo,
  { sessionId, hostAgents }: { sessionId: string; hostAgents: string[] | null },
): SystemInit {
  return {
    type: "system",
    subtype: "init",
    uuid: sessionId,
    session_id: sessionId,
    cwd: session.cwd,
    tools: session.tools,
    mcp_servers: session.servers.map((server) => ({ name: server.name, status: serverStatus(server) })),
    model: session.model,
    permission_mode: session.mode,
    slash_commands: session.commands.toSorted(),
    qwen_code_version: session.version,
    agents: hostAgents ?? session.agents,
    ...fenceFields(session),
  };
}

function message(line: AssistantLine): AssistantMessage {
  const isCalls = line.content.length > 0 && line.content.every((block) => block.type === "tool_use");
  return {
    id: line.id,
    type: "message",
    role: "assistant",
    model: line.model,
    content: line.content,
    stop_reason: isCalls ? "tool_use" : null,
    usage: line.usage && line.usage.inputTokens + line.usage.outputTokens > 0 ? usage(line.usage) : NO_TOKENS,
  };
}
