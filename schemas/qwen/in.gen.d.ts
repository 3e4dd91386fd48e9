// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdin in the qwen dialect. Unknown fields pass, and stderr names them.
 */
export type InputLine = UserLine | ControlRequestLine | ControlResponseLine | ControlCancelLine;
/**
 * Text, or a list of blocks.
 */
export type Content =
  | string
  | (
      | {
          [k: string]: unknown | undefined;
        }
      | string
    )[];
/**
 * What is asked; unknown subtypes are refused by the session, not by the schema.
 */
export type Request = {
  subtype: string;
  [k: string]: unknown | undefined;
};

/**
 * A prompt.
 */
export interface UserLine {
  type: "user";
  message: {
    role?: string;
    content: Content;
    [k: string]: unknown | undefined;
  };
  uuid?: string | null;
  session_id?: string | null;
  parent_tool_use_id?: string | null;
  shouldQuery?: boolean | null;
  client_composed?: boolean | null;
  priority?: string | null;
  origin?: unknown;
  timestamp?: unknown;
  isSynthetic?: unknown;
  tool_use_result?: unknown;
  isReplay?: unknown;
  [k: string]: unknown | undefined;
}
/**
 * A request, answered by a control_response.
 */
export interface ControlRequestLine {
  type: "control_request";
  request_id: string;
  request: Request;
  [k: string]: unknown | undefined;
}
/**
 * The answer to a question of ours; one without a body is ignored.
 */
export interface ControlResponseLine {
  type: "control_response";
  response?: Response;
  [k: string]: unknown | undefined;
}
/**
 * Served or refused.
 */
export interface Response {
  subtype: string;
  request_id: string;
  error?: unknown;
  /**
   * The answer to a permission question, a hook, a server or a form.
   */
  response?: PermissionAnswer | HookOutput | ServerAnswer | FormAnswer;
  [k: string]: unknown | undefined;
}
/**
 * Whether a call may run.
 */
export interface PermissionAnswer {
  behavior?: unknown;
  message?: unknown;
  interrupt?: unknown;
  updatedInput?: unknown;
  toolUseID?: unknown;
  decisionClassification?: unknown;
  updatedPermissions?: PermissionUpdate[];
  [k: string]: unknown | undefined;
}
/**
 * A change of permissions.
 */
export interface PermissionUpdate {
  type?: unknown;
  mode?: unknown;
  directories?: unknown;
  behavior?: unknown;
  destination?: unknown;
  /**
   * Items: A rule.
   */
  rules?: {
    toolName?: unknown;
    ruleContent?: unknown;
    [k: string]: unknown | undefined;
  }[];
  [k: string]: unknown | undefined;
}
/**
 * What a hook decides.
 */
export interface HookOutput {
  continue?: unknown;
  stopReason?: unknown;
  suppressOutput?: unknown;
  systemMessage?: unknown;
  decision?: unknown;
  reason?: unknown;
  async?: unknown;
  asyncTimeout?: unknown;
  /**
   * Fields of one event.
   */
  hookSpecificOutput?: {
    hookEventName?: unknown;
    permissionDecision?: unknown;
    permissionDecisionReason?: unknown;
    additionalContext?: unknown;
    updatedInput?: unknown;
    updatedToolOutput?: unknown;
    updatedMCPToolOutput?: unknown;
    action?: unknown;
    content?: unknown;
    /**
     * The decision on a question.
     */
    decision?: {
      behavior?: unknown;
      message?: unknown;
      interrupt?: unknown;
      updatedInput?: unknown;
      updatedPermissions?: PermissionUpdate[];
      [k: string]: unknown | undefined;
    };
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * A message of an MCP server inside the host.
 */
export interface ServerAnswer {
  mcp_response?: unknown;
  [k: string]: unknown | undefined;
}
/**
 * The answer to a question of an MCP server.
 */
export interface FormAnswer {
  action?: unknown;
  content?: unknown;
  [k: string]: unknown | undefined;
}
/**
 * Takes back a request; without an id, all of them.
 */
export interface ControlCancelLine {
  type: "control_cancel_request";
  request_id?: string | null;
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
