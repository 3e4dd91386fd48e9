import { validate } from "../../../../schemas/claude/in.gen.js";
import type { AssistantMessage, SystemInit } from "../../../../schemas/claude/out.gen.ts";
import type { SessionInfo } from "../../../model/event.ts";
import type { ToolNaming } from "../../../model/ports/tool_naming.ts";
import { CLAUDE_CONTROL } from "./claude_control.ts";
import { claudeRecords, closingRecords, type RecordFacts, sessionState, taskProgress } from "./claude_records.ts";
import {
  claudeFailureLine,
  claudeFailureText,
  claudeFatal,
  claudeResponse,
  claudeResult,
  claudeToolResult,
  INTERRUPTED_TOOL,
} from "./claude_results.ts";
import { ClaudeTools } from "./claude_tools.ts";
import { CLAUDE_VERSION, claudeUsage, MODE_NAMES, OWN_MODES, stopReason } from "./claude_terms.ts";
import { schemaFault } from "../../shared/schema_fault.ts";
import {
  type AgentProtocol,
  type AssistantLine,
  type EventOf,
  fenceFields,
  type RecordSource,
} from "../agent_protocol.ts";
import { writeUpdates } from "../permission_updates.ts";

/** Features that hosts look for by name. */
const CAPABILITIES = [
  "interrupt_receipt_v1",
  "interrupt_cancel_queued_v1",
  "mcp_read_resource_v1",
  "mcp_call_result_not_for_model_v1",
  "mcp_call_check_permissions_v1",
];

/** The protocol of Claude Code's SDKs. */
export function claudeProtocol(namings: readonly ToolNaming[]): AgentProtocol {
  const tools = new ClaudeTools(namings);
  const protocol: AgentProtocol = {
    name: "claude",
    lines: "block",
    ordersResults: false,
    cancelsAsks: true,
    control: CLAUDE_CONTROL,
    fault: (line) => schemaFault(validate, line),
    tool: (name) => tools.name(name),
    ownTool: (name) => tools.ownName(name),
    input: (tool, input) => tools.input(tool, input),
    ownInput: (tool, input) => tools.ownInput(tool, input),
    mode: (mode) => MODE_NAMES[mode],
    ownMode: (name) => Object.hasOwn(OWN_MODES, name) ? OWN_MODES[name] : null,
    tellsAgentText: true,
    opening: (event, source, { extras }) => opening(event, { source, extras, tools }),
    introduction: (session, source) => [init(session, { source, tools })],
    closing: closingRecords,
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
      delta: { stop_reason: stopReason(stop), stop_sequence: null },
      usage: claudeUsage(usage),
    }),
    toolResult: (event) => claudeToolResult(event, tools),
    interruption: (during) => during === "tools" ? INTERRUPTED_TOOL : "[Request interrupted by user]",
    failureText: claudeFailureText,
    failureLine: (problem, line) => claudeFailureLine(problem, message({ ...line, model: "<synthetic>" })),
    result: (turn) => claudeResult(turn, tools),
    fatal: claudeFatal,
    other: (event, source, { extras, isVerbose }) =>
      claudeRecords(event, { source, extras, tools, wantsHooks: isVerbose || extras.includeHookEvents === true }),
    progress: (task, source) => [taskProgress(task, { source, tools })],
    permission: (ask) => ({
      permission_suggestions: writeUpdates(ask.suggestions, protocol),
      title: ask.confirmation.title,
      ...(ask.reason === null ? {} : { decision_reason: ask.reason }),
    }),
    response: (call) => claudeResponse(call, tools),
    asker: (agent) => agent === null ? {} : { agent_id: agent },
  };
  return protocol;
}

function opening(
  event: EventOf<"turn.started">,
  { source, extras, tools }: Omit<RecordFacts, "wantsHooks">,
): object[] {
  const out: object[] = [];
  if (extras.sessionStateEvents === true) out.push(sessionState("running", source));
  out.push(init(event.session, { source, tools }));
  if (extras.replayUserMessages === true) {
    const content = event.prompt.flatMap((part) => part.kind === "text" ? [{ type: "text", text: part.text }] : []);
    out.push({
      type: "user",
      uuid: event.messageId ?? source.uuid(),
      session_id: source.sessionId,
      parent_tool_use_id: null,
      message: { role: "user", content },
      isReplay: true,
    });
  }
  return out;
}

function init(
  session: SessionInfo,
  { source, tools }: { source: RecordSource; tools: ClaudeTools },
): SystemInit {
  return {
    type: "system",
    subtype: "init",
    uuid: source.uuid(),
    session_id: source.sessionId,
    cwd: session.cwd,
    tools: session.tools.map((name) => tools.name(name)),
    mcp_servers: session.servers.map((server) => ({
      name: server.name,
      status: server.status,
      ...(server.source === "host" ? { source: "sdk" } : {}),
    })),
    model: session.model,
    permissionMode: MODE_NAMES[session.mode],
    slash_commands: session.commands,
    apiKeySource: "none",
    claude_code_version: CLAUDE_VERSION,
    output_style: session.outputStyle ?? "default",
    agents: session.agents,
    skills: [],
    plugins: [],
    capabilities: CAPABILITIES,
    ...fenceFields(session),
  };
}

function message(line: AssistantLine): AssistantMessage {
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
