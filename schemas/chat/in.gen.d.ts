// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdin in the chat dialect. Unknown fields pass, and stderr names them.
 */
export type InputLine =
  | ChatRequest
  | OpenAiRequest
  | HintRequest
  | HintCancel
  | HeartbeatRequest
  | Cancel
  | ControlResponse
  | ControlRequest
  | Auth;

/**
 * One increment of a conversation.
 */
export interface ChatRequest {
  /**
   * Absent, null or _new opens a session.
   */
  session_id?: string | null;
  /**
   * Null or absent: the next one of the session.
   */
  prompt_id?: string | null;
  protocol_version?: number;
  required_capabilities?: string[];
  /**
   * Null or absent: the session's model.
   */
  model?: string | null;
  input: Input;
  /**
   * Null or absent: nothing special.
   */
  options?: Options | null;
  tools?: ClientTool[];
  tool_call_id?: string | null;
  tool_request?: ToolRequest | null;
  continuation?: boolean;
  [k: string]: unknown | undefined;
}
/**
 * What is added to the conversation.
 */
export interface Input {
  origin?: "user" | "tool_response" | "system";
  /**
   * A list of parts, one part, or a text.
   */
  parts?: (string | Part)[] | string | Part;
  /**
   * Null: the text itself tells.
   */
  command?: Command | null;
  [k: string]: unknown | undefined;
}
/**
 * A part of the input.
 */
export interface Part {
  /**
   * text, instruction, inline_data, file_data, function_response, or the spellings of @google/genai; without it, the key tells the kind.
   */
  type?: string;
  text?: string;
  inline_data?: InlineData;
  inlineData?: InlineData;
  file_data?: FileData;
  fileData?: FileData;
  function_response?: FunctionResponse;
  functionResponse?: FunctionResponse;
  refusal?: unknown;
  /**
   * A picture.
   */
  image_url?: {
    url?: unknown;
    [k: string]: unknown | undefined;
  };
  /**
   * Sound.
   */
  input_audio?: {
    data?: unknown;
    format?: unknown;
    [k: string]: unknown | undefined;
  };
  /**
   * A file.
   */
  file?: {
    filename?: unknown;
    file_data?: unknown;
    file_id?: unknown;
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * Data inside the request.
 */
export interface InlineData {
  mime_type?: string;
  mimeType?: string;
  /**
   * Base64.
   */
  data: string;
  display_name?: string;
  displayName?: string;
  [k: string]: unknown | undefined;
}
/**
 * Data elsewhere.
 */
export interface FileData {
  file_uri?: string;
  fileUri?: string;
  mime_type?: string;
  mimeType?: string;
  [k: string]: unknown | undefined;
}
/**
 * What a tool of the client came to.
 */
export interface FunctionResponse {
  id?: string;
  name?: string;
  /**
   * An object with output or error, or anything else.
   */
  response?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  call_id?: string;
  output?: unknown;
  [k: string]: unknown | undefined;
}
/**
 * A command or references, said explicitly.
 */
export interface Command {
  kind: "slash" | "at";
  path?: string[];
  args?: string;
  references?: {
    original: string;
    resolved: string;
    [k: string]: unknown | undefined;
  }[];
  approvedCommands?: string[];
  approved_commands?: string[];
  confirmationOutcome?: string;
  confirmation_outcome?: string;
  [k: string]: unknown | undefined;
}
/**
 * What holds for this request only.
 */
export interface Options {
  model?: string;
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: ResponseFormat;
  /**
   * The host itself sends on the prompt that a slash command makes.
   */
  host_continues?: boolean;
  /**
   * Model calls.
   */
  max_turns?: number;
  /**
   * The whole turn, questions included.
   */
  timeout_ms?: number;
  /**
   * Only these tools.
   */
  tool_overrides?: string[];
  [k: string]: unknown | undefined;
}
/**
 * The shape of the answer.
 */
export interface ResponseFormat {
  type: "text" | "json_object" | "json_schema";
  json_schema?: {
    name?: string;
    schema: {
      [k: string]: unknown | undefined;
    };
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * A tool that the client runs.
 */
export interface ClientTool {
  type?: "function";
  function?: {
    name: string;
    description?: string;
    parameters?: {
      [k: string]: unknown | undefined;
    };
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * A tool of ours to run without the model.
 */
export interface ToolRequest {
  callId?: string;
  call_id?: string;
  name: string;
  args?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  arguments?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  isClientInitiated?: boolean;
  prompt_id?: string;
  [k: string]: unknown | undefined;
}
/**
 * A request of the chat API.
 */
export interface OpenAiRequest {
  /**
   * Absent, null or _new opens a session.
   */
  session_id?: string | null;
  /**
   * Null or absent: the next one of the session.
   */
  prompt_id?: string | null;
  protocol_version?: number;
  required_capabilities?: string[];
  model?: string;
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: ResponseFormat;
  /**
   * Model calls.
   */
  max_turns?: number;
  /**
   * The whole turn, questions included.
   */
  timeout_ms?: number;
  /**
   * Only these tools.
   */
  tool_overrides?: string[];
  /**
   * @minItems 1
   */
  messages: ChatMessage[];
  tools?: ClientTool[];
  options?: Options;
  [k: string]: unknown | undefined;
}
/**
 * A message of the chat API.
 */
export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
  /**
   * Null when there is nothing but tool calls.
   */
  content?: string | ContentPart[] | null;
  tool_calls?: {
    id: string;
    type?: "function";
    function: {
      name: string;
      arguments?: string;
      [k: string]: unknown | undefined;
    };
    [k: string]: unknown | undefined;
  }[];
  tool_call_id?: string;
  name?: string;
  [k: string]: unknown | undefined;
}
/**
 * A part of a message of the chat API.
 */
export interface ContentPart {
  type?: unknown;
  text?: unknown;
  refusal?: unknown;
  /**
   * A picture.
   */
  image_url?: {
    url?: unknown;
    [k: string]: unknown | undefined;
  };
  /**
   * Sound.
   */
  input_audio?: {
    data?: unknown;
    format?: unknown;
    [k: string]: unknown | undefined;
  };
  /**
   * A file.
   */
  file?: {
    filename?: unknown;
    file_data?: unknown;
    file_id?: unknown;
    [k: string]: unknown | undefined;
  };
  inline_data?: InlineData;
  inlineData?: InlineData;
  file_data?: FileData;
  fileData?: FileData;
  [k: string]: unknown | undefined;
}
/**
 * Asks for suggestions.
 */
export interface HintRequest {
  type: "command_hint_request";
  /**
   * Null or absent: the newest session.
   */
  session_id?: string | null;
  prompt_id?: string | null;
  trigger?: "slash" | "at" | "question";
  text?: string;
  cursor?: number;
  /**
   * Null or absent: the session's own.
   */
  context?: {
    cwd?: string;
    selected_text?: string;
    [k: string]: unknown | undefined;
  } | null;
  [k: string]: unknown | undefined;
}
/**
 * Stops a search for suggestions.
 */
export interface HintCancel {
  type: "command_hint_cancel";
  /**
   * Null or absent: the newest session.
   */
  session_id?: string | null;
  prompt_id?: string | null;
  [k: string]: unknown | undefined;
}
/**
 * Asks for a sign of life.
 */
export interface HeartbeatRequest {
  type: "heartbeat_request";
  /**
   * Null or absent: the newest session.
   */
  session_id?: string | null;
  prompt_id?: string | null;
  [k: string]: unknown | undefined;
}
/**
 * Stops the running prompt.
 */
export interface Cancel {
  type: "control/cancel";
  /**
   * Null or absent: the newest session.
   */
  session_id?: string | null;
  prompt_id?: string | null;
  /**
   * Why the host cancels.
   */
  reason?: "escape" | "user" | "timeout" | "shutdown" | null;
  request_id?: string;
  [k: string]: unknown | undefined;
}
/**
 * The answer to a question of ours.
 */
export interface ControlResponse {
  type: "control_response";
  request_id?: string;
  response: {
    /**
     * success or error; anything else is a denial.
     */
    subtype?: string;
    request_id?: string;
    result?:
      | {
          [k: string]: unknown | undefined;
        }
      | unknown[]
      | string
      | number
      | boolean
      | null;
    response?:
      | {
          [k: string]: unknown | undefined;
        }
      | unknown[]
      | string
      | number
      | boolean
      | null;
    error?:
      | {
          [k: string]: unknown | undefined;
        }
      | unknown[]
      | string
      | number
      | boolean
      | null;
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * A request of the host on the control channel: its handshake, a change of the session, or a question about sessions.
 */
export interface ControlRequest {
  type: "control_request";
  request_id: string;
  session_id?: string | null;
  request:
    | {
        subtype: "initialize";
        /**
         * Callbacks by event: [{matcher, hookCallbackIds, timeout}].
         */
        hooks?: {
          [k: string]: HookMatcher[] | undefined;
        } | null;
        /**
         * Servers inside the host, by name.
         */
        mcp_servers?: {
          [k: string]:
            | {
                type?: "sdk";
                name?: string;
                timeout?: number;
                [k: string]: unknown | undefined;
              }
            | undefined;
        } | null;
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "list_sessions";
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "rewind";
        /**
         * The prompt_id of the prompt that is taken back, with everything after it.
         */
        user_message_id: string;
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "export";
        format?: "markdown" | "json" | "html";
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "set_model";
        model: string;
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "set_permission_mode";
        mode: "plan" | "default" | "auto-edit" | "auto" | "yolo";
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "list_jobs";
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "open_session";
        /**
         * The last seq that the client saw.
         */
        from_seq?: number | null;
        /**
         * The log_id of that time.
         */
        log_id?: string | null;
        [k: string]: unknown | undefined;
      }
    | {
        subtype: "leave_session";
        [k: string]: unknown | undefined;
      };
  [k: string]: unknown | undefined;
}
/**
 * Callbacks for the calls that a matcher names.
 */
export interface HookMatcher {
  matcher?: unknown;
  hookCallbackIds?: unknown;
  timeout?: unknown;
  onFailure?: unknown;
  [k: string]: unknown | undefined;
}
/**
 * The first line of a client of a server.
 */
export interface Auth {
  type: "auth";
  token?: string | null;
  dialect?: string | null;
  /**
   * What other clients see when this one answers.
   */
  name?: string | null;
  role?: "controller" | "observer";
  output_format?: "stream-json" | "stream-chunk-json" | null;
  /**
   * A live session to join at once.
   */
  attach?: string | null;
  from_seq?: number | null;
  [k: string]: unknown | undefined;
}

/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Whether a value is valid; its faults are in `errors`. */
export declare const validate: ((value: unknown) => value is InputLine) & { errors?: Fault[] | null };
