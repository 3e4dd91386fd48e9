import { type CommandRun, isObject, type Json, type Problem, problem, type ToolCompleted } from "../../model/mod.ts";

// A result lists no more commands than this; the oldest are dropped.
const MAX_COMMANDS = 500;
// Fields of a call's input that say what it works on, in the order in which they are looked for.
const SUBJECTS = ["file_path", "path", "absolute_path", "notebook_path", "command", "url"];

/** The absolute paths, commands and addresses that a call works on; none where they are not known. Never throws. */
export type SubjectsOf = (tool: string, input: Json) => readonly string[];

/** Records the commands that the calls of one prompt ran, and the denials that no later call made up for. */
export class CallLog {
  readonly #denied = new Map<string, { tool: string; subject: string }>();
  readonly #subjectsOf: SubjectsOf;
  #commands: CommandRun[] = [];

  constructor(subjectsOf: SubjectsOf = () => []) {
    this.#subjectsOf = subjectsOf;
  }

  /** A new prompt starts with an empty log. */
  startPrompt(): void {
    this.#denied.clear();
    this.#commands = [];
  }

  get commands(): CommandRun[] {
    return [...this.#commands];
  }

  /** Takes the end of a call, also of a sub-agent's. */
  add({ tool, toolKind, input, denial, isError, data }: ToolCompleted): void {
    const found = this.#subjectsOf(tool, input);
    const subjects = found.length > 0 ? found : [subjectOf(input)];
    for (const subject of subjects) {
      const key = `${tool} ${subject}`;
      if (denial && denial.source !== "cancel") this.#denied.set(key, { tool, subject });
      else if (!denial && !isError) this.#denied.delete(key);
    }
    if (denial) return;
    if (toolKind !== "exec" || !isObject(input) || typeof input.command !== "string" || data === undefined) return;
    const exitCode = typeof data.exitCode === "number" ? data.exitCode : null;
    this.#commands.push({ command: input.command, exitCode });
    if (this.#commands.length > MAX_COMMANDS) this.#commands.shift();
  }

  /** The problem when a denied call was not followed by a successful one of the same tool on the same subject. */
  unresolvedDenial(): Problem | null {
    const denied = [...this.#denied.values()];
    if (denied.length === 0) return null;
    const shown = denied.slice(0, 5).map(({ tool, subject }) => `${tool} ${subject.slice(0, 200)}`).join("; ");
    const more = denied.length > 5 ? ` and ${denied.length - 5} more` : "";
    return problem("permission_denied", `Calls were denied (--fail-on-denied): ${shown}${more}`, {
      hint: "Allow them with --allowed-tools or another --approval-mode, or run without --fail-on-denied.",
    });
  }
}

/** The path, command or address that a call works on; its whole input where it has none. */
function subjectOf(input: Json): string {
  if (!isObject(input)) return JSON.stringify(input);
  for (const name of SUBJECTS) if (typeof input[name] === "string") return input[name];
  return JSON.stringify(input);
}
