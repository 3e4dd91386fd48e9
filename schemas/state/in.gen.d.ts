// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line that a client of the state dialect sends. Unknown fields pass, and stderr names them.
 */
export type InputLine = UserInput | ToolApproval | Interrupt | ModelSwitch;

/**
 * A prompt, or a slash command.
 */
export interface UserInput {
  type: "user_input";
  content: string;
  [k: string]: unknown | undefined;
}
/**
 * The answer to a question about a tool call.
 */
export interface ToolApproval {
  type: "tool_approval";
  tool_id: string;
  approved: boolean;
  [k: string]: unknown | undefined;
}
/**
 * Stops the running turn.
 */
export interface Interrupt {
  type: "interrupt";
  [k: string]: unknown | undefined;
}
/**
 * Changes the model of the session.
 */
export interface ModelSwitch {
  type: "model_switch";
  model_id: string;
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
