/** A file of a project, or of the home folder, that changes how the program works there. */
export interface ProjectFile {
  /** Relative to the working folder, or with `~/`. */
  path: string;
  kind: "context" | "skill" | "command" | "agent" | "settings" | "mcp";
  /** Whether it is used. */
  taken: boolean;
  /** Why it is not used, or what of it is not. */
  reason?: string;
}

/** Instructions for one kind of task, which the model reads when it needs them. */
export interface Skill {
  name: string;
  description: string;
  body: string;
  /** The folder of its files. */
  folder: string;
  /** Rules that its use grants; none where it may grant nothing. */
  allowedTools: readonly string[];
}

/** The text of a skill with its arguments, as the model reads it. */
export function skillText({ body, folder }: Skill, args: string): string {
  const filled = body.replaceAll("$ARGUMENTS", () => args);
  const rest = args === "" || filled !== body ? "" : `\n\nArguments: ${args}`;
  return `${filled}${rest}\n\nThe files of this skill are in ${folder}.`;
}
