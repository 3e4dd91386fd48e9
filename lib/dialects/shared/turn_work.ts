import type { TurnCompleted, VerifyReport, Work } from "../../model/event.ts";

/** The verification of a turn, as results name it. */
export interface VerifyFields {
  command: string;
  exit_code: number | null;
  attempts: number;
  output_sha256: string;
  passed: boolean;
}

/** The work of a turn, as results name it. */
export interface WorkFields {
  files: Work["files"];
  commands: { command: string; exit_code: number | null }[];
}

/** The fields `verify` and `work` of a turn's result, where it has them. */
export function turnWork({ verify, work }: TurnCompleted): { verify?: VerifyFields; work?: WorkFields } {
  return {
    ...(verify ? { verify: verifyFields(verify) } : {}),
    ...(work ? { work: workFields(work) } : {}),
  };
}

function verifyFields({ command, exitCode, attempts, outputSha256, passed }: VerifyReport): VerifyFields {
  return { command, exit_code: exitCode, attempts, output_sha256: outputSha256, passed };
}

function workFields({ files, commands }: Work): WorkFields {
  return { files, commands: commands.map(({ command, exitCode }) => ({ command, exit_code: exitCode })) };
}
