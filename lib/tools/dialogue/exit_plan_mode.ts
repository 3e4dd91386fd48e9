import { MODES } from "../../model/ports/access.ts";
import type { Mode } from "../../model/ports/access.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { optionalText, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

/** Presents a plan and, once it is approved, leaves plan mode. */
export const exitPlanMode: Tool = {
  name: "exit_plan_mode",
  description:
    `Presents your plan to the user when you are in plan mode and ready to start. Once the user approves, plan \
mode ends and you may change files. Do not use it for tasks that only research.`,
  kind: "plan",
  parallel: false,
  aliases: ["ExitPlanMode", "ExitPlanModeTool"],
  isEssential: true,
  isForMainAgent: true,
  worksIn: ({ mode, answers }) => mode === "plan" && answers,
  claude: { name: "ExitPlanMode" },
  input: {
    type: "object",
    properties: {
      plan: {
        type: "string",
        description: "The plan, short and in Markdown; left out if your last message has it.",
      },
      allowedPrompts: {
        type: "array",
        description: "The kinds of commands that the plan needs, for the user to see.",
        items: {
          type: "object",
          properties: {
            tool: { type: "string" },
            prompt: { type: "string", description: "Such as: run tests." },
          },
          required: ["tool", "prompt"],
        },
      },
      pushToRemote: { type: "boolean", description: "Not supported." },
      originalRequest: { type: "string" },
      researchSummary: { type: "string" },
    },
  },
  title: () => "Present the plan",
  needs: (_input, context) => context.mode === "plan" ? [{ kind: "person" }] : [],
  confirm: (input) => Promise.resolve({ kind: "plan", title: "Would you like to proceed?", plan: shownPlan(input) }),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const plan = shownPlan(input);
  if (context.mode !== "plan") throw toolFailure("The session is not in plan mode.", "Go on without this tool.");
  context.setMode(modeOf(context));
  const notes = [
    "User has approved your plan. You can now start coding. Start with updating your todo list if applicable.",
    ...(promptsOf(input).length === 0 ? [] : ["Each command is still decided on when you run it."]),
    ...(input.pushToRemote === true ? ["The plan was not pushed: there is no remote session."] : []),
  ];
  return {
    output: [{ kind: "text", text: notes.join("\n") }],
    display: { kind: "plan", message: "User approved the plan.", plan },
    data: { plan },
  };
}

/** The plan with the commands that it names, as a person sees it. */
function shownPlan(input: JsonObject): string {
  const plan = optionalText(input, "plan") ?? "";
  const prompts = promptsOf(input);
  if (prompts.length === 0) return plan;
  const list = ["Commands that the plan needs:", ...prompts.map(({ tool, prompt }) => `- ${tool}: ${prompt}`)];
  return [...(plan === "" ? [] : [plan, ""]), ...list].join("\n");
}

function promptsOf({ allowedPrompts }: JsonObject): { tool: string; prompt: string }[] {
  if (!Array.isArray(allowedPrompts)) return [];
  return allowedPrompts.flatMap((entry) =>
    isObject(entry) && typeof entry.tool === "string" && typeof entry.prompt === "string"
      ? [{ tool: entry.tool, prompt: entry.prompt }]
      : []
  );
}

/** The mode that the approval names; `plan` is not accepted. */
function modeOf(context: ToolContext): Mode {
  const asked = isObject(context.answer) ? context.answer.mode : null;
  return MODES.find((mode) => mode === asked && mode !== "plan") ?? "default";
}
