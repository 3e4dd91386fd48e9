import { isObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { MODES } from "../model/access.ts";
import type { Mode } from "../model/access.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { textField, toolFailure } from "./input.ts";
import { quietly } from "./quietly.ts";

/** Presents a plan and, once it is approved, leaves plan mode. */
export const exitPlanMode: Tool = {
  name: "exit_plan_mode",
  description: `Presents your plan to the user when you are in plan mode and ready to work. Once it is approved, plan \
mode ends and files may be changed. Not for questions of mere research.`,
  kind: "plan",
  parallel: false,
  aliases: ["ExitPlanMode", "ExitPlanModeTool"],
  input: {
    type: "object",
    properties: {
      plan: { type: "string", description: "The plan, short and in Markdown." },
      originalRequest: { type: "string", description: "What the user asked for." },
      researchSummary: { type: "string", description: "What was found out." },
    },
    required: ["plan"],
  },
  title: () => "Present the plan",
  needs: (_input, context) => context.mode === "plan" ? [{ kind: "person" }] : [],
  confirm: (input) =>
    Promise.resolve({ kind: "plan", title: "Would you like to proceed?", plan: textField(input, "plan") }),
  run: (input, context) => quietly(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const plan = textField(input, "plan");
  if (context.mode !== "plan") throw toolFailure("The session is not in plan mode.", "Go on without this tool.");
  context.setMode(modeOf(context));
  return {
    output: [{
      kind: "text",
      text: "User has approved your plan. You can now start coding. Start with updating your todo list if applicable.",
    }],
    display: { kind: "plan", message: "User approved the plan.", plan },
    data: { plan },
  };
}

/** The mode that the approval asks for; plan mode itself is no way out of it. */
function modeOf(context: ToolContext): Mode {
  const asked = isObject(context.answer) ? context.answer.mode : null;
  return MODES.find((mode) => mode === asked && mode !== "plan") ?? "default";
}
