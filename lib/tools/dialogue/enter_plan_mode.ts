import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

const ENTERED = `Entered plan mode. Explore the code and design an approach. Change no files and run no commands that \
change anything. When the plan is ready, present it with exit_plan_mode for approval.`;

/** Switches to plan mode; only a person can end it, by approving the plan. */
export const enterPlanMode: Tool = {
  name: "enter_plan_mode",
  description:
    "Switches to plan mode, in which you only read and plan. Use it before a large or risky change. The user \
approves the plan before you may change files.",
  kind: "plan",
  parallel: false,
  aliases: ["EnterPlanMode", "EnterPlanModeTool"],
  isEssential: true,
  isForMainAgent: true,
  servesHost: (host) => host !== null,
  worksIn: ({ mode, answers }) => mode !== "plan" && answers,
  claude: { name: "EnterPlanMode", toResult: () => ({ message: ENTERED }) },
  input: { type: "object", properties: {} },
  title: () => "Enter plan mode",
  needs: () => [],
  run: (_input, context) => withoutProgress(() => run(context)),
};

function run(context: ToolContext): ToolOutcome {
  if (context.mode === "plan") throw toolFailure("The session is in plan mode already.", "Go on with the plan.");
  context.setMode("plan");
  return { output: [{ kind: "text", text: ENTERED }], data: { mode: "plan" } };
}
