// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdout in the chat dialect.
 */
export type ChatLine = CompletionLine | ChunkLine | ErrorLine | SideLine;
/**
 * A message inside a chat.completion.
 */
export type WireMessage = AssistantMessage | ToolMessage;
/**
 * What is said beside the text.
 */
export type Annotation =
  TerminalAnnotation | ToolDisplayAnnotation | ThoughtAnnotation | SessionEventAnnotation | AnsiAnnotation;
/**
 * State of a tool call.
 */
export type ToolStatus = "Pending" | "Executing" | "Success" | "Error" | "Canceled" | "Confirming";
/**
 * What a person needs to see to decide.
 */
export type WireConfirmation =
  EditConfirmation | ExecConfirmation | McpConfirmation | InfoConfirmation | PlanConfirmation;
/**
 * The result of a tool, by kind.
 */
export type ResultDisplay =
  StringDisplay | FileDiffDisplay | TodoListDisplay | PlanSummaryDisplay | TaskExecutionDisplay;
/**
 * Names of session events.
 */
export type SessionEventName =
  | "Finished"
  | "MAX_TOKENS"
  | "MaxSessionTurns"
  | "ChatCompressed"
  | "SessionTokenLimitExceeded"
  | "LoopDetected"
  | "Retry"
  | "Error"
  | "USER_CANCELLED";
/**
 * Why a choice ended.
 */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";
/**
 * A line beside the conversation.
 */
export type SideLine =
  | CommandLine
  | HintLine
  | HeartbeatLine
  | CancelLine
  | ControlRequestLine
  | ControlResponseLine
  | SessionEventLine
  | RefusalLine
  | UserMessageLine
  | ControlCancelLine
  | SessionChangedLine
  | SessionRewoundLine;
/**
 * What a command came to.
 */
export type WireCommandResult =
  | HandledResult
  | MessageResult
  | DialogResult
  | ToolResult
  | SubmitPromptResult
  | LoadHistoryResult
  | QuitResult
  | QuitConfirmationResult
  | ConfirmShellCommandsResult
  | ConfirmActionResult;
/**
 * What a question is about.
 */
export type ControlSubtype =
  "can_use_tool" | "confirm_shell_commands" | "confirm_action" | "quit_confirmation" | "hook_callback" | "mcp_message";
/**
 * The question itself.
 */
export type ControlRequest =
  CanUseTool | ConfirmShellCommands | ConfirmAction | QuitConfirmation | HookCallback | McpMessage;

/**
 * A whole message as one line.
 */
export interface CompletionLine {
  object: "chat.completion";
  /**
   * One for the whole conversation: chatcmpl- and the session id.
   */
  id: string;
  /**
   * Seconds since 1970.
   */
  created: number;
  model: string;
  choices: {
    index: 0;
    message: WireMessage;
    finish_reason: FinishReason;
  }[];
  usage?: WireUsage;
  system_fingerprint?: string;
  metadata: Metadata;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * Words of the model, or the answer of a turn.
 */
export interface AssistantMessage {
  role: "assistant";
  /**
   * Null when the message is nothing but tool calls.
   */
  content: string | null;
  /**
   * Null when the message calls no tool.
   */
  tool_calls?: WireCall[] | null;
  annotations?: Annotation[];
}
/**
 * A tool call as the chat API writes it.
 */
export interface WireCall {
  id: string;
  type: "function";
  function: {
    name: string;
    /**
     * JSON, unless the model wrote something else.
     */
    arguments: string;
  };
}
/**
 * Text as a terminal would show it.
 */
export interface TerminalAnnotation {
  type: "x-qwen-terminal";
  channel: "stdout" | "stderr";
  source: "assistant" | "tool" | "console" | "system";
  /**
   * The text without escape sequences.
   */
  text: string;
  spans: Span[];
  ansi: AnsiMark[];
  tool_call_id?: string;
  console_level?: "log" | "warn" | "error" | "info" | "debug";
  exit_code?: number;
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp?: number;
}
/**
 * A stretch of text with one look; indices count UTF-16 code units.
 */
export interface Span {
  start_index: number;
  end_index: number;
  style: Style;
}
/**
 * How a span looks.
 */
export interface Style {
  /**
   * A colour of the theme, which a front end maps to its own palette.
   */
  theme_token?: string;
  /**
   * A colour outside the theme, as #rrggbb.
   */
  color?: string;
  /**
   * A theme token or #rrggbb.
   */
  background?: string;
  bold: boolean;
  dim?: true;
  italic?: true;
  underline?: true;
  inverse?: true;
  hidden?: true;
  strikethrough?: true;
}
/**
 * An escape sequence and where it stood.
 */
export interface AnsiMark {
  /**
   * In UTF-16 code units of the text.
   */
  offset: number;
  sequence: string;
}
/**
 * A tool call and what it came to, for people.
 */
export interface ToolDisplayAnnotation {
  type: "x-qwen-tool-display";
  tool_call_id: string;
  tool_name: string;
  session_id: string;
  status: ToolStatus;
  /**
   * What a person needs to see to decide; null unless the call waits for it.
   */
  confirmation: WireConfirmation | null;
  /**
   * The call is not running yet.
   */
  pending: boolean;
  result_display?: ResultDisplay;
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp?: number;
}
/**
 * A change to a file.
 */
export interface EditConfirmation {
  type: "edit";
  title: string;
  file_name: string;
  file_diff: string;
  /**
   * Null for a new file.
   */
  original_content: string | null;
  new_content: string;
}
/**
 * A command.
 */
export interface ExecConfirmation {
  type: "exec";
  title: string;
  command: string;
  root_command: string;
}
/**
 * A call of a tool of an MCP server.
 */
export interface McpConfirmation {
  type: "mcp";
  title: string;
  server_name: string;
  tool_name: string;
}
/**
 * Anything that reads, or that has no shape of its own.
 */
export interface InfoConfirmation {
  type: "info";
  title: string;
  prompt: string;
  urls: string[];
}
/**
 * A plan.
 */
export interface PlanConfirmation {
  type: "plan";
  title: string;
  plan: string;
}
/**
 * Plain text.
 */
export interface StringDisplay {
  kind: "string";
  text: string;
  log_scope?: "tool";
}
/**
 * A change to a file.
 */
export interface FileDiffDisplay {
  kind: "file_diff";
  file_name: string;
  diff: string;
  /**
   * Null for a new file.
   */
  original: string | null;
  modified: string;
  stat: {
    ai_added_lines: number;
    ai_removed_lines: number;
    user_added_lines: number;
    user_removed_lines: number;
  };
}
/**
 * A list of things to do.
 */
export interface TodoListDisplay {
  kind: "todo_list";
  todos: {
    id: string;
    content: string;
    status: "pending" | "in_progress" | "completed";
  }[];
}
/**
 * A plan.
 */
export interface PlanSummaryDisplay {
  kind: "plan_summary";
  message: string;
  plan_markdown: string;
}
/**
 * The work of a sub-agent.
 */
export interface TaskExecutionDisplay {
  kind: "task_execution";
  subagentName: string;
  taskDescription: string;
  status: "running" | "completed" | "failed" | "cancelled";
  toolCalls: {
    callId: string;
    name: string;
    status: "executing" | "success" | "error";
    description: string;
  }[];
  result?: string;
}
/**
 * A summary of reasoning.
 */
export interface ThoughtAnnotation {
  type: "x-qwen-thought";
  /**
   * Empty when the thought has no heading.
   */
  subject: string;
  description: string;
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp?: number;
}
/**
 * Something that happened to the session.
 */
export interface SessionEventAnnotation {
  type: "x-qwen-session-event";
  event: SessionEventName;
  message: string;
  metrics?: {
    [k: string]: number | undefined;
  };
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp?: number;
}
/**
 * A raw escape sequence that belongs to no text.
 */
export interface AnsiAnnotation {
  type: "x-qwen-ansi";
  value: string;
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp?: number;
}
/**
 * The result of a tool.
 */
export interface ToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
  annotations?: Annotation[];
}
/**
 * Tokens as the chat API counts them.
 */
export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: {
    cached_tokens: number;
  };
  completion_tokens_details: {
    reasoning_tokens: number;
  };
}
/**
 * Facts about a line.
 */
export interface Metadata {
  session_id: string;
  /**
   * Null before the first prompt of a session.
   */
  prompt_id: string | null;
  /**
   * Counts the chat.completion lines of a session, from 1, without gaps.
   */
  seq: number;
  /**
   * The call that started the sub-agent that speaks.
   */
  parent_tool_call_id?: string;
  control_errors?: ControlError[];
  event?: "init" | "summary" | "pause" | "end";
  error?: WireProblem;
  protocol_version?: number;
  input_format?: string;
  output_format?: string;
  capabilities?: {
    [k: string]: boolean | undefined;
  };
  cwd?: string;
  tools?: string[];
  commands?: string[];
  approval_mode?: string;
  /**
   * How tools are confined; null when the session has not said.
   */
  sandbox?: null | {
    backend: string;
    filesystem: boolean;
    network: boolean;
    processes: boolean;
    verified: boolean;
    /**
     * The profiles of a verified sandbox.
     */
    profiles?: ("read-only" | "workspace")[];
  };
  limits?: {
    max_input_line_bytes: number;
    max_output_line_bytes: number;
    max_depth: number;
  };
  version?: string;
  subtype?: "success" | "error" | "cancelled" | "limit";
  duration_ms?: number;
  duration_api_ms?: number;
  num_turns?: number;
  permission_denials?: WireDenial[];
  /**
   * The answer as data, where a schema was asked for.
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
  background?: {
    id: string;
    command: string;
  }[];
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
  verify?: Verify;
  work?: Work;
}
/**
 * A question that did not get a proper answer.
 */
export interface ControlError {
  request_id: string;
  subtype: string;
  message: string;
  retryable: boolean;
}
/**
 * What went wrong.
 */
export interface WireProblem {
  code: string;
  message: string;
  retryable: boolean;
  hint?: string;
  status?: number;
}
/**
 * A call that was refused.
 */
export interface WireDenial {
  tool_call_id: string;
  tool_name: string;
  tool_input:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  source: string;
  message: string;
  hint: string;
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
 * Where a text is kept that did not fit into its line; a head and a tail of it stand in the line.
 */
export interface Spill {
  field: string;
  path: string;
  bytes: number;
  sha256: string;
}
/**
 * An increment as one line.
 */
export interface ChunkLine {
  object: "chat.completion.chunk";
  /**
   * One for the whole conversation: chatcmpl- and the session id.
   */
  id: string;
  /**
   * Seconds since 1970.
   */
  created: number;
  model: string;
  choices: {
    index: 0;
    delta: Delta;
    /**
     * Null until the turn ends or pauses.
     */
    finish_reason: FinishReason | null;
  }[];
  usage?: WireUsage;
  system_fingerprint?: string;
  metadata: Metadata;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * What a chunk adds.
 */
export interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: WireCallDelta[];
  annotations?: Annotation[];
}
/**
 * More of a tool call.
 */
export interface WireCallDelta {
  /**
   * Counts the calls of a turn, from 0.
   */
  index: number;
  id?: string;
  type?: "function";
  function: {
    name?: string;
    arguments: string;
  };
}
/**
 * An error that belongs to no turn.
 */
export interface ErrorLine {
  error: {
    message: string;
    type: string;
    /**
     * Path of the field, null when no field is to blame.
     */
    param: string | null;
    code: string;
  };
  /**
   * Number of the input line, from 1.
   */
  line?: number;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
  /**
   * The exit code of a process that ends with this error.
   */
  annotations?: TerminalAnnotation[];
}
/**
 * What a command came to.
 */
export interface CommandLine {
  type: "result/command";
  session_id: string;
  prompt_id: string;
  command: {
    kind: "slash" | "at";
    path: string[];
    args: string;
  };
  result: WireCommandResult;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * The command's outcome "handled".
 */
export interface HandledResult {
  type: "handled";
  text?: string;
}
/**
 * The command's outcome "message".
 */
export interface MessageResult {
  type: "message";
  level: "info" | "error";
  content: string;
}
/**
 * The command's outcome "dialog".
 */
export interface DialogResult {
  type: "dialog";
  dialog: string;
  /**
   * Values that the command takes as its argument.
   */
  choices?: string[];
  /**
   * The value in force; null when there is none.
   */
  current?: string | null;
}
/**
 * The command's outcome "tool".
 */
export interface ToolResult {
  type: "tool";
  tool_request: {
    name: string;
    args:
      | {
          [k: string]: unknown | undefined;
        }
      | unknown[]
      | string
      | number
      | boolean
      | null;
  };
}
/**
 * The command's outcome "submit_prompt".
 */
export interface SubmitPromptResult {
  type: "submit_prompt";
  parts: {
    [k: string]: unknown | undefined;
  }[];
}
/**
 * The command's outcome "load_history".
 */
export interface LoadHistoryResult {
  type: "load_history";
  history: {
    [k: string]: unknown | undefined;
  }[];
}
/**
 * The command's outcome "quit".
 */
export interface QuitResult {
  type: "quit";
  text?: string;
}
/**
 * The command's outcome "quit_confirmation".
 */
export interface QuitConfirmationResult {
  type: "quit_confirmation";
}
/**
 * The command's outcome "confirm_shell_commands".
 */
export interface ConfirmShellCommandsResult {
  type: "confirm_shell_commands";
  commands: string[];
}
/**
 * The command's outcome "confirm_action".
 */
export interface ConfirmActionResult {
  type: "confirm_action";
  prompt: string;
}
/**
 * Suggestions for what is being typed.
 */
export interface HintLine {
  type: "result/command_hint";
  session_id: string;
  /**
   * Null when the request had none.
   */
  prompt_id: string | null;
  trigger: "slash" | "at" | "question";
  status: "loading" | "ok" | "error";
  suggestions: {
    label: string;
    value: string;
    description?: string;
    matchedIndex?: number;
  }[];
  message?: string;
  metadata: {
    is_perfect_match: boolean;
  };
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * A sign of life.
 */
export interface HeartbeatLine {
  type: "result/heartbeat";
  session_id: string;
  prompt_id?: string;
  status: "ok";
  /**
   * Seconds since 1970.
   */
  ts: number;
  state: "idle" | "waiting_model" | "streaming" | "tool" | "waiting_permission" | "retry_sleep" | "waiting_quota";
  since_ms: number;
  /**
   * When the wait for the quota ends.
   */
  until?: string;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * The answer to a cancel.
 */
export interface CancelLine {
  type: "result/cancel";
  session_id: string;
  prompt_id?: string;
  status: "ok" | "noop";
  message: string;
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * A question to the host.
 */
export interface ControlRequestLine {
  type: "control_request";
  request_id: string;
  session_id: string;
  /**
   * Null outside of a prompt.
   */
  prompt_id: string | null;
  subtype: ControlSubtype;
  request: ControlRequest;
  tool?: {
    name: string;
    arguments:
      | {
          [k: string]: unknown | undefined;
        }
      | unknown[]
      | string
      | number
      | boolean
      | null;
  };
  metadata: {
    /**
     * Why it is asked; null when there is nothing to say.
     */
    reason: string | null;
  };
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * The question "can_use_tool".
 */
export interface CanUseTool {
  subtype: "can_use_tool";
  tool_name: string;
  tool_call_id: string;
  input:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  confirmation: WireConfirmation;
  /**
   * Why it is asked; null when there is nothing to say.
   */
  reason: string | null;
}
/**
 * The question "confirm_shell_commands".
 */
export interface ConfirmShellCommands {
  subtype: "confirm_shell_commands";
  commands: string[];
  command: string;
}
/**
 * The question "confirm_action".
 */
export interface ConfirmAction {
  subtype: "confirm_action";
  prompt: string;
  command?: string;
  elicitation?: {
    server_name: string;
    mode: "form" | "url";
    /**
     * Null unless the mode is form.
     */
    schema: {
      [k: string]: unknown | undefined;
    } | null;
    /**
     * Null unless the mode is url.
     */
    url: string | null;
  };
}
/**
 * The question "quit_confirmation".
 */
export interface QuitConfirmation {
  subtype: "quit_confirmation";
}
/**
 * The question "hook_callback".
 */
export interface HookCallback {
  subtype: "hook_callback";
  callback_id: string;
  input: {
    [k: string]: unknown | undefined;
  };
  /**
   * Null when the hook belongs to no call.
   */
  tool_call_id: string | null;
}
/**
 * The question "mcp_message".
 */
export interface McpMessage {
  subtype: "mcp_message";
  server_name: string;
  message:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
}
/**
 * The answer to a request of the host: initialize, or a cancel that had a request id.
 */
export interface ControlResponseLine {
  type: "control_response";
  request_id: string;
  response:
    | {
        subtype: "success";
        result: {
          status: "ok" | "noop";
          message: string;
          session_id?: string;
          [k: string]: unknown | undefined;
        };
      }
    | {
        subtype: "error";
        error: {
          message: string;
          retryable: boolean;
        };
      };
  "x-qwen-spill"?: Spill[];
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * A session event as a line of its own.
 */
export interface SessionEventLine {
  type: "x-qwen-session-event";
  session_id: string;
  /**
   * Null outside of a prompt.
   */
  prompt_id: string | null;
  event: SessionEventName;
  message: string;
  "x-qwen-spill"?: Spill[];
  metrics?: {
    [k: string]: number | undefined;
  };
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
}
/**
 * The refusal of a connection to a server, before anything else.
 */
export interface RefusalLine {
  type: "error";
  code: string;
  message: string;
  hint?: string;
}
/**
 * A prompt, for clients that follow a session together with others.
 */
export interface UserMessageLine {
  type: "user_message";
  session_id: string;
  prompt_id: string;
  content: string;
  /**
   * The client that sent it.
   */
  name?: string;
  /**
   * Milliseconds since 1970.
   */
  timestamp: number;
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
  "x-qwen-spill"?: Spill[];
}
/**
 * A question of ours is closed.
 */
export interface ControlCancelLine {
  type: "control_cancel_request";
  request_id: string;
  session_id: string;
  prompt_id: string | null;
  reason: "answered" | "cancelled" | "timeout" | "input_closed";
  /**
   * The name of the client that answered.
   */
  answered_by?: string;
  /**
   * What it decided: approved, refused, answered or failed.
   */
  decision?: string;
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
  "x-qwen-spill"?: Spill[];
}
/**
 * The model or the mode of a session has changed.
 */
export interface SessionChangedLine {
  type: "session_changed";
  session_id: string;
  model: string;
  approval_mode: string;
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
  "x-qwen-spill"?: Spill[];
}
/**
 * The conversation went back to before a prompt.
 */
export interface SessionRewoundLine {
  type: "session_rewound";
  session_id: string;
  prompt_id: string;
  /**
   * Number of the event on a server, on its last line: from_seq continues after it.
   */
  seq?: number;
  "x-qwen-spill"?: Spill[];
}
