// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line of the jobs of `qwen batch`: a prompt and what it needs beside the flags of the command.
 */
export interface Job {
  /**
   * Names the job and its result; unique in the batch.
   */
  id: string;
  /**
   * The prompt, as by -p.
   */
  prompt: string;
  /**
   * The folder in which the job runs, relative to the folder of the command.
   */
  cwd?: string;
  /**
   * The path of a git repository; the job runs in a worktree of it.
   */
  repo?: string;
  /**
   * As --model.
   */
  model?: string;
  /**
   * As --provider.
   */
  provider?: string;
  /**
   * The JSON Schema of the answer: the schema itself, or what --json-schema takes.
   */
  schema?:
    | {
        [k: string]: unknown | undefined;
      }
    | string;
  /**
   * The approval mode; one that is wider than that of the command is narrowed to it.
   */
  approval?: "plan" | "default" | "auto-edit" | "auto" | "yolo";
  /**
   * Limits of this job; where the command has one as well, the smaller one holds.
   */
  budget?: {
    /**
     * As --max-total-tokens.
     */
    tokens?: number;
    /**
     * As --max-budget-usd.
     */
    usd?: number;
    /**
     * As --max-session-turns.
     */
    turns?: number;
    /**
     * As --max-wall-time, in milliseconds.
     */
    wall_ms?: number;
  };
  /**
   * As --verify: the command, or the command and the number of attempts.
   */
  verify?:
    | string
    | {
        command: string;
        /**
         * As --verify-attempts.
         */
        attempts?: number;
      };
  /**
   * Variables for the commands of the job.
   */
  env?: {
    [k: string]: string | undefined;
  };
  /**
   * The parent of the job's trace, in the W3C format; its commands find it in TRACEPARENT.
   */
  traceparent?: string;
}

/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Whether a value is valid; its faults are in `errors`. */
export declare const validate: ((value: unknown) => value is Job) & { errors?: Fault[] | null };
