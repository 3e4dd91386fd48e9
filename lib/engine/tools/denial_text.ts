import type { Tool, Verdict } from "../../model/mod.ts";

type Denied = Extract<Verdict, { decision: "deny" }>;

/** The call that was denied, and whether anybody can answer questions. */
export interface DeniedCall {
  tool: Pick<Tool, "kind">;
  answers: boolean;
}

/** What is still allowed, so that one refused call does not read as the end of all of its kind. */
const STILL_FREE: Partial<Record<Tool["kind"], string>> = {
  exec: "This command was refused, not the shell: commands that only read, such as ls and git log, run unasked.",
  edit: "Reading files is still allowed.",
};

/** The text of a denial for the model: what was refused, what still works, and what only the user can change. */
export function denialText({ source, message, hint }: Denied, { tool, answers }: DeniedCall): string {
  switch (source) {
    case "nobody-to-ask":
    case "input-closed":
      return sentences([message, STILL_FREE[tool.kind], `Only the user can change that. ${hint}`]);
    case "mode":
      return sentences([
        message,
        answers
          ? "Present the plan with exit_plan_mode first."
          : "Nobody can approve a plan in this run: present it as your answer.",
      ]);
    case "rule":
    case "core-tools":
    case "sandbox":
    case "workspace":
      return sentences([message, `Only the user can change that. ${hint}`]);
    default:
      return message;
  }
}

function sentences(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
