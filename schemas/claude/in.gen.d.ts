// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line on stdin in the claude dialect. Unknown fields pass and are ignored.
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
