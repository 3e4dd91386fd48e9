import { type Mode, MODES } from "../../model/access.ts";
import type { ServerInfo, SessionInfo } from "../../model/event.ts";
import { deferred } from "../../model/deferred.ts";
import { validate } from "../../../schemas/qwen/user_line.gen.js";
import type { AssistantMessage, SystemInit } from "../../../schemas/qwen/out.gen.ts";
import { faultOf } from "./fault.ts";
import { plainResponse } from "./hook_words.ts";
import { qwenRecords } from "./qwen_records.ts";
import { apiErrorText, errorOf, NO_TOKENS, result, type ResultFields, toolResult, usage } from "./qwen_results.ts";
import { qwenSuggestions } from "./qwen_suggestions.ts";
import { fenceFields, type Line, type Words } from "./words.ts";

/** The words of qwen-code. */
export const QWEN_WORDS: Words = {
  name: "qwen",
  lines: "kind",
  ordersResults: true,
  cancelsAsks: false,
  promptFault: (line) => faultOf(validate, line),
  control: async () => {
    const { QWEN_CONTROL }: typeof import("./qwen_control.ts") = await import(deferred("./qwen_control.ts"));
    return QWEN_CONTROL;
  },
  tool: (name) => name,
  ownTool: (name) => name,
  input: (_tool, input) => input,
  ownInput: (_tool, input) => input,
  mode: (mode) => mode,
  ownMode: (word) => isMode(word) ? { mode: word, asks: true } : null,
  opening: ({ session }, voice, { hostAgents }) => [init(session, voice.sessionId, hostAgents)],
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

function isMode(word: string): word is Mode {
  return MODES.some((mode) => mode === word);
}

function serverStatus(server: ServerInfo): "connected" | "connecting" | "disconnected" {
  if (server.status === "connected") return "connected";
  return server.status === "pending" ? "connecting" : "disconnected";
}

function init(session: SessionInfo, sessionId: string, hostAgents: string[] | null): SystemInit {
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

function message(line: Line): AssistantMessage {
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
