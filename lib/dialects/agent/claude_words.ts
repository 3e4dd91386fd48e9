import { validate } from "../../../schemas/claude/user_line.gen.js";
import type { AssistantMessage, SystemInit } from "../../../schemas/claude/out.gen.ts";
import type { Mode } from "../../model/access.ts";
import { deferred } from "../../model/deferred.ts";
import type { SessionInfo } from "../../model/event.ts";
import { claudeRecords, sessionState, taskProgress } from "./claude_records.ts";
import {
  claudeFailureLine,
  claudeFailureText,
  claudeFatal,
  claudeResponse,
  claudeResult,
  claudeToolResult,
  INTERRUPTED_TOOL,
} from "./claude_results.ts";
import { claudeInput, claudeTool, ownInput, ownTool } from "./claude_tools.ts";
import { CLAUDE_VERSION, claudeUsage, stopWord } from "./claude_terms.ts";
import { faultOf } from "./fault.ts";
import { fenceFields, type Line, type Voice, type Words } from "./words.ts";
import { writeUpdates } from "./write_updates.ts";

const MODE_WORDS: Readonly<Record<Mode, string>> = {
  plan: "plan",
  default: "default",
  "auto-edit": "acceptEdits",
  auto: "auto",
  yolo: "bypassPermissions",
};

/** The host's words for modes, and what they stand for. */
export const OWN_MODES: Readonly<Record<string, { mode: Mode; asks: boolean }>> = {
  plan: { mode: "plan", asks: true },
  default: { mode: "default", asks: true },
  acceptEdits: { mode: "auto-edit", asks: true },
  auto: { mode: "auto", asks: true },
  bypassPermissions: { mode: "yolo", asks: true },
  dontAsk: { mode: "default", asks: false },
};

/** What hosts may count on, by the names they look for. */
const CAPABILITIES = [
  "interrupt_receipt_v1",
  "interrupt_cancel_queued_v1",
  "mcp_read_resource_v1",
  "mcp_call_result_not_for_model_v1",
  "mcp_call_check_permissions_v1",
];

/** The words of Claude Code. */
export const CLAUDE_WORDS: Words = {
  name: "claude",
  lines: "block",
  ordersResults: false,
  cancelsAsks: true,
  promptFault: (line) => faultOf(validate, line),
  control: async () => {
    const { CLAUDE_CONTROL }: typeof import("./claude_control.ts") = await import(deferred("./claude_control.ts"));
    return CLAUDE_CONTROL;
  },
  tool: claudeTool,
  ownTool,
  input: claudeInput,
  ownInput,
  mode: (mode) => MODE_WORDS[mode],
  ownMode: (word) => Object.hasOwn(OWN_MODES, word) ? OWN_MODES[word] : null,
  opening(event, voice, { extras }): object[] {
    const out: object[] = [];
    if (extras.sessionStateEvents === true) out.push(sessionState("running", voice));
    out.push(init(event.session, voice));
    if (extras.replayUserMessages === true) {
      const content = event.prompt.flatMap((part) => part.kind === "text" ? [{ type: "text", text: part.text }] : []);
      out.push({
        type: "user",
        uuid: event.messageId ?? voice.uuid(),
        session_id: voice.sessionId,
        parent_tool_use_id: null,
        message: { role: "user", content },
        isReplay: true,
      });
    }
    return out;
  },
  message,
  messageStart: (id, model) => ({
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: claudeUsage(null),
  }),
  messageDelta: (stop, usage) => ({
    type: "message_delta",
    delta: { stop_reason: stopWord(stop), stop_sequence: null },
    usage: claudeUsage(usage),
  }),
  toolResult: claudeToolResult,
  interruption: (during) => during === "tools" ? INTERRUPTED_TOOL : "[Request interrupted by user]",
  failureText: claudeFailureText,
  failureLine: (problem, line) => claudeFailureLine(problem, message({ ...line, model: "<synthetic>" })),
  result: (turn) => claudeResult(turn),
  fatal: claudeFatal,
  other: claudeRecords,
  progress: (task, voice) => [taskProgress(task, voice)],
  permission: (ask) => ({
    permission_suggestions: writeUpdates(ask.suggestions, CLAUDE_WORDS),
    title: ask.confirmation.title,
    ...(ask.reason === null ? {} : { decision_reason: ask.reason }),
  }),
  response: claudeResponse,
  asker: (agent) => agent === null ? {} : { agent_id: agent },
};

function init(session: SessionInfo, voice: Voice): SystemInit {
  return {
    type: "system",
    subtype: "init",
    uuid: voice.uuid(),
    session_id: voice.sessionId,
    cwd: session.cwd,
    tools: session.tools.map(claudeTool),
    mcp_servers: session.servers.map((server) => ({
      name: server.name,
      status: server.status,
      ...(server.source === "host" ? { source: "sdk" } : {}),
    })),
    model: session.model,
    permissionMode: MODE_WORDS[session.mode],
    slash_commands: session.commands,
    apiKeySource: "none",
    claude_code_version: CLAUDE_VERSION,
    output_style: "default",
    agents: session.agents,
    skills: [],
    plugins: [],
    capabilities: CAPABILITIES,
    ...fenceFields(session),
  };
}

function message(line: Line): AssistantMessage {
  return {
    id: line.id,
    type: "message",
    role: "assistant",
    model: line.model,
    content: line.content,
    stop_reason: null,
    stop_sequence: null,
    usage: claudeUsage(line.usage),
  };
}
