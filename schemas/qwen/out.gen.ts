// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdout in the qwen dialect. The json format is one array of these, without stream events and control records.
 */
export type OutputLine = System | Assistant | User | StreamEvent | Result | ControlRequest | ControlResponse;
/**
 * What the session says about itself.
 */
export type System =
  | SystemInit
  | SystemTaskStarted
  | SystemTaskNotification
  | SystemModelFallback
  | SystemRecordingDegraded
  | SystemRetry
  | SystemProtocolError;
/**
 * A block of an assistant message.
 */
export type AssistantBlock = TextBlock | ThinkingBlock | ToolUseBlock;
/**
 * A block of a user message.
 */
export type UserBlock = TextBlock | ToolResultBlock;
/**
 * A step of a reply while it is made.
 */
export type StreamEventBody = MessageStart | BlockStart | BlockMore | BlockStop | MessageStop | ToolProgress;
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
 * Opens every turn; its uuid is the session's id.
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
  permission_mode: "plan" | "default" | "auto-edit" | "auto" | "yolo";
  slash_commands: string[];
  qwen_code_version: string;
  agents: string[];
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
  status: "connected" | "connecting" | "needs-auth" | "disconnected";
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
 * A background task began.
 */
export interface SystemTaskStarted {
  type: "system";
  subtype: "task_started";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    task_id: string;
    tool_use_id?: string;
    description: string;
    subagent_type?: string;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * A background task reported.
 */
export interface SystemTaskNotification {
  type: "system";
  subtype: "task_notification";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    task_id: string;
    tool_use_id?: string;
    status: "running" | "completed" | "failed" | "cancelled";
    usage?: {
      total_tokens: number;
      tool_uses: number;
      duration_ms: number;
    };
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * Another model took over.
 */
export interface SystemModelFallback {
  type: "system";
  subtype: "model_fallback";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    fromModel: string;
    toModel: string;
    statusCode?: number;
    fallbackIndex: number;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * The session cannot be kept any more; the run goes on.
 */
export interface SystemRecordingDegraded {
  type: "system";
  subtype: "session_recording_degraded";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    session_id: string;
    reason: "write_failed";
    message: string;
  };
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * An attempt was given up and another follows.
 */
export interface SystemRetry {
  type: "system";
  subtype: "retry";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
  data: {
    reason: "retry" | "model_fallback";
    attempt?: number;
    maxRetries?: number;
    delayMs?: number;
    discardedToolCalls: number;
    preserveText: boolean;
    /**
     * Set while the run waits for the provider's quota.
     */
    state?: "waiting_quota";
    /**
     * When the wait ends.
     */
    until?: string;
  };
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
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
}
/**
 * What the model said, one kind of block at a time.
 */
export interface AssistantMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  /**
   * @minItems 1
   */
  content: AssistantBlock[];
  /**
   * `tool_use` when the message holds nothing but calls, else null.
   */
  stop_reason: "tool_use" | null;
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
 * Tokens; input includes the cached ones.
 */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  total_tokens?: number;
}
/**
 * Tool results, prompts of sub-agents and notices.
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
 * The result of a call, as a person reads it.
 */
export interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  is_error: boolean;
  content?: string;
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
  message: {
    id: string;
    role: "assistant";
    model: string;
    /**
     * @maxItems 0
     */
    content: unknown[];
  };
}
/**
 * A block begins.
 */
export interface BlockStart {
  type: "content_block_start";
  index: number;
  content_block: AssistantBlock;
  /**
   * The id of the message, as its message_start has it.
   */
  message_id?: string;
}
/**
 * A block grows.
 */
export interface BlockMore {
  type: "content_block_delta";
  index: number;
  delta: BlockDelta;
  /**
   * The id of the message, as its message_start has it.
   */
  message_id?: string;
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
  /**
   * The id of the message, as its message_start has it.
   */
  message_id?: string;
}
/**
 * A reply is complete.
 */
export interface MessageStop {
  type: "message_stop";
  /**
   * The id of the message, as its message_start has it.
   */
  message_id?: string;
}
/**
 * A tool is still at work.
 */
export interface ToolProgress {
  type: "tool_progress";
  tool_use_id: string;
  /**
   * The life sign.
   */
  content: McpProgress | ShellProgress;
}
/**
 * Steps of an MCP tool.
 */
export interface McpProgress {
  type: "mcp_tool_progress";
  progress: number;
  total?: number;
  message?: string;
}
/**
 * Life sign of a shell command.
 */
export interface ShellProgress {
  type: "shell_progress";
  elapsedMs: number;
  lastOutputAgeMs?: number;
  totalLines?: number;
  totalBytes?: number;
  timeoutMs?: number;
}
/**
 * The turn reached its end.
 */
export interface ResultSuccess {
  type: "result";
  subtype: "success";
  uuid: string;
  session_id: string;
  is_error: false;
  duration_ms: number;
  duration_api_ms: number;
  num_turns: number;
  usage: Usage;
  permission_denials: PermissionDenial[];
  result: string;
  /**
   * The value that the requested schema asked for.
   */
  structured_result?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  stats?: Stats;
  /**
   * Values of this record that were too long, and where they are.
   */
  "x-qwen-spill"?: SpillNote[];
  verify?: Verify;
  work?: Work;
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
 * What the session did, in the `json` format.
 */
export interface Stats {
  models: {
    [k: string]: ModelStats | undefined;
  };
  tools: {
    totalCalls: number;
    totalSuccess: number;
    totalFail: number;
    totalDurationMs: number;
    totalDecisions: {
      accept: number;
      reject: number;
      modify: number;
      auto_accept: number;
    };
    byName: {
      [k: string]: ToolStats | undefined;
    };
  };
  files: {
    totalLinesAdded: number;
    totalLinesRemoved: number;
  };
}
/**
 * Requests and tokens of one model.
 */
export interface ModelStats {
  api: {
    totalRequests: number;
    totalErrors: number;
    totalLatencyMs: number;
  };
  tokens: {
    prompt: number;
    candidates: number;
    total: number;
    cached: number;
    thoughts: number;
  };
  bySource: {
    [k: string]: ModelShare | undefined;
  };
}
/**
 * Requests and tokens.
 */
export interface ModelShare {
  api: {
    totalRequests: number;
    totalErrors: number;
    totalLatencyMs: number;
  };
  tokens: {
    prompt: number;
    candidates: number;
    total: number;
    cached: number;
    thoughts: number;
  };
}
/**
 * Calls of one tool.
 */
export interface ToolStats {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
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
  subtype: "error_during_execution";
  uuid: string;
  session_id: string;
  is_error: true;
  duration_ms: number;
  duration_api_ms: number;
  num_turns: number;
  usage: Usage;
  permission_denials: PermissionDenial[];
  error: {
    message: string;
    /**
     * Stable code of the error, one to one with exit statuses.
     */
    code: string;
  };
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
  /**
   * Null when there is nothing to suggest.
   */
  permission_suggestions: PermissionSuggestion[] | null;
  /**
   * Always null.
   */
  blocked_path: string | null;
}
/**
 * A choice to show.
 */
export interface PermissionSuggestion {
  type: "allow" | "deny" | "modify";
  label: string;
  description: string;
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
}
/**
 * A request was refused.
 */
export interface ControlError {
  subtype: "error";
  request_id: string;
  error: string;
}
