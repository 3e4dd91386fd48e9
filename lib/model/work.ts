/** A run of the verification command. */
export interface VerifyReport {
  command: string;
  /** Null when it was killed or could not be started. */
  exitCode: number | null;
  attempts: number;
  outputSha256: string;
  passed: boolean;
}

/** Files that a turn has changed, and commands that it ran. */
export interface Work {
  files: FileChange[];
  commands: CommandRun[];
}

/** A changed file, by its path relative to the workspace, with its changed lines. */
export interface FileChange {
  path: string;
  status: "added" | "modified" | "deleted";
  added: number;
  removed: number;
}

/** A command and its exit code; null while it runs and when it was killed. */
export interface CommandRun {
  command: string;
  exitCode: number | null;
}
