/** A small task for a model: a repository, a prompt and a command that passes when the task is done. */
export interface EvalTask {
  name: string;
  /** Files of the repository by relative path. */
  files: Readonly<Record<string, string>>;
  prompt: string;
  /** A command for a POSIX shell, run in the repository. */
  check: string;
}
