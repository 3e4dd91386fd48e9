import type { ValuesOf } from "./flag_spec.ts";
import { CHECK_FLAGS } from "./flags_checks.ts";
import { COMPATIBILITY_FLAGS, DIAGNOSIS_FLAGS, FENCE_FLAGS, HOST_FLAGS } from "./flags_host.ts";
import { LIMIT_FLAGS, MODEL_FLAGS, PROMPT_FLAGS, SESSION_FLAGS } from "./flags_run.ts";
import { TERMINAL_FLAGS } from "./flags_terminal.ts";
import { TOOL_FLAGS } from "./flags_tools.ts";

/** The flags of every run by name; those of one subcommand are in its file. */
export const FLAGS = {
  ...PROMPT_FLAGS,
  ...TERMINAL_FLAGS,
  ...MODEL_FLAGS,
  ...TOOL_FLAGS,
  ...FENCE_FLAGS,
  ...LIMIT_FLAGS,
  ...CHECK_FLAGS,
  ...SESSION_FLAGS,
  ...HOST_FLAGS,
  ...DIAGNOSIS_FLAGS,
  ...COMPATIBILITY_FLAGS,
};

/** The values of the flags that were given. Durations are milliseconds. */
export type Flags = ValuesOf<typeof FLAGS>;
