import { fail } from "../../model/mod.ts";
import type { Flags } from "../args/table/flag_table.ts";

/** Flags of a run that have no meaning for many runs. */
const REFUSED: readonly { flag: keyof Flags; shown: string }[] = [
  { flag: "outputFormat", shown: "--output-format" },
  { flag: "inputFormat", shown: "--input-format" },
  { flag: "prompt", shown: "--prompt" },
  { flag: "promptFile", shown: "--prompt-file" },
  { flag: "promptInteractive", shown: "--prompt-interactive" },
  { flag: "continue", shown: "--continue" },
  { flag: "resume", shown: "--resume" },
  { flag: "sessionId", shown: "--session-id" },
  { flag: "bestOf", shown: "--best-of" },
  { flag: "record", shown: "--record" },
  { flag: "replay", shown: "--replay" },
];

/** Throws where a flag of a single run was given. */
export function refuseFlags(flags: Flags, command: string): void {
  const found = REFUSED.find(({ flag }) => flags[flag] !== undefined);
  if (!found) return;
  throw fail("usage_error", `${found.shown} cannot be used with ${command}`, {
    param: found.shown,
    hint: found.flag === "outputFormat"
      ? "Results are JSON lines; -o FILE of qwen batch names the file for them."
      : `The prompt of each job is in its line; see ${command} --help.`,
  });
}
