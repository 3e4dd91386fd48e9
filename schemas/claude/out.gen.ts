// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdout in the claude dialect. The json format is one array of these, without stream events and control records.
 */
export type OutputLine =
  | System
  | Assistant
  | User
  | StreamEvent
  | Result
  | ControlRequest
  | ControlResponse
  | ControlCancel
  | KeepAlive
  | ToolProgress
  | ConversationReset;
/**
 * What the session says about itself.
 */
export type System =
  | SystemInit
  | SystemSessionState
  | SystemStatus
  | SystemInformational
  | SystemPermissionDenied
  | SystemApiRetry
  | SystemCompactBoundary
  | SystemTaskStarted
  | SystemTaskProgress
  | SystemTaskNotification
  | SystemHookStarted
  | SystemHookResponse
  | SystemHookProgress
  | SystemStopHookSummary
  | SystemApiError
  | SystemTurnDuration
  | SystemMicrocompactBoundary
  | SystemLocalCommand
  | SystemProtocolError;
/**
 * Why the provider failed.
 */
export type AssistantError =
  | "authentication_failed"
  | "oauth_org_not_allowed"
  | "account_on_hold"
  | "verification_required"
  | "billing_error"
  | "rate_limit"
  | "overloaded"
  | "invalid_request"
  | "model_not_found"
  | "server_error"
  | "unknown"
  | "max_output_tokens"
  | "cloud_credential_error";
/**
 * A block of an assistant message.
 */
export type AssistantBlock = TextBlock | ThinkingBlock | ToolUseBlock;
/**
 * A block of a user message.
 */
export type UserBlock = TextBlock | ToolResultBlock;
/**
 * Text, or blocks.
 */
export type ToolResultContent = string | (TextBlock | ImageBlock)[];
/**
 * A step of a reply while it is made.
 */
export type StreamEventBody = MessageStart | BlockStart | BlockMore | BlockStop | MessageDelta | MessageStop;
/**
 * What is added to a block.
 */
export type BlockDelta = TextDelta | ThinkingDelta | InputJsonDelta;
/**
 * The last record of every turn, exactly one.
 */
export type Result = ResultSuccess | ResultError;
/**
 * A question to the host.
 */
export type ControlRequestBody = CanUseTool | McpMessage | HookCallback | Elicitation;

/**
 * Opens every turn.
 */
export interface SystemInit {
  type: "system";
  subtype: "init";
  uuid: string;
  session_id: string;
  cwd: string;
  tools: string[];
  mcp_servers: McpServer[];
  model: string;
  permissionMode: string;
  slash_commands: string[];
  apiKeySource: string;
  claude_code_version: string;
  output_style: string;
  agents: string[];
  skills: string[];
  plugins: {
    name: string;
    path: string;
  }[];
  capabilities: string[];
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
  /**
   * How shell commands are confined; absent when that is switched off.
   */
  sandbox?: {
    backend: string;
    filesystem: boolean;
    network: boolean;
    processes: boolean;
    /**
     * The probe tried to escape and failed.
     */
    verified: boolean;
    /**
     * The profiles of a verified sandbox.
     */
    profiles?: ("read-only" | "workspace")[];
  };
  /**
   * Files of the project that were not honoured, and why; absent when there are none.
   */
  ignored_config?: {
    path: string;
    reason: string;
  }[];
  /**
   * Files of the project and of the home folder that change how the program works, and whether each is used.
   */
  project_files?: {
    path: string;
    kind: "context" | "skill" | "command" | "agent" | "settings" | "mcp";
    taken: boolean;
    reason?: string;
  }[];
}
/**
 * An MCP server and how it is.
 */
export interface McpServer {
  name: string;
  status: "connected" | "pending" | "failed" | "needs-auth" | "disabled";
  source?: string;
}
/**
 * Where the whole of a value is that was too long for its line.
 */
export interface SpillNote {
  /**
   * JSON pointer of the value in the record.
   */
  field: string;
  /**
   * File that holds the whole text.
   */
  path: string;
  bytes: number;
  sha256: string;
}
/**
 * What the session is doing, where the client asked to be told.
 */
export interface SystemSessionState {
  type: "system";
  subtype: "session_state_changed";
  uuid: string;
  session_id: string;
  state: "running" | "requires_action" | "idle";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The mode has changed.
 */
export interface SystemStatus {
  type: "system";
  subtype: "status";
  uuid: string;
  session_id: string;
  /**
   * Null when nothing is going on.
   */
  status: "compacting" | "requesting" | null;
  permissionMode?: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A notice for people.
 */
export interface SystemInformational {
  type: "system";
  subtype: "informational";
  uuid: string;
  session_id: string;
  content: string;
  level: "info" | "notice" | "suggestion" | "warning";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A call was refused and nobody was asked.
 */
export interface SystemPermissionDenied {
  type: "system";
  subtype: "permission_denied";
  uuid: string;
  session_id: string;
  tool_name: string;
  tool_use_id: string;
  decision_reason_type?: string;
  message: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * An attempt was given up and another follows.
 */
export interface SystemApiRetry {
  type: "system";
  subtype: "api_retry";
  uuid: string;
  session_id: string;
  attempt: number;
  max_retries: number;
  retry_delay_ms: number;
  /**
   * Null when there was no HTTP answer.
   */
  error_status: number | null;
  error: AssistantError;
  /**
   * Set while the run waits for the provider's quota.
   */
  state?: "waiting_quota";
  /**
   * When the wait ends.
   */
  until?: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The history before this was summed up.
 */
export interface SystemCompactBoundary {
  type: "system";
  subtype: "compact_boundary";
  uuid: string;
  session_id: string;
  compact_metadata: {
    trigger: "manual" | "auto";
    pre_tokens: number;
    post_tokens?: number;
    duration_ms?: number;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A background task began.
 */
export interface SystemTaskStarted {
  type: "system";
  subtype: "task_started";
  uuid: string;
  session_id: string;
  task_id: string;
  description: string;
  tool_use_id?: string;
  subagent_type?: string;
  task_type?: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * How far a background agent has come.
 */
export interface SystemTaskProgress {
  type: "system";
  subtype: "task_progress";
  uuid: string;
  session_id: string;
  task_id: string;
  description: string;
  tool_use_id?: string;
  subagent_type?: string;
  usage: {
    total_tokens: number;
    tool_uses: number;
    duration_ms: number;
  };
  last_tool_name?: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A background task ended.
 */
export interface SystemTaskNotification {
  type: "system";
  subtype: "task_notification";
  uuid: string;
  session_id: string;
  task_id: string;
  status: "completed" | "failed" | "stopped";
  output_file: string;
  summary: string;
  tool_use_id?: string;
  usage?: {
    total_tokens: number;
    tool_uses: number;
    duration_ms: number;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A hook runs.
 */
export interface SystemHookStarted {
  type: "system";
  subtype: "hook_started";
  uuid: string;
  session_id: string;
  hook_id: string;
  hook_name: string;
  hook_event: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A hook has ended.
 */
export interface SystemHookResponse {
  type: "system";
  subtype: "hook_response";
  uuid: string;
  session_id: string;
  hook_id: string;
  hook_name: string;
  hook_event: string;
  stdout: string;
  stderr: string;
  output: string;
  exit_code?: number;
  outcome: "success" | "error" | "cancelled";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A running hook has written something.
 */
export interface SystemHookProgress {
  type: "system";
  subtype: "hook_progress";
  uuid: string;
  session_id: string;
  hook_id: string;
  hook_name: string;
  hook_event: string;
  stdout: string;
  stderr: string;
  output: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The hooks at the end of a turn have run.
 */
export interface SystemStopHookSummary {
  type: "system";
  subtype: "stop_hook_summary";
  uuid: string;
  session_id: string;
  hook_event: string;
  hook_count: number;
  hook_infos: {
    command: string;
  }[];
  prevented_continuation: boolean;
  blocked: boolean;
  stop_reason: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A request to the model has failed.
 */
export interface SystemApiError {
  type: "system";
  subtype: "api_error";
  uuid: string;
  session_id: string;
  level: "error";
  error: {
    message: string;
    status: number | null;
  };
  retry_attempt?: number;
  max_retries?: number;
  retry_in_ms?: number;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * How long a turn took.
 */
export interface SystemTurnDuration {
  type: "system";
  subtype: "turn_duration";
  uuid: string;
  session_id: string;
  duration_ms: number;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * Old results of tools were removed from the conversation.
 */
export interface SystemMicrocompactBoundary {
  type: "system";
  subtype: "microcompact_boundary";
  uuid: string;
  session_id: string;
  microcompact_metadata: {
    trigger: "manual" | "auto";
    pre_tokens: number;
    tokens_saved: number;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The output of a slash command.
 */
export interface SystemLocalCommand {
  type: "system";
  subtype: "local_command";
  uuid: string;
  session_id: string;
  content: string;
  level: "info" | "error";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A line of the host was not understood; the session goes on.
 */
export interface SystemProtocolError {
  type: "system";
  subtype: "protocol_error";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    /**
     * Number of the input line from 1; null when it is not known.
     */
    line: number | null;
    code: string;
    message: string;
    param?: string;
    hint?: string;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A message of the model.
 */
export interface Assistant {
  type: "assistant";
  uuid: string;
  session_id: string;
  /**
   * The call that started the sub-agent speaking; null is the main agent.
   */
  parent_tool_use_id: string | null;
  message: AssistantMessage;
  error?: AssistantError;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * What the model said, one block at a time.
 */
export interface AssistantMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: AssistantBlock[];
  /**
   * Null until the end.
   */
  stop_reason: string | null;
  /**
   * Always null.
   */
  stop_sequence: string | null;
  usage: Usage;
}
/**
 * Text of the model.
 */
export interface TextBlock {
  type: "text";
  text: string;
}
/**
 * A thought of the model.
 */
export interface ThinkingBlock {
  type: "thinking";
  thinking: string;
  signature: string;
}
/**
 * A call of a tool.
 */
export interface ToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: {
    [k: string]: unknown | undefined;
  };
}
/**
 * Tokens; input is without the cached ones.
 */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}
/**
 * Tool results, replayed prompts and notices.
 */
export interface User {
  type: "user";
  uuid: string;
  session_id: string;
  /**
   * The call that started the sub-agent speaking; null is the main agent.
   */
  parent_tool_use_id: string | null;
  message: UserMessage;
  tool_use_result?: {
    [k: string]: unknown | undefined;
  };
  isReplay?: boolean;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * What enters the conversation from outside the model.
 */
export interface UserMessage {
  role: "user";
  content: UserBlock[];
}
/**
 * The result of a call.
 */
export interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  is_error?: boolean;
  content?: ToolResultContent;
}
/**
 * A picture.
 */
export interface ImageBlock {
  type: "image";
  source: {
    type: "base64";
    media_type: string;
    data: string;
  };
}
/**
 * A part of a message, only with partial messages.
 */
export interface StreamEvent {
  type: "stream_event";
  uuid: string;
  session_id: string;
  /**
   * The call that started the sub-agent speaking; null is the main agent.
   */
  parent_tool_use_id: string | null;
  event: StreamEventBody;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A reply begins.
 */
export interface MessageStart {
  type: "message_start";
  message: AssistantMessage;
}
/**
 * A block begins.
 */
export interface BlockStart {
  type: "content_block_start";
  index: number;
  content_block: AssistantBlock;
}
/**
 * A block grows.
 */
export interface BlockMore {
  type: "content_block_delta";
  index: number;
  delta: BlockDelta;
}
/**
 * More text.
 */
export interface TextDelta {
  type: "text_delta";
  text: string;
}
/**
 * More of a thought.
 */
export interface ThinkingDelta {
  type: "thinking_delta";
  thinking: string;
}
/**
 * The arguments of a call.
 */
export interface InputJsonDelta {
  type: "input_json_delta";
  partial_json: string;
}
/**
 * A block is complete.
 */
export interface BlockStop {
  type: "content_block_stop";
  index: number;
}
/**
 * Why a reply ended.
 */
export interface MessageDelta {
  type: "message_delta";
  delta: {
    stop_reason: string;
    /**
     * Always null.
     */
    stop_sequence: string | null;
  };
  usage: Usage;
}
/**
 * A reply is complete.
 */
export interface MessageStop {
  type: "message_stop";
}
/**
 * The turn ended with text, which may be a provider's failure.
 */
export interface ResultSuccess {
  type: "result";
  subtype: "success";
  uuid: string;
  session_id: string;
  is_error: boolean;
  duration_ms: number;
  duration_api_ms: number;
  num_turns: number;
  result: string;
  /**
   * Null when the model did not end the turn.
   */
  stop_reason: string | null;
  total_cost_usd: number;
  usage: Usage;
  modelUsage: {
    [k: string]: ModelUsage | undefined;
  };
  permission_denials: PermissionDenial[];
  terminal_reason: string;
  error?: Failure;
  /**
   * What the host sent with the prompt.
   */
  origin?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  /**
   * The value that the requested schema asked for.
   */
  structured_output?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  api_error_status?: number;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
  verify?: Verify;
  work?: Work;
}
/**
 * Tokens of one model in this process.
 */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  webSearchRequests: number;
  costUSD: number;
  /**
   * 0 when it is not known.
   */
  contextWindow: number;
  /**
   * 0 when it is not known.
   */
  maxOutputTokens: number;
  /**
   * The price of the model is unknown: costUSD is no cost.
   */
  costUnknown?: true;
}
/**
 * A call that policy refused.
 */
export interface PermissionDenial {
  tool_name: string;
  tool_use_id: string;
  tool_input: {
    [k: string]: unknown | undefined;
  };
}
/**
 * The failure, with its stable code.
 */
export interface Failure {
  message: string;
  /**
   * Stable code of the error, one to one with exit statuses.
   */
  code: string;
}
/**
 * The last run of the verification command (--verify).
 */
export interface Verify {
  command: string;
  /**
   * Null when the command was killed or could not be started.
   */
  exit_code: number | null;
  attempts: number;
  output_sha256: string;
  passed: boolean;
}
/**
 * Files that the turn has changed, and commands that it ran.
 */
export interface Work {
  files: {
    /**
     * Relative to the workspace.
     */
    path: string;
    status: "added" | "modified" | "deleted";
    added: number;
    removed: number;
  }[];
  commands: {
    command: string;
    /**
     * Null while the command runs in the background, and when it was killed.
     */
    exit_code: number | null;
  }[];
}
/**
 * The turn failed, hit a limit or was cancelled.
 */
export interface ResultError {
  type: "result";
  subtype:
    "error_during_execution" | "error_max_turns" | "error_max_budget_usd" | "error_max_structured_output_retries";
  uuid: string;
  session_id: string;
  is_error: true;
  duration_ms: number;
  duration_api_ms: number;
  num_turns: number;
  errors: string[];
  /**
   * Null when the model did not end the turn.
   */
  stop_reason: string | null;
  total_cost_usd: number;
  usage: Usage;
  modelUsage: {
    [k: string]: ModelUsage | undefined;
  };
  permission_denials: PermissionDenial[];
  terminal_reason: string;
  error?: Failure;
  /**
   * What the host sent with the prompt.
   */
  origin?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
  verify?: Verify;
  work?: Work;
}
/**
 * A question to the host, answered by a control_response.
 */
export interface ControlRequest {
  type: "control_request";
  request_id: string;
  request: ControlRequestBody;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * May this call run?
 */
export interface CanUseTool {
  subtype: "can_use_tool";
  tool_name: string;
  tool_use_id: string;
  input: {
    [k: string]: unknown | undefined;
  };
  permission_suggestions: {
    [k: string]: unknown | undefined;
  }[];
  title?: string;
  /**
   * The call that started the sub-agent whose call this is.
   */
  agent_id?: string;
  decision_reason?: string;
}
/**
 * A JSON-RPC message to a server that lives in the host.
 */
export interface McpMessage {
  subtype: "mcp_message";
  server_name: string;
  message: {
    [k: string]: unknown | undefined;
  };
}
/**
 * A hook of the host is called.
 */
export interface HookCallback {
  subtype: "hook_callback";
  callback_id: string;
  input: {
    [k: string]: unknown | undefined;
  };
  tool_use_id?: string;
}
/**
 * An MCP server asks the person something.
 */
export interface Elicitation {
  subtype: "elicitation";
  mcp_server_name: string;
  message: string;
  mode: "form" | "url";
  requested_schema?: {
    [k: string]: unknown | undefined;
  };
  url?: string;
}
/**
 * The answer to a request of the host.
 */
export interface ControlResponse {
  type: "control_response";
  /**
   * Served or refused.
   */
  response: ControlSuccess | ControlError;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A request was served.
 */
export interface ControlSuccess {
  subtype: "success";
  request_id: string;
  response: {
    [k: string]: unknown | undefined;
  };
  pending_permission_requests?: {
    [k: string]: unknown | undefined;
  }[];
  pending_user_dialog_requests?: {
    [k: string]: unknown | undefined;
  }[];
}
/**
 * A request was refused.
 */
export interface ControlError {
  subtype: "error";
  request_id: string;
  error: string;
  error_code?: string;
}
/**
 * A question of ours is void.
 */
export interface ControlCancel {
  type: "control_cancel_request";
  request_id: string;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A life sign.
 */
export interface KeepAlive {
  type: "keep_alive";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A tool is still at work.
 */
export interface ToolProgress {
  type: "tool_progress";
  uuid: string;
  session_id: string;
  tool_use_id: string;
  tool_name: string;
  /**
   * The call that started the sub-agent speaking; null is the main agent.
   */
  parent_tool_use_id: string | null;
  elapsed_time_seconds: number;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The conversation starts anew; it carries the old session's id.
 */
export interface ConversationReset {
  type: "conversation_reset";
  uuid: string;
  session_id: string;
  new_conversation_id: string;
  trigger?: "clear";
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
