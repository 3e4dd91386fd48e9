// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line that a client of the state dialect reads.
 */
export type OutputLine = Init | Conversation | ToolGroup | Status | Info | ErrorRecord | CompletionStats;

/**
 * The first record.
 */
export interface Init {
  type: "init";
  version: string;
  workspaceRoot: string;
  model: string;
  session_id: string;
  protocol: "state";
  limits: Limits;
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * What the program accepts. The later ones are only there where many clients are served.
 */
export interface Limits {
  /**
   * Longest line that is read.
   */
  max_input_line_bytes: number;
  /**
   * Longest line that is written.
   */
  max_output_line_bytes: number;
  /**
   * Nesting of a line that is read.
   */
  max_depth: number;
  /**
   * Clients at one time.
   */
  max_clients?: number;
  /**
   * Sessions of one client.
   */
  max_sessions_per_client?: number;
  /**
   * Lines of one client.
   */
  max_lines_per_second?: number;
  /**
   * Silence after which a client is let go.
   */
  idle_ms?: number;
  /**
   * Time to the first line.
   */
  first_line_ms?: number;
  /**
   * Bytes before the token was accepted.
   */
  max_pre_auth_bytes?: number;
  /**
   * What may wait for one client, in bytes.
   */
  max_queue_bytes?: number;
  /**
   * What may wait for one client, in records.
   */
  max_queue_records?: number;
}
/**
 * A message, or an increment of one that is being written.
 */
export interface Conversation {
  type: "conversation";
  role: "user" | "assistant" | "system";
  content: string;
  /**
   * Rises; all records of one message have the same.
   */
  id: number;
  /**
   * True for an increment; false for the whole text, once.
   */
  isStreaming: boolean;
  /**
   * Milliseconds since 1970.
   */
  timestamp: number;
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * Calls of one answer; sent again with the same id at each change of a status.
 */
export interface ToolGroup {
  type: "tool_group";
  id: number;
  tools: ToolCall[];
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * One call of a group.
 */
export interface ToolCall {
  type: "tool_call";
  tool_id: string;
  tool_name: string;
  status: "pending" | "confirming" | "executing" | "success" | "error" | "canceled";
  /**
   * The input of the tool.
   */
  args: {
    [k: string]: unknown | undefined;
  };
  result?: string;
  error?: string;
  confirmation_details?: ConfirmationDetails;
}
/**
 * What a person decides on.
 */
export interface ConfirmationDetails {
  message: string;
  requires_approval: boolean;
}
/**
 * What the session is doing.
 */
export interface Status {
  type: "status";
  state: "idle" | "responding" | "waiting_for_confirmation";
  message?: string;
  /**
   * What the model thought, once it is complete.
   */
  thought?: string;
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * Something to know.
 */
export interface Info {
  type: "info";
  message: string;
  id: number;
  code?: string;
  /**
   * Facts for programs.
   */
  data?: {
    [k: string]: unknown | undefined;
  };
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * Something that went wrong.
 */
export interface ErrorRecord {
  type: "error";
  message: string;
  id: number;
  code: string;
  hint?: string;
  /**
   * The offending field.
   */
  param?: string;
  /**
   * Number of the offending line, from 1.
   */
  line?: number;
  retry_after_ms?: number;
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
/**
 * What a turn took.
 */
export interface CompletionStats {
  type: "completion_stats";
  /**
   * Such as 1.2s.
   */
  duration: string;
  prompt_tokens: number;
  completion_tokens: number;
  /**
   * Number of the event that this record ends; only for clients of a server. A client that comes back continues after it.
   */
  seq?: number;
}
